internal import FaderValues

/// The language of one kind of device: on the console's side it speaks of controls, on the device's side of messages. Each surface has its
/// own, with the state of its conversation. Owned by the MIDI thread; allocates only when it is created.
///
/// It has no clock, and its only output is the port passed in. What it sends on its own (an answer, a ping) goes to the port at once. It is
/// a class, so that a call is a jump through a table and nothing is boxed.
protocol SurfaceProtocol: AnyObject {
    /// Receives a message from the device. An `.input` does not bring `deadline` forward; any other event may.
    func receive(_ message: MIDIMessage, in act: Act) -> SurfaceEvent

    /// Receives a whole system exclusive message, from F0 to F7.
    func receive(_ message: Span<UInt8>, in act: Act) -> SurfaceEvent

    /// Receives a system reset, FF.
    func receiveReset(in act: Act) -> SurfaceEvent

    /// The device was connected. Returns `.ready` if messages can be sent to it at once; a device that has to be greeted first is ready
    /// once it has answered.
    func connect(in act: Act) -> SurfaceEvent

    /// The device is gone.
    func disconnect()

    /// Input was lost, so half of a message may be missing.
    func forgetInput()

    /// When `advance` next has something to do; `.never` for nothing.
    var deadline: MonotonicTime { get }

    /// Does what is due: sends a ping, notices a missing answer.
    func advance(in act: Act) -> SurfaceEvent

    /// Moves a motor to a position or switches a lamp. `message` is that of the control's indicator; the device may want it in another
    /// form. Returns `.pausing` if the device needs a pause first.
    func show(_ message: MIDIMessage, in act: Act) -> SendResult

    /// Sends a lamp its system exclusive message. Returns `.pausing` if the device needs a pause first.
    func show(_ message: inout ExclusiveMessage, on surface: SurfaceIndex, in act: Act) -> SendResult

    /// Whether `show` only sends the message, so that calling it is unnecessary.
    var sendsAsIs: Bool { get }

    /// Writes to a display. `text` is in the device's own characters, none above 0x7F, and begins at the character `offset`, which is
    /// counted from 0, row by row. Neighboring cells belong in one call. At most `longestText` bytes, whole or not at all.
    func write(_ text: Span<UInt8>, at offset: Int, of display: UInt8, in act: Act) -> SendResult

    /// Sets the meter of a strip, counted from 0, to a level: 0 dark … the highest of its panel. On a Mackie Control, from 12 on, the lamp for
    /// "too loud" is lit too. Meters of a second side come after those of the first.
    func showMeter(_ level: UInt8, of strip: Int, in act: Act) -> SendResult

    /// Shows an ASCII character on a seven-segment digit; 0x80 is added to light its dot. Digits are counted from 0 from the left: first
    /// those of the timecode, then those of the assignment.
    func showDigit(_ character: UInt8, at place: Int, in act: Act) -> SendResult

    /// Colors all strips, from the first one on: 0 is dark; the bits are 1 red, 2 green, 4 blue.
    func showColors(_ colors: Span<UInt8>, in act: Act) -> SendResult

    /// Makes the device start again: it is greeted like a new one and, if possible, cleared.
    func reset(in act: Act) -> SurfaceEvent

    /// Goes on with the conversation of the same surface under an earlier configuration. Returns false if that was with another device or
    /// in another protocol.
    func adopt(_ old: any SurfaceProtocol) -> Bool
}

/// The defaults are for a device that only sends and takes single messages: it has nothing to write on, and only its controls show
/// anything.
extension SurfaceProtocol {
    /// The most bytes that one `write` takes.
    static var longestText: Int { 56 }

    func show(_ message: inout ExclusiveMessage, on surface: SurfaceIndex, in act: Act) -> SendResult {
        message.send(to: surface, act.port)
    }
    func write(_ text: Span<UInt8>, at offset: Int, of display: UInt8, in act: Act) -> SendResult { .sent }
    func showMeter(_ level: UInt8, of strip: Int, in act: Act) -> SendResult { .sent }
    func showDigit(_ character: UInt8, at place: Int, in act: Act) -> SendResult { .sent }
    func showColors(_ colors: Span<UInt8>, in act: Act) -> SendResult { .sent }
    func reset(in act: Act) -> SurfaceEvent { connect(in: act) }
    func receive(_ message: Span<UInt8>, in act: Act) -> SurfaceEvent { .nothing }
    func receiveReset(in act: Act) -> SurfaceEvent { .nothing }
    func connect(in act: Act) -> SurfaceEvent { .ready }
    var deadline: MonotonicTime { .never }
    var sendsAsIs: Bool { false }
    func advance(in act: Act) -> SurfaceEvent { .nothing }
}

/// A protocol that a surface can speak. Every row of `ProtocolSpec.all` is one.
protocol SpokenProtocol: DeviceProtocol {
    /// The conversation with a device, from its beginning.
    func conversation(with spec: SurfaceSpec, _ surface: SurfaceIndex, firstControl: ControlIndex) -> any SurfaceProtocol
}
