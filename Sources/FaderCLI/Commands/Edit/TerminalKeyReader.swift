internal import FaderValues

enum Key: Equatable, Sendable {
    /// A character to insert, or a mark that combines with the previous one.
    case character(Unicode.Scalar)
    case enter
    case escape
    /// Tab or ctrl-d
    case leave
    /// ctrl-c
    case interrupt
    /// ctrl-z
    case suspend
    case backspace
    case delete
    case left
    case right
    case home
    case end
    case deleteToStart
    case deleteToEnd
    case deleteWord
    /// A step up or down. It is big with shift, or if it is a page key.
    case step(Int, StepSize = .ordinary)
}

/// Understands UTF-8, and the ECMA-48 control sequences of xterm and similar terminals. Pure.
struct TerminalKeyReader {
    private var pending: [UInt8] = []

    /// Bytes that do not form a key yet. If nothing follows an escape soon, `flush` makes it the Escape key.
    var isWaiting: Bool { !pending.isEmpty }

    mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        for byte in bytes { keys += add(byte) }
        return keys
    }

    /// Ends a sequence of bytes that is not complete, because nothing more has arrived.
    mutating func flush() -> [Key] {
        defer { pending = [] }
        return pending == [Self.escape] ? [.escape] : []
    }

    private static let escape: UInt8 = 0x1B
    private static let longest = 32

    private mutating func add(_ byte: UInt8) -> [Key] {
        guard let first = pending.first else {
            guard byte == Self.escape || byte >= 0xC0 else { return Self.key(byte).map { [$0] } ?? [] }
            pending = [byte]
            return []
        }
        pending.append(byte)
        return first == Self.escape ? readSequence() : readCharacter(first)
    }

    // MARK: Characters

    private mutating func readCharacter(_ first: UInt8) -> [Key] {
        guard pending[pending.count - 1] & 0xC0 == 0x80 else {
            // The character was cut off; this byte starts something new.
            let last = pending.removeLast()
            pending = []
            return add(last)
        }
        guard pending.count == (first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2) else { return [] }
        defer { pending = [] }
        guard let scalar = String(validating: pending, as: UTF8.self)?.unicodeScalars.first else { return [] }
        return scalar.properties.generalCategory == .control ? [] : [.character(scalar)]
    }

    private static func key(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x01: .home
        case 0x02: .left
        case 0x03: .interrupt
        case 0x04, 0x09: .leave
        case 0x05: .end
        case 0x06: .right
        case 0x08, 0x7F: .backspace
        case 0x0A, 0x0D: .enter
        case 0x0B: .deleteToEnd
        case 0x0E: .step(-1)
        case 0x10: .step(1)
        case 0x15: .deleteToStart
        case 0x17: .deleteWord
        case 0x1A: .suspend
        case 0x20...0x7E: .character(Unicode.Scalar(byte))
        default: nil
        }
    }

    // MARK: Sequences

    private mutating func readSequence() -> [Key] {
        let last = pending[pending.count - 1]
        switch (pending.count, pending[1]) {
        case (2, UInt8(ascii: "[")), (2, UInt8(ascii: "O")): return []
        case (2, Self.escape):
            pending = [Self.escape]
            return [.escape]
        case (2, _):
            // The Escape key, and another key right after it.
            pending = []
            return [.escape] + add(last)
        case (_, UInt8(ascii: "[")) where last < 0x40:
            // Parameters; any beyond the length of every known key are dropped until the sequence ends.
            if pending.count > Self.longest { pending.removeLast() }
            return []
        default:
            defer { pending = [] }
            return Self.key(final: last, parameters: pending[2..<(pending.count - 1)]).map { [$0] } ?? []
        }
    }

    private static func key(final: UInt8, parameters: ArraySlice<UInt8>) -> Key? {
        let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map { $0.isEmpty ? 1 : Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
        // The number is 1 plus a bit each for shift, alt and control.
        let isShifted = numbers.count > 1 && numbers[1] % 2 == 0 && numbers[1] > 0
        switch final {
        case UInt8(ascii: "A"): return .step(1, isShifted ? .big : .ordinary)
        case UInt8(ascii: "B"): return .step(-1, isShifted ? .big : .ordinary)
        case UInt8(ascii: "C"): return .right
        case UInt8(ascii: "D"): return .left
        case UInt8(ascii: "H"): return .home
        case UInt8(ascii: "F"): return .end
        case UInt8(ascii: "Z"): return .leave
        case UInt8(ascii: "~"):
            switch numbers.first {
            case 1, 7: return .home
            case 4, 8: return .end
            case 3: return .delete
            case 5: return .step(1, .big)
            case 6: return .step(-1, .big)
            default: return nil
            }
        default: return nil
        }
    }
}
