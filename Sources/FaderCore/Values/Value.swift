/// A value as it is saved and told, apart from how the console counts it: what stays true when options are put in another order.
public enum Value: Sendable, Equatable, Hashable {
    /// Of a number or integer; −∞ only where that is the minimum.
    case number(Double)
    /// Of a toggle.
    case flag(Bool)
    /// The id of a choice's option, a text, or a color as `#rrggbb`.
    case word(String)
    /// Of a range: low and high.
    case pair(Double, Double)
}
