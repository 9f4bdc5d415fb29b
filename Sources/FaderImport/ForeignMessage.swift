struct ForeignMessage: Hashable {
    enum Kind: String { case cc, cc14, nrpn, rpn, pitchbend, note, pressure, polypressure, program }

    let kind: Kind
    /// Of a `cc14` that of its upper half; 0 where the kind has none.
    let number: Int
    let lower: Int?
    /// 1…16; nil if the file does not say.
    let channel: Int?
    /// The value that makes it a button of its own.
    var value: Int?

    /// Nil if a number is out of range.
    init?(_ kind: Kind, _ number: Int = 0, lower: Int? = nil, channel: Int?, value: Int? = nil) {
        let highest =
            switch kind {
            case .cc, .note, .polypressure, .cc14: 127
            case .nrpn, .rpn: 16383
            case .pitchbend, .pressure, .program: 0
            }
        guard (0...highest).contains(number), channel.map({ (1...16).contains($0) }) ?? true else { return nil }
        guard (kind == .cc14) == (lower != nil), lower != number, lower.map({ (0...127).contains($0) }) ?? true else { return nil }
        guard value.map({ ((kind == .note ? 1 : 0)...127).contains($0) && [.cc, .note, .program].contains(kind) }) ?? true else {
            return nil
        }
        (self.kind, self.number, self.lower, self.channel, self.value) = (kind, number, lower, channel, value)
    }

    /// The message that begins with these bytes; nil if no control can send it. Note on and note off are one.
    init?(status: Int, number: Int) {
        let channel = (status & 0x0F) + 1
        switch status & ~0x0F {
        case 0x80, 0x90: self.init(.note, number, channel: channel)
        case 0xA0: self.init(.polypressure, number, channel: channel)
        case 0xB0: self.init(.cc, number, channel: channel)
        case 0xC0: self.init(.program, channel: channel, value: number)
        case 0xD0: self.init(.pressure, channel: channel)
        case 0xE0: self.init(.pitchbend, channel: channel)
        default: return nil
        }
    }

    var isContinuous: Bool { value == nil && kind != .note && kind != .program }

    var text: String {
        var words = [kind.rawValue]
        switch kind {
        case .cc, .note, .polypressure, .nrpn, .rpn: words.append("\(number)")
        case .cc14: words.append(lower == number + 32 ? "\(number)" : "\(number)/\(lower ?? 0)")
        case .pitchbend, .pressure, .program: break
        }
        words.append("ch \(channel.map { "\($0)" } ?? "{channel}")")
        if let value { words.append("= \(value)") }
        return words.joined(separator: " ")
    }

    func on(_ channel: Int?) -> ForeignMessage? { ForeignMessage(kind, number, lower: lower, channel: channel, value: value) }
}
