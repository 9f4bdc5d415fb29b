import FaderConsole
import FaderSystem
import FaderTesting
import FaderValues
import Glibc
import Synchronization

@testable import FaderMIDI

/// The test's end of a port: puts messages in and reads what was sent. Thread-safe.
final class Cable: Sendable {
    private struct State {
        var inputs: [PortInput] = []
        var next = 0
        var pieces: [[UInt8]] = []
        var sent: [(surface: SurfaceIndex, message: MIDIMessage, reads: Int)] = []
        var attempts = 0
        var result = SendResult.sent
        var connections: [Connections]
        var isClosed = false
        var questions = 0
    }

    fileprivate let bell: Doorbell
    private let state: Mutex<State>
    /// Set by a test to hold up the MIDI thread.
    let isHeld = Atomic<Bool>(false)

    init(surfaces: Int) throws {
        bell = try Doorbell()
        state = Mutex(State(connections: [Connections](repeating: Connections(inputs: 1, outputs: 1), count: surfaces)))
    }

    /// Delivers input.
    func put(_ inputs: [PortInput]) {
        state.withLock { $0.inputs += inputs }
        bell.ring()
    }

    /// Delivers bytes of system exclusive messages on the first surface.
    func put(piece: [UInt8]) {
        state.withLock { $0.pieces.append(piece) }
        put([.systemExclusive(surface: 0)])
    }

    fileprivate func takePiece() -> [UInt8] { state.withLock { $0.pieces.removeFirst() } }

    /// Delivers a message of controller 1 on channel 1.
    func move(_ raw: UInt32, surface: SurfaceIndex = 0) { put([Self.move(raw, surface: surface)]) }

    static func move(_ raw: UInt32, surface: SurfaceIndex = 0) -> PortInput {
        .message(surface: surface, MIDIMessage(MessageAddress(.cc, number: 1), raw: raw))
    }

    /// Sets the number of connections from now on.
    func connect(_ surface: SurfaceIndex, _ connections: Connections) { state.withLock { $0.connections[surface] = connections } }

    func answerSends(with result: SendResult) { state.withLock { $0.result = result } }

    /// The messages sent since the last call, as `surface: message`.
    func take() -> [String] {
        state.withLock { state in
            defer { state.sent = [] }
            return state.sent.map { "\($0.surface): \($0.message)" }
        }
    }

    /// The same, with the number of inputs that had been read by then.
    func takeWithReads() -> [(message: String, reads: Int)] {
        state.withLock { state in
            defer { state.sent = [] }
            return state.sent.map { ("\($0.surface): \($0.message)", $0.reads) }
        }
    }

    /// How often the console tried to send.
    var attempts: Int { state.withLock { $0.attempts } }
    var isClosed: Bool { state.withLock { $0.isClosed } }
    /// Whether all input was read.
    var isDrained: Bool { state.withLock { $0.next == $0.inputs.count } }

    fileprivate func read() -> PortInput {
        while isHeld.load(ordering: .sequentiallyConsistent) { usleepMilliseconds(1) }
        // As with libasound: one read takes everything from the descriptor, the rest is in our own memory.
        bell.clear()
        return state.withLock { state in
            guard state.next < state.inputs.count else { return .none }
            state.next += 1
            return state.inputs[state.next - 1]
        }
    }

    fileprivate func send(_ message: MIDIMessage, _ surface: SurfaceIndex) -> SendResult {
        state.withLock { state in
            state.attempts += 1
            if state.result == .sent { state.sent.append((surface, message, state.next)) }
            return state.result
        }
    }

    fileprivate func connections(_ surface: SurfaceIndex) -> Connections {
        state.withLock { state in
            state.questions += 1
            return state.connections.rowIndices.contains(surface) ? state.connections[surface] : Connections()
        }
    }

    /// How often the port was asked for its connections or given new surfaces.
    var questions: Int { state.withLock { $0.questions } }

    fileprivate func arrange() { state.withLock { $0.questions += 1 } }

