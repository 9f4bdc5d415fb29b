internal import CALSA
public import FaderConsole
public import FaderValues
internal import Glibc

/// The port on the ALSA sequencer: the client `faderd`, with a duplex port for each surface. Opened on any thread, then owned by the MIDI
/// thread.
@safe public final class SequencerPort: MIDIPort {
    private let handle: SequencerHandle
    private let ports: SurfacePorts
    private var events = EventBuffer(events: SequencerHandle.poolSize + 1)
    /// Input was returned since the last `.none`: when the buffer is empty, another read of the kernel would cost a call, or block.
    private var isDrained = false
    /// The next `read` returns `.none`: the buffer is empty, and nothing else waits.
    private var isAtEnd = false
    /// The bytes of the last system exclusive event, in `events`.
    private var piece = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    /// After an overrun, the first surface whose connections still have to be reported; nil for none.
    private var uncertainFrom: Int?
    /// What `send` writes: most of it is the same for every message.
    private var outgoing = unsafe snd_seq_event_t(from: 0)

    /// Makes a port for each surface, in order. There is room for 254.
    public static func open(surfaces: [String]) throws(SequencerError) -> sending SequencerPort {
        try SequencerPort(surfaces)
    }

    private init(_ surfaces: [String]) throws(SequencerError) {
        guard surfaces.count <= SequencerHandle.portLimit else { throw .tooManySurfaces(surfaces.count) }
        handle = try SequencerHandle(name: "faderd")
        handle.makeRoomForExclusive()
        ports = try SurfacePorts(handle)
        if let code = ports.arrange(surfaces, previous: []) { throw .failed(call: "snd_seq_create_port", errno: code) }
        readClock(false)
    }

    /// Our client number, which the watcher needs.
    public var client: Int32 { handle.client }

    public var pollDescriptor: Int32 { handle.descriptor }

    /// A read waits if the descriptor is blocking. Sending never waits: direct events are delivered or refused at once.
    public var canWait: Bool { true }

    /// True: real devices are connected to it.
    public var mayReportMotors: Bool { true }

    /// The kernel is read once between two `.none`: what arrives meanwhile is left for the next round.
    public func read() -> PortInput {
        // Runs after every event.
        guard isAtEnd else { return readNext() }
        isAtEnd = false
        isDrained = false
        return .none
    }

    @inline(never)
    private func readNext() -> PortInput {
        while true {
            if let uncertain = uncertainFrom {
                uncertainFrom = uncertain + 1 < ports.count ? uncertain + 1 : nil
                guard uncertain < ports.count else { continue }
                isDrained = true
                return counted(SurfaceIndex(uncertain))
            }
            if events.isEmpty {
                // What came after the last one is left for the next round.
                if isDrained {
                    isDrained = false
                    return .none
                }
                let code = events.fill(from: handle.descriptor)
                // A signal interrupted the read: the MIDI thread has something else to do.
                if code == -EINTR { return .none }
                guard !events.isEmpty else { return failure(of: code < 0 ? code : -EIO) }
            }
            isDrained = true
            if let input = unsafe input(of: events.next()) {
                isAtEnd = events.isEmpty
                return input
            }
        }
    }

    /// Lends the bytes of the last `.systemExclusive` that was read.
    public func withPiece(_ use: (Span<UInt8>) -> Void) {
        unsafe piece.withMemoryRebound(to: UInt8.self) { use(unsafe $0.span) }
    }

    /// One system call. Never `.wouldBlock`, because nothing is queued on our side; `.busy` if a reader's pool is full.
    public func send(_ message: MIDIMessage, to surface: SurfaceIndex) -> SendResult {
        let port = ports.port(of: surface)
        guard port >= 0 else { return .failed(-port) }
        unsafe outgoing.carry(message, from: UInt8(truncatingIfNeeded: port))
        return Self.result { unsafe calsa_write(handle.descriptor, &outgoing) }
    }

    /// Writes a system exclusive message as one event, so that nothing gets in between and a full pool cannot cut it short.
    public func send(_ message: Span<UInt8>, to surface: SurfaceIndex) -> SendResult {
        let port = ports.port(of: surface)
        guard port >= 0 else { return .failed(-port) }
        guard let pointer = unsafe handle.pointer else { return .failed(EBADF) }
        return unsafe message.withUnsafeBytes { bytes in
            var event = unsafe snd_seq_event_t(exclusive: bytes, from: UInt8(truncatingIfNeeded: port))
            return Self.result { unsafe snd_seq_event_output_direct(pointer, &event) }
        }
    }

    private static func result(of write: () -> Int32) -> SendResult {
        var code: Int32
        repeat { code = write() } while code == -EINTR
        guard code < 0 else { return .sent }
        return code == -EAGAIN || code == -ENOMEM ? .busy : .failed(-code)
    }

    /// A reader counts once it can receive, which only a `SurfaceWatcher` notices.
    public func connections(of surface: SurfaceIndex) -> Connections {
        guard let uses = ports.uses(of: surface) else { return Connections() }
        return Connections(inputs: uses.writers, outputs: uses.readers)
    }

    /// Without `monitor`, a device's clock would wake the MIDI thread for nothing.
    public func readClock(_ isOn: Bool) {
        handle.accept { isOn || ![SND_SEQ_EVENT_CLOCK, SND_SEQ_EVENT_TICK, SND_SEQ_EVENT_SENSING].contains($0) }
    }

    /// Creates, renames and deletes ports. If the kernel refuses a port, `send` to its surface is `.failed`.
    public func arrange(_ names: [String], previous: [SurfaceIndex?]) {
        ports.arrange(names, previous: previous)
        uncertainFrom = nil
    }

    /// Closes the client with its ports and connections; from then on `read` returns `.lost`.
    public func close() { handle.close() }

    @inline(__always)
    private func input(of event: UnsafeMutablePointer<snd_seq_event_t>) -> PortInput? {
        guard let surface = ports.surface(of: unsafe event.pointee.dest.port) else { return nil }
        switch unsafe SequencerEvent(event.pointee) {
        case .message(let message): return .message(surface: surface, message)
        case .systemExclusive:
            unsafe piece = SequencerEvent.bytes(of: event.pointee)
            return .systemExclusive(surface: surface)
        case .other(let status, let length): return .other(surface: surface, status: status, length: length)
        // The kernel announces a reader too early (see `countReaders`); the watcher does again when it can receive.
        case .subscribed(let sender):
            let isEarly = sender == PortAddress(client: Int(client), port: Int(unsafe event.pointee.dest.port))
            return isEarly ? nil : .connections(surface: surface)
        case .settled: return counted(surface)
        case .unsubscribed:
            ports.countReaders(of: surface)
            return .disconnected(surface: surface)
        case .ignored: return nil
        }
    }

    @inline(never)
    private func counted(_ surface: SurfaceIndex) -> PortInput {
        ports.countReaders(of: surface)
        return .connections(surface: surface)
    }

    @inline(never)
    private func failure(of code: Int32) -> PortInput {
        isDrained = code == -ENOSPC
        switch -code {
        case EAGAIN: return .none
        case ENOSPC:
            // The kernel dropped all our input, maybe with notices of connections.
            uncertainFrom = 0
            return .overrun
        case let errno: return .lost(errno)
        }
    }
}
