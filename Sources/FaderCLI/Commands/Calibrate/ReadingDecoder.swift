internal import FaderAPI

/// Decodes the monitor's messages from one control into raw values of its full resolution.
struct ReadingDecoder {
    private let control: String
    private let surface: String
    /// The control's message in the form of the config, such as `cc14 7 ch 1`.
    private let input: String
    /// The messages with the upper and the lower seven bits; nil for a message that has the whole value.
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

    /// The value that a message completes; nil if it completes none.
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
