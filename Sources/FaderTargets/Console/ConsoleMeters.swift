internal import FaderValues
internal import Glibc
internal import NIOCore

/// The levels of a console's strips, asked for only while somebody looks at them. Owned by the event loop.
final class ConsoleMeters {
    private let family: String
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
        }
    }

    /// A subscription lasts 10 s; one of two may be lost.
    private static let renewal = TimeAmount.seconds(4)

    init(family: String, _ loop: any EventLoop) { (self.family, timer) = (family, LoopTimer(loop)) }

    /// From now on reports the levels at these places and no others.
    ///
    /// - Parameter report: called with a place and its level in decibels below full scale; −∞ for silence, and when the console goes.
    func follow(_ meters: [ConsolePoint.Meter], _ report: @escaping (ConsolePoint.Meter, Double) -> Void) {
        self.report = report
        let grouped = Dictionary(grouping: Set(meters), by: \.address)
        let isNew = !Set(grouped.keys).isSubset(of: wanted.keys)
        wanted = grouped
        if wanted.isEmpty { timer.cancel() } else if isThere, isNew || !timer.isSet { subscribe() }
    }

    func close() {
        timer.cancel()
        wanted = [:]
    }

    private func subscribe() {
        guard isThere, !wanted.isEmpty else { return }
        for address in wanted.keys.sorted() { send(ConsoleMessage(address: "/meters", arguments: [.text(address)])) }
        timer.set(in: Self.renewal) { [weak self] in self?.subscribe() }
    }

    private func endAll() {
        timer.cancel()
        for meter in wanted.values.joined() { report(meter, -.infinity) }
    }

    /// Receives a message. Returns whether it has levels.
    func receive(_ message: ConsoleMessage) -> Bool {
        guard message.address.hasPrefix("/meters/") else { return false }
        guard let meters = wanted[message.address], case .blob(let bytes)? = message.arguments.first,
            let levels = ConsoleLevels.decode(bytes, of: family)
        else { return true }
        for meter in meters where levels.indices.contains(meter.places.upperBound - 1) {
            report(meter, levels[meter.places].max() ?? -.infinity)
        }
        return true
    }
}

/// The numbers of a console's message about levels. Pure.
enum ConsoleLevels {
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

    private static func shown(_ level: Double) -> Double { level <= floor ? -.infinity : level }

    private static func word(_ bytes: [UInt8], _ start: Int, _ size: Int) -> UInt32 {
        (0..<size).reversed().reduce(0) { $0 << 8 | UInt32(bytes[start + $1]) }
    }
}
