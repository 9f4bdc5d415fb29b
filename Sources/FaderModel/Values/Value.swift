/// A value as it is saved and reported, apart from how the console counts it: it stays true when options are put in another order.
///
/// Words are compared by their bytes: a text that only looks like another is another value.
public enum Value: Sendable {
    /// Of a number or integer; −∞ only where that is the minimum.
    case number(Double)
    /// Of a toggle.
    case flag(Bool)
    /// The id of a choice's option, a text, or a color as `#rrggbb`.
    case word(String)
    /// Of a range: low and high.
    case pair(Double, Double)
}

extension Value: Hashable {
    /// Whether both are the same value of one kind.
    public static func == (left: Value, right: Value) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): left == right
        case (.flag(let left), .flag(let right)): left == right
        case (.word(let left), .word(let right)): ExactText(left) == ExactText(right)
        case (.pair(let leftLow, let leftHigh), .pair(let rightLow, let rightHigh)): leftLow == rightLow && leftHigh == rightHigh
        default: false
        }
    }

    /// Takes the value in.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .number(let number): hasher.combine(number)
        case .flag(let flag): hasher.combine(flag)
        case .word(let word): hasher.combine(ExactText(word))
        case .pair(let low, let high):
            hasher.combine(low)
            hasher.combine(high)
        }
    }
}
