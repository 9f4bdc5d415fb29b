internal import FaderAPI

/// One message that came in while a control was moved.
struct HeardMessage: Equatable {
    /// A message without its value: the same for all messages of one control.
    struct Address: Hashable {
        var kind: String
        /// −1 if messages of the kind have none.
        var number: Int
        var channel: Int

        /// The address in the form of the config.
        var text: String { number < 0 ? "\(kind) ch \(channel)" : "\(kind) \(number) ch \(channel)" }
    }

    var sender: Sender
    var address: Address
    var value: Int
    /// The configured control that it belongs to, if any.
    var control: String?

    /// A message from the monitor; nil for one that no control sends.
    init?(_ message: MonitorResource) {
        let words = message.message.split(separator: " ")
        guard let value = message.raw, let kind = words.first, let channel = words.firstIndex(of: "ch"), channel + 1 < words.count,
            let channelNumber = Int(words[channel + 1])
        else { return nil }
        let number = channel == 2 ? Int(words[1]) ?? -1 : -1
        sender = Sender(message)
        address = Address(kind: String(kind), number: number, channel: channelNumber)
        self.value = value
        control = message.control
    }
}

/// The messages from one controller, sorted by address.
struct HeardMessages {
    /// The values of each message that is not a note, in the order of arrival.
    private(set) var moves: [HeardMessage.Address: [Int]] = [:]
    private(set) var notes: [HeardMessage.Address: [Int]] = [:]

    init(_ messages: [HeardMessage]) {
        var selections: [Int: (number: Int, isRegistered: Bool)] = [:]
        for message in messages {
            let address = message.address
            switch (address.kind, address.number) {
            case ("note", _): notes[address, default: []].append(message.value)
            case ("cc", 98), ("cc", 99), ("cc", 100), ("cc", 101):
                Self.select(message, &selections)
            case ("cc", 6), ("cc", 38):
                if let selection = selections[address.channel] {
                    let kind = selection.isRegistered ? "rpn" : "nrpn"
                    let whole = HeardMessage.Address(kind: kind, number: selection.number, channel: address.channel)
                    moves[whole, default: []].append(message.value)
                } else {
                    moves[address, default: []].append(message.value)
                }
            default: moves[address, default: []].append(message.value)
            }
        }
        joinPairs()
    }

    private static func select(_ message: HeardMessage, _ selections: inout [Int: (number: Int, isRegistered: Bool)]) {
        let (cc, channel) = (message.address.number, message.address.channel)
        var (number, _) = selections[channel] ?? (0, false)
        // 99 and 101 are the upper seven bits.
        number = cc % 2 == 1 ? message.value << 7 | number & 127 : number & ~127 | message.value
        selections[channel] = (number, cc > 99)
    }

    /// Joins two controllers 32 apart that arrive about equally often into one 14-bit control.
    private mutating func joinPairs() {
        for (upper, values) in moves where upper.kind == "cc" && upper.number < 32 {
            var lower = upper
            lower.number += 32
            guard let fine = moves[lower], fine.count * 2 >= values.count, values.count * 2 >= fine.count else { continue }
            var pair = upper
            pair.kind = "cc14"
            (moves[upper], moves[lower], moves[pair]) = (nil, nil, values)
        }
    }

    /// The message that came most often; nil if there is none.
    var busiest: HeardMessage.Address? {
        moves.max { ($0.value.count, $1.key.number) < ($1.value.count, $0.key.number) }?.key
    }

    /// A note that went on and off during the movement: a touch sensor.
    var touch: HeardMessage.Address? {
        notes.filter { $0.value.contains { $0 > 63 } && $0.value.contains { $0 < 64 } }.min { $0.key.number < $1.key.number }?.key
    }

    /// Whether it is a key or pad that also reports its pressure.
    var isPad: Bool { !notes.isEmpty && moves.keys.allSatisfy { $0.kind == "pressure" || $0.kind == "polypressure" } }

    var isPressed: Bool { notes.values.contains { ($0.last ?? 0) > 0 } }
}
