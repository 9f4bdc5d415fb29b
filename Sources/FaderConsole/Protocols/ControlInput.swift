internal import FaderValues

/// What happened to a control, whichever messages its device used to say so. Plain bytes.
enum ControlInput: BitwiseCopyable, Equatable {
    /// A raw value in its own range.
    case position(UInt32)
    /// The upper or the lower seven bits of a position; the control's `Sensor` joins them.
    case upper(UInt8), lower(UInt8)
    /// The same from a device that sends the lower bits first.
    case lowerFirst(UInt8), upperLast(UInt8)
    /// It was turned by this many steps.
    case delta(Int)
    /// A button went down or up. A device that only sends a number reports a position instead; for a button, its upper half is down. A
    /// button that is known by a value has no release.
    case press, release
    /// A finger came or went.
    case touch(Bool)
}

/// What the console has to do after a message from a device, or after a missing one.
enum SurfaceEvent: BitwiseCopyable, Equatable {
    case nothing
    case input(ControlIndex, ControlInput)
    /// The device shows nothing that we sent, as after it was switched on: it is sent everything, and no hand is on it.
    case ready
    /// The device answers, but was in use before: it is sent everything, and the hands on it stay.
    case answered
    /// The device was switched on again and is sent everything later: no hand is on it.
    case restarted
    /// The device gave an answer that its protocol does not have: it is used as if it had not answered.
    case nonsense
    /// The device refuses the connection: it is sent nothing until it asks for a connection again.
    case refused
    /// The device no longer answers: it is sent nothing, and no hand is on it, until it is `ready` again.
    case silent
}
