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

    /// Whether `show` does nothing but send the message, so that it need not be called.
    var sendsAsIs: Bool { get }

    /// Writes into a display: `text` is in the device's own characters, none above 7F, and goes to its cells from `offset` on, counted from 0 row by
    /// row. Neighbouring cells belong into one call. At most `longestText` bytes, whole or not at all.
    func write(_ text: Span<UInt8>, at offset: Int, of display: UInt8, at now: MonotonicTime, port: any MIDIPort) -> SendResult

    /// Brings the meter of a strip, counted from 0, to a level: 0 dark … 13 full; from 12 on the lamp for "too loud" is lit, too. Meters of a second
    /// side follow behind those of the first.
    func showMeter(_ level: UInt8, of strip: Int, at now: MonotonicTime, port: any MIDIPort) -> SendResult

    /// Shows an ASCII character on a seven-segment digit, 80 added for its dot. Digits are counted from the left, from 0: those of the timecode, then
    /// those of the assignment.
    func showDigit(_ character: UInt8, at place: Int, at now: MonotonicTime, port: any MIDIPort) -> SendResult

    /// Colors all strips, from the first one on: 0 dark, then the bits 1 red, 2 green, 4 blue.
    func showColors(_ colors: Span<UInt8>, at now: MonotonicTime, port: any MIDIPort) -> SendResult

    /// Makes the device start again: it is greeted as a new one and, where it can, cleared.
    func reset(at now: MonotonicTime, port: any MIDIPort) -> SurfaceEvent

    /// Goes on with the conversation of the same surface under an earlier configuration; false if that was with another device, or in another protocol.
    func adopt(_ old: any SurfaceProtocol) -> Bool
}

/// What a device does that only sends and takes single messages: it has nothing to write on, and shows only what its controls show.
extension SurfaceProtocol {
    /// The most bytes of one `write`.
    static var longestText: Int { 56 }

    func write(_ text: Span<UInt8>, at offset: Int, of display: UInt8, at now: MonotonicTime, port: any MIDIPort) -> SendResult { .sent }
    func showMeter(_ level: UInt8, of strip: Int, at now: MonotonicTime, port: any MIDIPort) -> SendResult { .sent }
    func showDigit(_ character: UInt8, at place: Int, at now: MonotonicTime, port: any MIDIPort) -> SendResult { .sent }
    func showColors(_ colors: Span<UInt8>, at now: MonotonicTime, port: any MIDIPort) -> SendResult { .sent }
    func reset(at now: MonotonicTime, port: any MIDIPort) -> SurfaceEvent { connect(at: now, port: port) }
    func take(_ message: Span<UInt8>, at now: MonotonicTime, port: any MIDIPort) -> SurfaceEvent { .nothing }
    func connect(at now: MonotonicTime, port: any MIDIPort) -> SurfaceEvent { .ready }
    var deadline: MonotonicTime { .never }
    var sendsAsIs: Bool { false }
    func advance(to now: MonotonicTime, port: any MIDIPort) -> SurfaceEvent { .nothing }
}
