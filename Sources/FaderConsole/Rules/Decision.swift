public import FaderModel

/// One thing that was decided about a parameter, kept for `explain`.
public struct Decision: Sendable, BitwiseCopyable, Equatable {
    /// What it was.
    public enum Kind: UInt8, Sendable, BitwiseCopyable, Equatable {
        /// The value changed as asked.
        case changed
        /// The value asked for was not allowed: the nearest one was taken, which may be the value it had.
        case clamped
        /// It had that value already.
        case sameValue
        /// Not a number: refused.
        case refused
        /// The motor of `control` was sent `raw`.
        case sent
        /// Not changed: it had changed since its caller looked at it.
        case outdated
        /// Does not glide: a program's gesture holds it.
        case heldGesture
        /// Not sent: a finger is on `control`.
        case heldTouched
        /// Not sent: `control` moved a moment ago.
        case heldHoldOff
        /// Not sent: `control` shows it already.
        case alreadyShown
        /// Not sent yet: no room to write; the newest value follows.
        case blocked
        /// Not sent: the surface of `control` is not there.
        case disconnected
        /// Not sent: the device of `control` has not said yet, or says no longer, that it listens.
        case notReady
        /// Not sent yet: `control` is part of a circle of feedback, or its device needs a pause; the newest value follows.
        case circling, pausing
        /// Not sent: the system refused it for good (`raw` is the errno).
        case failed
        /// Came in from `control`, but is what it was just sent: ignored.
        case echoIgnored
        /// Not changed: `control` has to take hold first, and the value is above or below where it stands.
        case valueAbove, valueBelow
    }

    /// When it was decided last.
    public var time: MonotonicTime
    /// The value it was about.
    public var value: Double
    /// How often it was decided in a row; `value`, `raw` and `time` are those of the last.
    public var count: UInt32
    /// The raw value sent.
    public var raw: Int32?
    /// The number of its change or gesture, as in `ParameterReport.change`. If several gestures of one control are joined, the last one's.
    public var change: ChangeNumber
    /// The control that moved, or that was (not) sent something.
    public var control: ControlIndex?
    /// What was decided.
    public var kind: Kind
    /// Who asked.
    public var origin: Origin
}
