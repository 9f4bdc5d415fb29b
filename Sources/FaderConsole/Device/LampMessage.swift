/// A message of a lamp that takes more than one value, with places for them: `note {number} ch 2 = {red}`, or system exclusive,
/// `F0 00 20 29 02 0A 01 03 {number} {value} {red} {green} {blue} F7`.
public struct LampMessage: Sendable, Equatable {
    /// What a lamp shows, in parts of seven bits.
    public enum Part: Int, Sendable, CaseIterable, BitwiseCopyable {
        /// The value for off, on, blinking, or a color of a table.
        case value
        /// A part of its color.
        case red, green, blue

        public var word: String { "\(self)" }

        /// Its bits in the raw value of a lamp.
        var mask: UInt32 { 0x7F << shift }
        /// The lowest of them.
        var shift: UInt32 { UInt32(rawValue) * 7 }
    }

    /// A byte, or a placeholder for one.
    public enum Piece: Sendable, Equatable, BitwiseCopyable {
        case byte(UInt8)
        /// The number of the control's own message plus this.
        case number(plus: Int16)
        /// A part of what the lamp shows, from 0 to `highest`.
        case part(Part, highest: UInt8)
    }

    enum Form: Sendable, Equatable {
        /// Seven bits; `number` replaces that of the address.
        case plain(MessageAddress, number: Int16?, Part, highest: UInt8)
        /// A system exclusive message, from F0 to F7.
        case exclusive([Piece])
    }

    let form: Form
    /// Which message it is; nil if it is system exclusive.
    public let address: MessageAddress?
    /// The bits of a lamp's raw value that it carries.
    let mask: UInt32

    init(_ form: Form) {
        self.form = form
        switch form {
        case .plain(let address, _, let part, _): (self.address, mask) = (address, part.mask)
        case .exclusive(let pieces):
            address = nil
            mask = pieces.reduce(0) { mask, piece in if case .part(let part, _) = piece { mask | part.mask } else { mask } }
        }
    }

    func has(_ part: Part) -> Bool { mask & part.mask != 0 }

    /// This message for the control whose own message has this number. Nil if the sum is not a valid number.
    public func of(number: UInt16) -> LampMessage? {
        func sum(_ plus: Int16) -> UInt8? {
            let sum = Int(number) + Int(plus)
            return (0...127).contains(sum) ? UInt8(sum) : nil
        }
        switch form {
        case .plain(var address, let plus, let part, let highest):
            guard let plus else { return self }
            guard let number = sum(plus) else { return nil }
            address.number = UInt16(number)
            return LampMessage(.plain(address, number: nil, part, highest: highest))
        case .exclusive(var pieces):
            for (place, piece) in pieces.enumerated() {
                guard case .number(let plus) = piece else { continue }
                guard let number = sum(plus) else { return nil }
                pieces[place] = .byte(number)
            }
            return LampMessage(.exclusive(pieces))
        }
    }

    /// The byte of a part for a lamp with this raw value.
    static func byte(_ part: Part, _ highest: UInt8, of raw: UInt32) -> UInt8 {
        let share = raw >> part.shift & 0x7F
        return part == .value || highest == 127 ? UInt8(share) : UInt8((share * UInt32(highest) + 63) / 127)
    }

    /// The message for a lamp with this raw value; nil if it is system exclusive.
    func message(for raw: UInt32) -> MIDIMessage? {
        guard case .plain(let address, _, let part, let highest) = form else { return nil }
        return MIDIMessage(address, raw: UInt32(Self.byte(part, highest, of: raw)))
    }

    /// Adds all bytes between F0 and F7 for a lamp with this raw value.
    func add(to message: inout ExclusiveMessage, for raw: UInt32) {
        guard case .exclusive(let pieces) = form else { return }
        for place in 1..<pieces.count - 1 {
            switch pieces[place] {
            case .byte(let byte): message.add(byte)
            case .number: break
            case .part(let part, let highest): message.add(Self.byte(part, highest, of: raw))
            }
        }
    }
}

// MARK: The other way

extension LampMessage {
    /// The raw value of a lamp after its device has received a message; nil if the message is another one.
    public func raw(_ raw: UInt32, after message: MIDIMessage) -> UInt32? {
        guard case .plain(let address, _, let part, let highest) = form, address == message.address else { return nil }
        return Self.put(UInt8(truncatingIfNeeded: message.raw), part, highest, into: raw)
    }