    fileprivate func close() { state.withLock { $0.isClosed = true } }
}

/// The engine's end, owned by the MIDI thread.
final class CablePort: MIDIPort {
    private let cable: Cable
    init(_ cable: Cable) { self.cable = cable }
    var pollDescriptor: Int32 { cable.bell.descriptor }
    func read() -> PortInput { cable.read() }
    func withPiece(_ use: (Span<UInt8>) -> Void) { use(cable.takePiece().span) }
    func send(_ message: MIDIMessage, to surface: SurfaceIndex) -> SendResult { cable.send(message, surface) }
    func send(_ message: Span<UInt8>, to surface: SurfaceIndex) -> SendResult { .sent }
    func connections(of surface: SurfaceIndex) -> Connections { cable.connections(surface) }
    func arrange(_ names: [String], previous: [SurfaceIndex?]) { cable.arrange() }
    func close() { cable.close() }
}

/// A port with nothing to read, on which the MIDI thread waits in a blocking read, as on the sequencer.
final class BlockingPort: MIDIPort {
    private var ends: [Int32] = [-1, -1]
    init() { unsafe _ = pipe(&ends) }
    var pollDescriptor: Int32 { ends[0] }
    var canWait: Bool { true }
    func read() -> PortInput {
        var byte: UInt8 = 0
        _ = unsafe Glibc.read(ends[0], &byte, 1)
        return .none
    }
    func withPiece(_ use: (Span<UInt8>) -> Void) {}
    func send(_ message: MIDIMessage, to surface: SurfaceIndex) -> SendResult { .sent }
    func send(_ message: Span<UInt8>, to surface: SurfaceIndex) -> SendResult { .sent }
    func connections(of surface: SurfaceIndex) -> Connections { Connections(inputs: 1, outputs: 1) }
    func arrange(_ names: [String], previous: [SurfaceIndex?]) {}
    func close() { for end in ends { _ = Glibc.close(end) } }
}

/// The events an engine reported, in order. Thread-safe.
final class Witness: Sendable {
    private let all = Mutex<[EngineEvent]>([])

    func see(_ event: EngineEvent) { all.withLock { $0.append(event) } }

    var events: [EngineEvent] { all.withLock { $0 } }

    /// The newest report of a parameter.
    func newest(of parameter: ParameterIndex) -> ParameterReport? {
        for event in events.reversed() {
            if case .changed(let report, _) = event, report.parameter == parameter { return report }
        }
        return nil
    }
}

/// Starts an engine on a cable.
func start(
    _ configuration: Configuration, on cable: Cable, handler: @escaping @Sendable (EngineEvent) -> Void = { _ in }
) throws(ThreadError) -> EngineHandle {
    try EngineHandle.start(port: CablePort(cable), console: Console(configuration), isRealtime: false, handler: handler)
}

/// Counts how requests ended. Thread-safe.
final class Tally: Sendable {
    private let counts = Mutex<(answered: Int, busy: Int, stopped: Int)>((0, 0, 0))

    /// Asks the engine for a change and counts the outcome.
    func submit(to engine: EngineHandle) async {
        do {
            _ = try await engine.submit(.set(parameter: 0, 5, .api), generation: 1)
            counts.withLock { $0.answered += 1 }
        } catch EngineError.busy {
            counts.withLock { $0.busy += 1 }
        } catch {
            counts.withLock { $0.stopped += 1 }
        }
    }

    var answered: Int { counts.withLock { $0.answered } }
    var busy: Int { counts.withLock { $0.busy } }
    var all: Int { counts.withLock { $0.answered + $0.busy + $0.stopped } }
}

/// Keeps a handler waiting. Thread-safe.
final class Gate: Sendable {
    let isClosed = Atomic<Bool>(false)

    /// Waits while the gate is closed.
    func pass() {
        while isClosed.load(ordering: .sequentiallyConsistent) { usleepMilliseconds(1) }
    }
}
