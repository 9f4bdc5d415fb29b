public import FaderValues

/// The seam between the MIDI thread and whatever carries MIDI: the ALSA sequencer, or the virtual surface.
///
/// A port serves all surfaces of a configuration, each named by its index there. Every method is called only on the MIDI thread, never
/// blocks, and (except for `readClock`, `arrange` and `close`) neither allocates nor locks.
public protocol MIDIPort: AnyObject {
    /// The descriptor to poll for input (POLLIN), and for room to write (POLLOUT) after `send` said `.wouldBlock`.
    var pollDescriptor: Int32 { get }

    /// Whether `read` waits for input when the descriptor is blocking, which saves the poll before it.
    var canWait: Bool { get }

    /// Whether input may come from a moving motor rather than from a finger.
    var mayReportMotors: Bool { get }

    /// The next input, or `.none` when all available input has been read.
    func read() -> PortInput

    /// Lends the bytes of the last `.systemExclusive` that was read. They are valid until the next `read`.
    func withPiece(_ use: (Span<UInt8>) -> Void)

    /// Writes one message to everything connected behind a surface. `raw` is within the kind's range.
    func send(_ message: MIDIMessage, to surface: SurfaceIndex) -> SendResult

    /// Writes one system exclusive message, from F0 to F7 and at most `SystemExclusiveReader.capacity` bytes: whole or not at all.
    func send(_ message: Span<UInt8>, to surface: SurfaceIndex) -> SendResult

    /// How many connections a surface has now, as reported by the system: a `.connections` input carries no count.
    func connections(of surface: SurfaceIndex) -> Connections

    /// Whether clock and active sensing are read, too. A device may send them all the time, and only `monitor` shows them.
    func readClock(_ isOn: Bool)

    /// Gives the surfaces of a new configuration their ports, in its order. `previous[i]` is the index that surface `i` had before, so that
    /// its connections stay, or nil for a new surface. Surfaces that no longer exist lose their port.
    func arrange(_ names: [String], previous: [SurfaceIndex?])

    /// Gives everything back to the system.
    func close()
}

public enum PortInput: Sendable, BitwiseCopyable, Equatable {
    case none
    case message(surface: SurfaceIndex, MIDIMessage)
    /// A piece of a surface's system exclusive messages, which may begin and end anywhere. `withPiece` lends its bytes.
    case systemExclusive(surface: SurfaceIndex)
    /// A message that no control sends (clock): only for `monitor`. `status` is the MIDI status byte, `length` the number of bytes.
    case other(surface: SurfaceIndex, status: UInt8, length: Int)
    /// A connection to a surface was made or removed, by plugging or by hand; `connections(of:)` says how many there are now.
    case connections(surface: SurfaceIndex)
    /// A connection to a surface was removed. Another may have replaced it before this was read.
    case disconnected(surface: SurfaceIndex)
    /// The system dropped input because it was not read in time.
    case overrun
    /// The MIDI system is gone for good (errno): stop polling.
    case lost(Int32)

    @inlinable
    public var isNone: Bool { if case .none = self { true } else { false } }
}

/// What became of a written message.
public enum SendResult: Sendable, BitwiseCopyable, Equatable {
    case sent
    /// No room: poll for POLLOUT.
    case wouldBlock
    /// A reader behind the surface did not accept it (its queue is full): try again a little later.
    case busy
    /// The device needs a pause until then. A port never returns this.
    case pausing(until: MonotonicTime)
    /// The surface has no port, or the system rejected the message for good (errno).
    case failed(Int32)
}

/// The connections of one surface.
public struct Connections: Sendable, BitwiseCopyable, Equatable {
    /// How many devices send to us.
    public var inputs: Int
    /// How many devices we send to.
    public var outputs: Int
    /// Whether the device answers, where its protocol asks it to; a port does not know.
    public var isAnswering = true

    public init(inputs: Int = 0, outputs: Int = 0) {
        self.inputs = inputs
        self.outputs = outputs
    }
}

extension MIDIPort {
    public var canWait: Bool { false }

    public var mayReportMotors: Bool { false }

    /// Sends a message. One that names its halves is sent as two controllers. If only the first could be sent, the result is not `.sent`.
    func sendWhole(_ message: MIDIMessage, to surface: SurfaceIndex) -> SendResult {
        guard message.address.namesHalves else { return send(message, to: surface) }
        let (msb, lsb) = message.address.halves
        let result = send(MIDIMessage(msb, raw: message.raw >> 7), to: surface)
        return result == .sent ? send(MIDIMessage(lsb, raw: message.raw & 127), to: surface) : result
    }

    public func readClock(_ isOn: Bool) {}

    public func withPiece(_ use: (Span<UInt8>) -> Void) {}
}

extension Connections: RowElement {
    public typealias Index = SurfaceIndex
}
