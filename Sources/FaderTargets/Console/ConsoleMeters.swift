internal import FaderValues
internal import Glibc
internal import NIOCore

/// The levels of a console's strips, read, and asked for where it needs to be asked, only while somebody looks at them. Owned by the event loop.
final class ConsoleMeters {
    private let levels: ConsoleLevels?
    /// The connection on which they come, if that is not the console's usual one.
    private let link: WingMeterLink?
    /// For the next question, or for the end of the last levels.
    private let timer: LoopTimer
    private var wanted: [String: [ConsolePoint.Meter]] = [:]
    private var report: (ConsolePoint.Meter, Double) -> Void = { _, _ in }
    /// Sends a message to the console.
    var send: (ConsoleMessage) -> Void = { _ in }
    /// Whether the console is there.
    var isThere = false {
        didSet {
            guard isThere != oldValue else { return }
            if isThere { subscribe() } else { endAll() }
            link?.want(isThere ? Set(wanted.values.joined()) : [])
        }
    }

    /// A subscription lasts 10 s; one of two may be lost.
    private static let renewal = TimeAmount.seconds(4)
    /// For how long the last levels hold that a console tells without being asked: it tells none while nothing sounds.
    private static let hold = TimeAmount.seconds(1)
    /// The shortest time between two of them that are read.
    private static let pace = TimeAmount.milliseconds(50)
    private var nextRead = NIODeadline.uptimeNanoseconds(0)

    init(_ levels: ConsoleLevels?, _ place: ConsolePlace, _ surroundings: TargetSurroundings) {
        (self.levels, timer) = (levels, LoopTimer(surroundings.loop))
        if case .connection? = levels { link = WingMeterLink(place, surroundings) } else { link = nil }
        link?.onLevels = { [weak self] in self?.receive($0) }
    }

    /// Why there are none, for people; nil if there are some, or nobody looks.
    var note: String? { link?.note }

    /// From now on reports the levels at these places and no others.
    ///
    /// - Parameter report: called with a place and its level in decibels below full scale; −∞ for silence, and when the console goes.
    func follow(_ meters: [ConsolePoint.Meter], _ report: @escaping (ConsolePoint.Meter, Double) -> Void) {
        self.report = report
        let grouped = Dictionary(grouping: Set(meters), by: \.address)
        let isNew = !Set(grouped.keys).isSubset(of: wanted.keys)
        wanted = grouped
        link?.want(isThere ? Set(meters) : [])
        if wanted.isEmpty { timer.cancel() } else if isThere, isNew || !timer.isSet { subscribe() }
    }

    func close() {
        timer.cancel()
        link?.close()
        wanted = [:]
    }

    private func subscribe() {
        guard case .messages(let levels)? = levels, let ask = levels.ask, isThere, !wanted.isEmpty else { return }
        for address in wanted.keys.sorted() { send(ask(address)) }
        timer.set(in: Self.renewal) { [weak self] in self?.subscribe() }
    }

    private func endAll() {
        timer.cancel()
        for meter in wanted.values.joined() { report(meter, -.infinity) }
    }

    /// Receives levels on the connection of their own.
    private func receive(_ levels: [(meter: ConsolePoint.Meter, level: Double)]) {
        timer.set(in: Self.hold) { [weak self] in self?.endAll() }
        for (meter, level) in levels { report(meter, level) }
    }

    /// Receives a message. Returns whether it has levels.
    func receive(_ message: ConsoleMessage) -> Bool {
        guard case .messages(let levels)? = levels, levels.isOne(message) else { return false }
        guard isThere, !wanted.isEmpty else { return true }
        if levels.ask == nil {
            timer.set(in: Self.hold) { [weak self] in self?.endAll() }
            guard nextRead <= .now() else { return true }
            nextRead = .now() + Self.pace
        }
        for (address, values) in levels.read(message) {
            for meter in wanted[address] ?? [] where values.indices.contains(meter.places.upperBound - 1) {
                report(meter, values[meter.places].max() ?? -.infinity)
            }
        }
        return true
    }
}

/// How the consoles of a family tell levels.
enum ConsoleLevels: Sendable {
    /// In messages that come among those with values.
    case messages(ConsoleLevelMessages)
    /// On a connection of its own, as a Wing does.
    case connection
}

struct ConsoleLevelMessages: Sendable {
    /// What asks for those at an address; nil: the console tells them anyway.
    let ask: (@Sendable (String) -> ConsoleMessage)?
    /// Whether a message has levels.
    let isOne: @Sendable (ConsoleMessage) -> Bool
    /// The levels of such a message in decibels below full scale, by their address.
    let read: @Sendable (ConsoleMessage) -> [String: [Double]]
}

extension ConsoleLevels {
    /// Those of an X32 or X-Air.
    static func osc(_ family: String) -> ConsoleLevels {
        .messages(
            ConsoleLevelMessages(
                ask: { ConsoleMessage(address: "/meters", arguments: [.text($0)]) }, isOne: { $0.address.hasPrefix("/meters/") },
                read: { message in
                    guard case .blob(let bytes)? = message.arguments.first, let levels = decode(bytes, of: family) else { return [:] }
                    return [message.address: levels]
                }))
    }

    /// The most numbers that any such message has.
    private static let most = 256
    /// Everything from here down is silence.
    private static let floor = -127.0

    /// The levels in dB below full scale; nil if the blob is not one of levels. Its first word is the count, with the low byte first, and so are the numbers:
    /// linear in an X32, in 1/256 dB in an X-Air.
    static func decode(_ bytes: [UInt8], of family: String) -> [Double]? {
        guard bytes.count >= 4 else { return nil }
        let count = Int(word(bytes, 0, 4))
        let size = family == X32.word ? 4 : 2
        guard (1...most).contains(count), bytes.count >= 4 + count * size else { return nil }
        return (0..<count).map { place in
            let bits = word(bytes, 4 + place * size, size)
            if size == 4 {
                let level = Double(Float(bitPattern: bits))
                return level.isFinite && level > 0 ? shown(20 * log10(level)) : -.infinity
            }
            return shown(Double(Int16(bitPattern: UInt16(bits))) / 256)
        }
    }

    /// A level that is shown, −∞ if nobody would hear it.
    static func shown(_ level: Double) -> Double { level <= floor ? -.infinity : level }

    private static func word(_ bytes: [UInt8], _ start: Int, _ size: Int) -> UInt32 {
        (0..<size).reversed().reduce(0) { $0 << 8 | UInt32(bytes[start + $1]) }
    }
}
