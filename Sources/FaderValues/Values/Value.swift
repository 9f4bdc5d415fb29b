/// A value as it is saved and reported, independent of the console's numbers: it stays true when options are put in another order.
///
/// Words are compared by their bytes: two texts that only look alike are different values.
public enum Value: Sendable {
    /// A number or integer; −∞ only where that is the minimum.
    case number(Double)
    /// A toggle.
    case flag(Bool)
    /// The id of a choice's option, a text, or a color as `#rrggbb`.
    case word(String)
    /// Low and high of a range.
    case pair(Double, Double)
    /// A trigger has none.
    case nothing
}

extension Value {
    /// Whether it is an option, a text or a color.
    public var isWord: Bool { if case .word = self { true } else { false } }
}

extension Value: Hashable {
    public static func == (left: Value, right: Value) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): left == right
        case (.flag(let left), .flag(let right)): left == right
        case (.word(let left), .word(let right)): ExactText(left) == ExactText(right)
        case (.pair(let leftLow, let leftHigh), .pair(let rightLow, let rightHigh)): leftLow == rightLow && leftHigh == rightHigh
        case (.nothing, .nothing): true
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .number(let number): hasher.combine(number)
        case .flag(let flag): hasher.combine(flag)
        case .word(let word): hasher.combine(ExactText(word))
        case .pair(let low, let high):
            hasher.combine(low)
            hasher.combine(high)
        case .nothing: break
        }
    }
}
