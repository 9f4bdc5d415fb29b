public enum StepSize: String, Codable, Sendable, BitwiseCopyable, CaseIterable {
    /// `step`, or a hundredth of the travel.
    case ordinary
    /// `big-step`, or ten steps, or a tenth of the travel.
    case big
    /// `fine-step`, or a tenth of a step, or a thousandth of the travel.
    case fine
}
