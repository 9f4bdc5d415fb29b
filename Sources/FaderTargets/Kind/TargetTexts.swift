public struct TargetTexts: Sendable {
    public var text: @Sendable (Double) -> String
    public var number: @Sendable (String) -> Double

    /// The functions that convert them; both can be called on any thread.
    public init(text: @escaping @Sendable (Double) -> String, number: @escaping @Sendable (String) -> Double) {
        (self.text, self.number) = (text, number)
    }
}
