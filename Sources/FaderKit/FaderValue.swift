internal import FaderValues

/// The value of a parameter of any kind.
public enum FaderValue: Sendable, Hashable {
    /// Of a number or integer, in the parameter's unit; −∞ only where that is the minimum.
    case number(Double)
    /// Of a toggle.
    case flag(Bool)
    /// The id of a choice's option, a text, or a color as `#rrggbb`.
    case word(String)
    /// The two ends of a range.
    case pair(Double, Double)
    /// Of a trigger, and of a parameter that is not known yet.
    case nothing

    /// The number, if it is one.
    public var number: Double? { if case .number(let number) = self { number } else { nil } }
    /// The word, if it is one.
    public var word: String? { if case .word(let word) = self { word } else { nil } }
    /// The flag, if it is one.
    public var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }

    init(_ value: Value) {
        self =
            switch value {
            case .number(let number): .number(number)
            case .flag(let flag): .flag(flag)
            case .word(let word): .word(word)
            case .pair(let low, let high): .pair(low, high)
            case .nothing: .nothing
            }
    }

    var wire: Value {
        switch self {
        case .number(let number): .number(number)
        case .flag(let flag): .flag(flag)
        case .word(let word): .word(word)
        case .pair(let low, let high): .pair(low, high)
        case .nothing: .nothing
        }
    }
}

/// A color, as faderd keeps it: 8 bits each of red, green and blue.
public struct FaderColor: Sendable, Hashable {
    /// The amount of red.
    public var red: UInt8
    /// The amount of green.
    public var green: UInt8
    /// The amount of blue.
    public var blue: UInt8

    /// A color from its parts.
    public init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// A color from `#rrggbb`; nil if the text is something else.
    public init?(hex text: String) {
        guard text.utf8.count == 7, text.utf8.first == UInt8(ascii: "#"), text.utf8.dropFirst().allSatisfy({ $0 != UInt8(ascii: "+") }),
            let number = UInt32(text.dropFirst(), radix: 16)
        else { return nil }
        self.init(red: UInt8(number >> 16 & 255), green: UInt8(number >> 8 & 255), blue: UInt8(number & 255))
    }

    /// `#rrggbb`.
    public var hex: String {
        "#"
            + [red, green, blue].map { byte in
                let digits = String(byte, radix: 16)
                return digits.utf8.count == 1 ? "0" + digits : digits
            }.joined()
    }
}
