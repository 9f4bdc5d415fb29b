/// Texts and the numbers that stand for them.
public struct TargetTexts: Sendable {
    /// The text of a number.
    public var text: @Sendable (Double) -> String
    /// The number of a text.
    public var number: @Sendable (String) -> Double

    /// Both can be called on any thread.
    public init(text: @escaping @Sendable (Double) -> String, number: @escaping @Sendable (String) -> Double) {
        (self.text, self.number) = (text, number)
    }
}
