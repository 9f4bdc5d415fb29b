public import FaderValues

/// Something that was decided about a parameter, kept for `explain`.
public struct Decision: Sendable, BitwiseCopyable, Equatable {
    public enum Kind: UInt8, Sendable, BitwiseCopyable, Equatable {
        case changed
        /// The value changed, because the group of the parameter moved.
        case movedByGroup
        /// It is a group's mute, and none of those that it muted is muted any more: it goes off.
        case noneMuted
        /// The value asked for was not allowed: the nearest one was used, which may be the value it already had.
        case clamped
        /// It already had that value.
        case sameValue
        /// Not a number: refused.
        case refused
        /// The motor of `control` was sent `raw`.
        case sent
        /// The motor of `control` begins to glide to `raw`.
        case gliding
        /// Not sent: the motors of the surface are switched off.
        case motorsOff
        /// Not changed: it had changed since the caller read it.
        case outdated
        /// Not recalled: its parameter is `recall-safe`.
        case recallSafe
        /// Refused: only its target changes it.
        case readOnly
        /// Refused: it is a fact of a program that is not there.
        case notThere
        /// Does not glide: a program's gesture holds it.
        case heldGesture
        /// Not sent: a finger is on `control`.
        case heldTouched
        /// Not sent: `control` moved only just now.
        case heldHoldOff
        /// Not sent: `control` already shows it.
        case alreadyShown
        /// Not sent yet: no room to write; the newest value follows.
        case blocked
        /// Not sent: the surface of `control` is not connected.
        case disconnected
        /// Not sent: the device of `control` has not yet answered, or no longer answers.
        case notReady
        /// Not sent yet: `control` is part of a feedback loop, or its device needs a pause; the newest value follows.
        case looping, pausing
        /// Not sent: the system rejected it for good (`raw` is the errno).
        case failed
        /// Received from `control`, but it had just been sent to it: ignored.
        case echoIgnored
        /// Received from `control` (`raw`), but its motor was on its way, or rests there: ignored.
        case motorReported
        /// Neither changed nor shown: its value is not known.
        case notHeard
        /// Not changed: `control` has to take hold first, and the value is above or below its position.
        case valueAbove, valueBelow
    }

    public var time: MonotonicTime
    /// The value that the parameter had then.
    public var value: Double
    /// Decided so often in a row; `value`, `raw` and `time` are those of the last time.
    public var count: UInt32
    public var raw: Int32?
    /// As in `ParameterReport.change`. If several gestures of one control are joined, that of the last.
    public var change: ChangeNumber
    /// The control that moved, or that was (not) sent something.
    public var control: ControlIndex?
    public var kind: Kind
    public var origin: ChangeOrigin
}
