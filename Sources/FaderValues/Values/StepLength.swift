/// How far a step, or a detent of an encoder, moves its parameter.
public enum StepLength: Sendable, BitwiseCopyable, Equatable {
    /// A step of the parameter; for an encoder of a parameter without steps, its own share of the travel.
    case ordinary
    case big, fine
    /// This far, in the unit of the parameter; more than 0.
    case amount(Double)

    public init(_ size: StepSize) {
        self =
            switch size {
            case .ordinary: .ordinary
            case .big: .big
            case .fine: .fine
            }
    }
}
