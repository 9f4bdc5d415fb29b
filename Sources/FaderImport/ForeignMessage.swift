/// A MIDI message in a file of another program, with numbers that the config allows.
struct ForeignMessage: Hashable {
    /// The kinds, by their words in the config.
    enum Kind: String { case cc, cc14, nrpn, rpn, pitchbend, note, pressure, polypressure, program }

    let kind: Kind
    /// Controller, note or parameter number; of a `cc14` that of its upper half. 0 where the kind has none.
    let number: Int
    /// The controller of the lower half of a `cc14`; nil for all other kinds.
    let lower: Int?
    /// The channel, 1…16; nil if the file does not say.
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

    /// The message that begins with two bytes of MIDI, without the value; nil if no control can send it.
    ///
    /// - Parameter status: the first byte. Note on and note off are one message.
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

    /// Whether its values are a travel: a fader or knob can send it.
    var isContinuous: Bool { value == nil && kind != .note && kind != .program }

    /// As in the config; a channel that the file does not give is `{channel}`.
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

    /// The same on a certain channel.
    func on(_ channel: Int?) -> ForeignMessage? { ForeignMessage(kind, number, lower: lower, channel: channel, value: value) }
}
