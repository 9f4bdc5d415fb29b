import FaderConsole
import FaderEngine
import FaderModel
import Glibc
import Synchronization

/// What one event costs on the MIDI thread without the port: it comes in alone, a motor of another surface follows, the thread waits again.
enum LoopProbe {
    static func run(events: Int) -> Int32 {
        let address = MessageAddress(.cc, number: 0, channel: 0)
        var specs = ["in", "out"].map { SurfaceSpec(name: $0, match: SurfaceMatch(client: "")) }
        specs[0].controls = [ControlSpec(id: "in", input: address, parameter: ParameterIndex(0))]
        specs[1].controls = [ControlSpec(id: "out", input: address, motor: address, parameter: ParameterIndex(0))]
        let parameters = [ParameterSpec(id: "p", minimum: -70, maximum: 6)]
        let console = Console(Configuration(parameters: parameters, surfaces: specs))
        let isDone = Doneness()
        let port = SinglesPort(events, isDone)
        guard let engine = try? EngineHandle.start(port: port, console: console, isRealtime: false, handler: { _ in }) else { return 70 }
        while !isDone.flag.load(ordering: .acquiring) { usleep(10_000) }
        _ = engine
        return 0
    }
}

final class Doneness: Sendable {
    let flag = Atomic<Bool>(false)
}

/// A port whose messages come one by one, each as soon as it is waited for.
final class SinglesPort: MIDIPort {
    private let events: Int
    private let isDone: Doneness
    private var index = 0
    private let silent: Int32

    init(_ events: Int, _ isDone: Doneness) {
        self.events = events
        self.isDone = isDone
        var ends: [Int32] = [-1, -1]
        _ = unsafe pipe(&ends)
        silent = ends[0]
    }

    var pollDescriptor: Int32 { silent }
    var canWait: Bool { true }
    func read() -> PortInput {
        index += 1
        if index % 2 == 0 { return .none }
        guard index < 2 * events else {
            isDone.flag.store(true, ordering: .releasing)
            usleep(1000)
            return .none
        }
        return .message(surface: SurfaceIndex(0), MIDIMessage(MessageAddress(.cc, number: 0, channel: 0), raw: UInt32(index / 2 % 127)))
    }
    func send(_ message: MIDIMessage, to surface: SurfaceIndex) -> SendResult { .sent }
    func send(_ message: Span<UInt8>, to surface: SurfaceIndex) -> SendResult { .sent }
    func connections(of surface: SurfaceIndex) -> Connections { Connections(inputs: 1, outputs: 1) }
    func arrange(_ names: [String], previous: [SurfaceIndex?]) {}
    func close() {}
}
