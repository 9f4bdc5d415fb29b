internal import FaderModel

/// What a kind of device says and is told: the console's side of it speaks of controls, the device's side of messages. There is one for each
/// surface, with the state of its conversation. Owned by the MIDI thread; allocates only when it is made.
///
/// It has no clock, and its only output is the port passed in. What it sends by itself (an answer, a ping) goes to the port at once. A class, so that
/// a call is a jump through a table and nothing is boxed.
protocol SurfaceProtocol: AnyObject {
    /// Takes a message of the device. An `.input` does not bring `deadline` forward; anything else may.
    func take(_ message: MIDIMessage, at now: MonotonicTime, port: any MIDIPort) -> SurfaceEvent

    /// Takes a whole system exclusive message, from F0 to F7.
    func take(_ message: Span<UInt8>, at now: MonotonicTime, port: any MIDIPort) -> SurfaceEvent

    /// The device was connected. `.ready` if it can be sent to at once; a device that has to be greeted first is ready when it has answered.
    func connect(at now: MonotonicTime, port: any MIDIPort) -> SurfaceEvent

    /// The device is gone.
    func disconnect()

    /// Input was lost, so half of a message may be missing.
    func forgetInput()

    /// The next moment at which `advance` has something to do; `.never` for none.
    var deadline: MonotonicTime { get }

    /// Does what is due: sends a ping, misses an answer.
    func advance(to now: MonotonicTime, port: any MIDIPort) -> SurfaceEvent

    /// Brings a motor to a position or switches a lamp: `message` is that of the control's indicator, which the device may want in other words.
    /// `.pausing` where it needs a pause first.
    func show(_ message: MIDIMessage, at now: MonotonicTime, port: any MIDIPort) -> SendResult

    /// Goes on with the conversation of the same surface under an earlier configuration; false if that was another protocol.
    func adopt(_ old: any SurfaceProtocol) -> Bool
}

/// What a device does that only sends and takes single messages.
extension SurfaceProtocol {
    func take(_ message: Span<UInt8>, at now: MonotonicTime, port: any MIDIPort) -> SurfaceEvent { .nothing }
    func connect(at now: MonotonicTime, port: any MIDIPort) -> SurfaceEvent { .ready }
    var deadline: MonotonicTime { .never }
    func advance(to now: MonotonicTime, port: any MIDIPort) -> SurfaceEvent { .nothing }
}
