import FaderConsole
import FaderMIDI
import FaderTesting
import FaderValues
import Glibc
import Synchronization

/// Measures what one event costs on the MIDI thread without the port: it arrives alone, a motor on another surface follows, and the thread
/// waits again.
enum LoopProbe {
    /// With `isMackie`, both surfaces use Mackie Control. `noise` is for the control that moves and for the one that follows. With `members`,
    /// the parameter is a group, each of whose members has a motor on the other surface, too.
    static func run(events: Int, isMackie: Bool, noise: (Int, Int), members: Int) -> Int32 {
        let address = isMackie ? MessageAddress(.pitchbend) : MessageAddress(.cc, number: 0, channel: 0)
        var specs = ["in", "out"].map { SurfaceSpec(name: $0, match: SurfaceMatch(client: "")) }
        specs[0].controls = [ControlSpec(id: "in", input: address, parameter: ParameterIndex(0))]
        specs[1].controls = [ControlSpec(id: "out", input: address, motor: address, parameter: ParameterIndex(0))]
        (specs[0].controls[0].noise, specs[1].controls[0].noise) = noise
        if isMackie {
            (specs[0].speaks, specs[1].speaks) = (.mackie(MackieSpec(greets: false)), .mackie(MackieSpec(greets: false)))
        }
        var parameters = [ParameterSpec(id: "p", minimum: -70, maximum: 6)]
        for member in 0..<members {
            var spec = ParameterSpec(id: "m\(member)", minimum: -70, maximum: 6, defaultValue: -10)
            spec.group = "p"
            parameters[0].members.append(spec.id)
            parameters.append(spec)
            let address = MessageAddress(.cc, number: UInt16(20 + member), channel: 1)
            specs[1].controls.append(
                ControlSpec(id: spec.id, input: address, motor: address, parameter: ParameterIndex(1 + member)))
        }
        let console = Console(Configuration(parameters: parameters, surfaces: specs))
        let isDone = Doneness()
        let port = SinglesPort(events, address, isDone)
        guard let engine = try? EngineHandle.start(port: port, console: console, isRealtime: false, handler: { _ in }) else { return 70 }
        while !isDone.flag.load(ordering: .acquiring) { usleep(10_000) }
        _ = engine
        return 0
    }
}

final class Doneness: Sendable {
    let flag = Atomic<Bool>(false)
}

/// A port whose messages arrive one by one, each as soon as the thread waits for it.
final class SinglesPort: MIDIPort {
    private let events: Int
    private let address: MessageAddress
    private let isDone: Doneness
    private var index = 0
    private let silent: Int32

    init(_ events: Int, _ address: MessageAddress, _ isDone: Doneness) {
        self.events = events
        self.address = address
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
        return .message(surface: SurfaceIndex(0), MIDIMessage(address, raw: UInt32(index / 2 % 127)))
    }
    func send(_ message: MIDIMessage, to surface: SurfaceIndex) -> SendResult { .sent }
    func send(_ message: Span<UInt8>, to surface: SurfaceIndex) -> SendResult { .sent }
    func connections(of surface: SurfaceIndex) -> Connections { Connections(inputs: 1, outputs: 1) }
    func arrange(_ names: [String], previous: [SurfaceIndex?]) {}
    func close() {}
}
