internal import FaderAPI

/// A message that came in while a control was moved.
struct HeardMessage {
    /// A message without its value: the same for all messages of one control.
    struct Address: Hashable {
        var kind: String
        /// The number in the message; −1 if messages of its kind have none.
        var number: Int
        /// The controller with the lower half of a `cc14`, if that is not `number` + 32.
        var lower: Int?
        var channel: Int

        var text: String {
            let halves = lower.map { "/\($0)" } ?? ""
            return number < 0 ? "\(kind) ch \(channel)" : "\(kind) \(number)\(halves) ch \(channel)"
        }
    }

    var sender: Sender
    var address: Address
    var value: Int
    var time: Duration
    /// The configured control with this message.
    var control: String?

    /// Nil for a message that no control sends.
    init?(_ message: MonitorResource, at time: Duration) {
        let words = message.message.split(separator: " ")
        guard let value = message.raw, let kind = words.first, let channel = words.firstIndex(of: "ch"), channel + 1 < words.count,
            let channelNumber = Int(words[channel + 1])
        else { return nil }
        let number = channel == 2 ? Int(words[1]) ?? -1 : -1
        sender = Sender(message)
        address = Address(kind: String(kind), number: number, channel: channelNumber)
        (self.value, self.time, control) = (value, time, message.control)
    }
}

/// The messages from one controller, by address.
struct HeardMessages {
    /// The values of each message, in the order of arrival. Notes are not among them.
    private(set) var moves: [HeardMessage.Address: [Int]] = [:]
    private(set) var notes: [HeardMessage.Address: [Int]] = [:]
    /// Pairs of controllers whose lower half came first.
    private(set) var lsbFirst: Set<HeardMessage.Address> = []

    /// NRPNs and RPNs with 14 bits; the others have seven.
    private(set) var fine: Set<HeardMessage.Address> = []
    private let order: [HeardMessage]
    /// Whether each value of an NRPN or RPN has its lower half.
    private var isWhole: [HeardMessage.Address: [Bool]] = [:]
    /// The number that is selected on each channel. Some devices select a number once and then send only values.
    private(set) var selections: [Int: Selection]

    struct Selection: Equatable {
        var number = 0
        var isRegistered = false
        /// `isOpen`: the lower seven bits may still come.
        var upper = 0
        var isOpen = false
    }

    init(_ messages: [HeardMessage], after selections: [Int: Selection] = [:]) {
        (self.selections, order) = (selections, messages)
        let addresses = Set(messages.map(\.address))
        for message in messages {
            let address = message.address
            switch (address.kind, address.number) {
            case ("note", _): notes[address, default: []].append(message.value)
            case ("cc", 98...101) where selects(address, addresses): select(message)
            case ("cc", 6), ("cc", 38): enter(message)
            case ("nrpn", _), ("rpn", _):
                fine.insert(address)
                moves[address, default: []].append(message.value)
            default: moves[address, default: []].append(message.value)
            }
        }
        for (address, values) in moves where ["nrpn", "rpn"].contains(address.kind) {
            // An upper half that came twice is not a value of its own.
            moves[address] =
                fine.contains(address) ? Self.whole(values, isWhole[address]) : values.map { $0 >> 7 }
        }
        joinPairs(messages.map(\.address))
    }

    /// All where the halves are not known, because the device sends the whole value.
    private static func whole(_ values: [Int], _ isWhole: [Bool]?) -> [Int] {
        isWhole.map { zip(values, $0).filter(\.1).map(\.0) } ?? values
    }

    /// Whether a controller selects an NRPN or RPN: only with its other half, in this movement or before. Alone it is a controller like any
    /// other, as the touch sensor of the X-Touch Compact's first fader.
    private func selects(_ address: HeardMessage.Address, _ all: Set<HeardMessage.Address>) -> Bool {
        var other = address
        other.number = address.number % 2 == 1 ? address.number - 1 : address.number + 1
        return all.contains(other) || selections[address.channel] != nil
    }

    private mutating func select(_ message: HeardMessage) {
        let (cc, value) = (message.address.number, message.value)
        var selection = selections[message.address.channel] ?? Selection()
        // 99 and 101 are the upper seven bits.
        selection.number = cc % 2 == 1 ? value << 7 | selection.number & 127 : selection.number & ~127 | value
        (selection.isRegistered, selection.isOpen) = (cc > 99, false)
        selections[message.address.channel] = selection
    }

    /// Half of the value of the selected NRPN or RPN.
    private mutating func enter(_ message: HeardMessage) {
        let channel = message.address.channel
        guard var selection = selections[channel] else {
            moves[message.address, default: []].append(message.value)
            return
        }
        let whole = HeardMessage.Address(kind: selection.isRegistered ? "rpn" : "nrpn", number: selection.number, channel: channel)
        let isUpper = message.address.number == 6
        if isUpper { selection.upper = message.value }
        if selection.isOpen, !isUpper { _ = (moves[whole]?.popLast(), isWhole[whole]?.popLast()) }
        moves[whole, default: []].append(selection.upper << 7 | (isUpper ? 0 : message.value))
        isWhole[whole, default: []].append(!isUpper)
        if !isUpper { fine.insert(whole) }
        selection.isOpen = isUpper
        selections[channel] = selection
    }

