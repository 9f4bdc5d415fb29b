/// How far a fader or knob went along the travel that its message can express.
struct Reach: Equatable {
    var lowest: Int
    var highest: Int
    let maximum: Int

    /// Nil without values.
    init?(_ values: [Int], of maximum: Int) {
        guard let lowest = values.min(), let highest = values.max() else { return nil }
        (self.lowest, self.highest, self.maximum) = (lowest, highest, maximum)
    }

    /// The lower halves of 14 bits are not known.
    init?(upper values: [Int]) {
        self.init(values.map { $0 << 7 }, of: 16383)
        highest |= 127
    }

    mutating func add(_ other: Reach) { (lowest, highest) = (min(lowest, other.lowest), max(highest, other.highest)) }

    /// What end of the parameter is not reached; nil if both are. Half a percent is less than a step of most parameters.
    var shortcoming: String? {
        func isShort(_ distance: Int) -> Bool { distance * 200 > maximum }
        guard isShort(maximum - highest) || isShort(lowest) else { return nil }
        return "it went from \(lowest) to \(highest), and its message goes from 0 to \(maximum)"
    }

    /// A counter takes small steps one way, also from one end of the message to the other.
    static func goesRound(_ values: [Int], of maximum: Int) -> Bool {
        let (count, steps) = (maximum + 1, zip(values, values.dropFirst()).map { $1 - $0 })
        guard Set(values).count >= 8 else { return false }
        // Where a fader would have jumped over more than half of its travel, the counter took one step.
        guard steps.contains(where: { abs($0) * 2 > count }) else { return false }
        let turns = steps.map { ($0 + count + count / 2) % count - count / 2 }.filter { $0 != 0 }
        return turns.allSatisfy { abs($0) * 8 <= count } && (turns.allSatisfy { $0 > 0 } || turns.allSatisfy { $0 < 0 })
    }
}

/// Commands from the transport buttons of devices. They say what to do, not which button was pressed or for how long.
enum TransportMessage {
    private static let realTime: Swift.Set = ["start", "continue", "stop"]
    private static let commands = [
        1: "stop", 2: "play", 3: "deferred play", 4: "fast forward", 5: "rewind", 6: "record strobe", 7: "record exit", 8: "record pause",
        9: "pause", 10: "eject", 0x44: "locate",
    ]

    /// `MMC play` for an MMC command, whose `bytes` are `F0 7F 7F 06 02 F7`, 06 being a command (MIDI Machine Control, RP-013); else as the
    /// monitor has it.
    static func name(_ message: String, bytes: String?) -> String {
        let bytes = (bytes ?? "").split(separator: " ").compactMap { Int($0, radix: 16) }
        guard bytes.count > 5, bytes[0] == 0xF0, bytes[1] == 0x7F, bytes[3] == 6 else { return message }
        return "MMC \(commands[bytes[4]] ?? "command \(bytes[4])")"
    }

    static func isName(_ name: String) -> Bool { realTime.contains(name) || name.hasPrefix("MMC ") }
}
