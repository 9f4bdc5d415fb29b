/// How long a step is.
public enum StepSize: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    /// `step`, or a hundredth of the travel.
    case ordinary
    /// `big-step`, or ten steps.
    case big
    /// `fine-step`, or a tenth of a step.
    case fine
}