    /// Two controllers that arrive about equally often: 32 apart, or the only two, if they take turns and only one of them goes one way.
    private mutating func joinPairs(_ order: [HeardMessage.Address]) {
        for (upper, values) in moves where upper.kind == "cc" && upper.number < 32 {
            var lower = upper
            lower.number += 32
            guard let fine = moves[lower], fine.count * 2 >= values.count, values.count * 2 >= fine.count else { continue }
            join(upper, lower, order)
        }
        let pair = moves.keys.filter { $0.kind == "cc" }.sorted { $0.number < $1.number }
        guard pair.count == 2, moves.count == 2, pair[0].channel == pair[1].channel else { return }
        let turns = order.filter(pair.contains)
        guard turns.count >= 12, turns.count % 2 == 0, zip(turns, turns.dropFirst()).allSatisfy({ $0 != $1 }),
            Self.goesOneWay(moves[pair[0]] ?? []) != Self.goesOneWay(moves[pair[1]] ?? [])
        else { return }
        join(pair[0], pair[1], order)
    }

    /// The lower half changes back and forth while a control goes one way.
    private mutating func join(_ one: HeardMessage.Address, _ other: HeardMessage.Address, _ order: [HeardMessage.Address]) {
        guard let values = moves[one], let others = moves[other] else { return }
        let isSwapped = values.count > 3 && Self.goesOneWay(others) && !Self.goesOneWay(values)
        let (upper, lower) = isSwapped ? (other, one) : (one, other)
        let isStandard = upper.number < 32 && lower.number == upper.number + 32
        let pair = HeardMessage.Address(
            kind: "cc14", number: upper.number, lower: isStandard ? nil : lower.number, channel: upper.channel)
        (moves[one], moves[other], moves[pair]) = (nil, nil, isSwapped ? others : values)
        let halves = order.filter { $0 == upper || $0 == lower }
        if values.count > 3, halves.first == lower, halves.last == upper { lsbFirst.insert(pair) }
    }

    /// Whether the values only rise or only fall. They may stay the same, but not turn back.
    private static func goesOneWay(_ values: [Int]) -> Bool {
        let steps = zip(values, values.dropFirst())
        return steps.allSatisfy { $0 <= $1 } || steps.allSatisfy { $0 >= $1 }
    }

    var busiest: HeardMessage.Address? {
        moves.max { ($0.value.count, $1.key.number) < ($1.value.count, $0.key.number) }?.key
    }

    var busiestNote: HeardMessage.Address? { notes.max { ($0.value.count, $1.key.number) < ($1.value.count, $0.key.number) }?.key }

    func maximum(of address: HeardMessage.Address) -> Int { fine.contains(address) || address.kind == "pitchbend" ? 16383 : 127 }

    /// What may be the touch sensor of a control, most likely first: what went on before the movement and off after it, or else what was on
    /// for at least half of it.
    func touches(of control: HeardMessage.Address) -> (likely: [HeardMessage.Address], isWhole: Bool) {
        let switched =
            notes.filter { Self.isSwitched($0.value) }.map(\.key)
            + moves.filter { $0.key != control && $0.key.kind == "cc" && Self.isSwitched($0.value) && Set($0.value).count == 2 }.map(
                \.key)
        let moved = order.indices.filter { !switched.contains(order[$0].address) }
        guard let first = moved.first, let last = moved.last else { return ([], false) }
        var (around, within): ([HeardMessage.Address], [HeardMessage.Address]) = ([], [])
        for address in switched.sorted(by: { ($0.number, $0.channel) < ($1.number, $1.channel) }) {
            let places = order.indices.filter { order[$0].address == address }
            guard let on = places.first(where: { order[$0].value > 63 }), let off = places.last(where: { order[$0].value < 64 }) else {
                continue
            }
            if on < first, off > last { around.append(address) }
            if moved.count(where: { on < $0 && $0 < off }) * 2 >= moved.count { within.append(address) }
        }
        return around.isEmpty ? (within, false) : (around, true)
    }

    private static func isSwitched(_ values: [Int]) -> Bool { values.contains { $0 > 63 } && values.contains { $0 < 64 } }

    /// A key or pad that also reports its pressure.
    var isPad: Bool { !notes.isEmpty && moves.keys.allSatisfy { $0.kind == "pressure" || $0.kind == "polypressure" } }

    /// A note that is down and comes up sometimes.
    var pressed: HeardMessage.Address? { notes.first { ($0.value.last ?? 0) > 0 && !Self.neverComesUp($0.value) }?.key }

    /// Whether it was pressed again without having been released.
    static func neverComesUp(_ values: [Int]) -> Bool { values.count > 1 && values.allSatisfy { $0 > 0 } }

    /// The only value; nil if there are others, such as a release.
    static func onlyValue(_ values: [Int]) -> Int? { Set(values).count == 1 ? values.first : nil }
}