    /// The same for a system exclusive message, from F0 to F7.
    public func raw(_ raw: UInt32, after message: Span<UInt8>) -> UInt32? {
        guard case .exclusive(let pieces) = form, message.count == pieces.count else { return nil }
        var raw = raw
        for place in message.indices {
            switch pieces[place] {
            case .byte(let byte): guard byte == message[place] else { return nil }
            case .number: return nil
            case .part(let part, let highest): raw = Self.put(message[place], part, highest, into: raw)
            }
        }
        return raw
    }

    private static func put(_ byte: UInt8, _ part: Part, _ highest: UInt8, into raw: UInt32) -> UInt32 {
        let share = part == .value || highest == 127 ? UInt32(byte & 127) : min(UInt32(byte) * 127 / UInt32(highest), 127)
        return raw & ~part.mask | share << part.shift
    }
}

// MARK: Text

extension LampMessage {
    /// Why a text is not a message of a lamp.
    public enum Problem: Error, Equatable {
        case word(String)
        /// Nothing in it depends on what the lamp shows.
        case noPlace
        case message(MessageSyntaxError)
        /// A message whose value has 14 bits.
        case tooLong(MessageKind)
    }

    /// Reads `note {number} ch 2 = {red}`, or two hexadecimal digits for each byte from F0 to F7 with places in braces.
    public init(parsing text: String) throws(Problem) {
        let words = text.split(separator: " ").map(String.init)
        self.init(try words.first?.uppercased() == "F0" ? Self.exclusive(words) : Self.plain(text))
    }

    private static func exclusive(_ words: [String]) throws(Problem) -> Form {
        var pieces: [Piece] = []
        for (place, word) in words.enumerated() {
            guard let piece = piece(word) else { throw .word(word) }
            // Only the first and the last byte have their highest bit set.
            let isEnd = place == 0 || place == words.count - 1
            if case .byte(let byte) = piece {
                guard isEnd ? byte == (place == 0 ? 0xF0 : 0xF7) : byte < 0x80 else { throw .word(word) }
            } else if isEnd {
                throw .word(word)
            }
            pieces.append(piece)
        }
        guard pieces.contains(where: { if case .part = $0 { true } else { false } }) else { throw .noPlace }
        return .exclusive(pieces)
    }

    private static func plain(_ text: String) throws(Problem) -> Form {
        let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        var (words, plus): ([String], Int16?) = (sides[0].split(separator: " ").map(String.init), nil)
        if let place = words.firstIndex(where: { $0.hasPrefix("{") }) {
            guard place == 1, case .number(let number)? = piece(words[1]) else { throw .word(words[place]) }
            (words[1], plus) = ("0", number)
        }
        let address: MessageAddress
        do throws(MessageSyntaxError) {
            address = try MessageAddress(parsing: words.joined(separator: " "))
        } catch {
            throw .message(error)
        }
        guard address.kind.maximumRaw == 127 else { throw .tooLong(address.kind) }
        guard sides.count > 1 else { throw .noPlace }
        let word = sides[1].split(separator: " ").joined(separator: " ")
        if UInt8(word) != nil { throw .noPlace }
        guard case .part(let part, let highest)? = piece(word) else { throw .word(word) }
        return .plain(address, number: plus, part, highest: highest)
    }

    private static func piece(_ word: String) -> Piece? {
        guard word.hasPrefix("{"), word.hasSuffix("}") else { return UInt8(hexadecimal: word).map { .byte($0) } }
        let name = word.dropFirst().dropLast()
        if name == "number" { return .number(plus: 0) }
        if name.hasPrefix("number"), let sign = name.dropFirst(6).first, sign == "+" || sign == "-" {
            return Int16(name.dropFirst(6)).flatMap { abs($0) < 128 ? .number(plus: $0) : nil }
        }
        let halves = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let part = Part.allCases.first(where: { $0.word == halves[0] }) else { return nil }
        guard halves.count > 1 else { return .part(part, highest: 127) }
        guard part != .value, let highest = UInt8(halves[1]), (1...127).contains(highest) else { return nil }
        return .part(part, highest: highest)
    }
}
