internal import FaderModel

/// What happened to a control, in whatever messages its device said so. Plain bytes.
enum ControlInput: BitwiseCopyable, Equatable {
    /// It is at this place: a raw value of its own range.
    case position(UInt32)
    /// The upper or the lower seven bits of that; its `Sensor` joins them.
    case upper(UInt8), lower(UInt8)
    /// It was turned by so many steps.
    case delta(Int)
    /// A button went down or up. Devices that only send a number are taken for a position; a button takes its upper half as down.
    case press, release
    /// A finger came or went.
    case touch(Bool)
}

/// What the console has to do about something that a device said, or did not say in time.
enum SurfaceEvent: BitwiseCopyable, Equatable {
    /// Nothing.
    case nothing
    /// A control was used.
    case input(ControlIndex, ControlInput)
    /// The device can be sent to and shows nothing of ours, as after it was switched on: it is sent everything, and no hand is on it.
    case ready
    /// The device answered what no such device answers: it is used without its answer.
    case nonsense
    /// The device does not answer any more: it is sent nothing, and no hand is on it, until it is `ready` again.
    case silent
}
