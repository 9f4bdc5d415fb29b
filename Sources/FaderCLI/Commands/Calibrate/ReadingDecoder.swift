internal import FaderAPI

/// Decodes one control's messages into raw values of its full resolution.
struct ReadingDecoder {
    private let control: String
    private let surface: String
    /// As in the config: `cc14 7 ch 1`.
    private let input: String
    /// The messages with seven bits each; nil if one message has the whole value.
    private let halves: (upper: String, lower: String)?
    private var upper: Int?
    private var hasLower = false
    private var uppersAlone = 0

    let highest: Int

    init(_ loan: LoanResource) {
        (surface, control, input) = (loan.surface, loan.control, loan.input)
        let words = loan.input.split(separator: " ").map { String($0) }
        let channel = words.suffix(2).joined(separator: " ")
        switch words.first {
        case "cc14":
            let number = Int(words[1]) ?? 0
            halves = ("cc \(number) \(channel)", "cc \(number + 32) \(channel)")
        case "nrpn", "rpn": halves = ("cc 6 \(channel)", "cc 38 \(channel)")
        default: halves = nil
        }
        highest = halves != nil || words.first == "pitchbend" ? 16383 : 127
    }

    /// Nil if the message completes no value.
    mutating func reading(_ message: MonitorResource) -> Int? {
        guard message.direction == .received, message.surface == surface, message.control == control, let raw = message.raw,
            let address = message.message.address
        else { return nil }
        if address == input { return raw }
        guard let halves else { return nil }
        if address == halves.lower {
            hasLower = true
            return upper.map { $0 << 7 | raw }
        }
        guard address == halves.upper else { return nil }
        upper = raw
        guard !hasLower else { return nil }
        uppersAlone += 1
        // If a device sends no lower bits, the upper ones are scaled to the full range, as in the daemon.
        return uppersAlone > 2 ? raw * 16383 / 127 : nil
    }
}
