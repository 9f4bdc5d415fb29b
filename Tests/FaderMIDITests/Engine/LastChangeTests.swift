import FaderConsole
import FaderTesting
import FaderValues
import Synchronization
import Testing

@testable import FaderMIDI

@Suite("Changes are delayed, but never lost", .serialized)
struct LastChangeTests {
    @Test("a move just before the stop is reported before the stop has ended")
    func lastMoveIsTold() async throws {
        let surface = try VirtualSurface()
        surface.attach(to: SurfaceSpec(name: "virtual", match: SurfaceMatch(client: VirtualSurface.clientName)))
        let pitchbend = MessageAddress(.pitchbend)
        let control = ControlSpec(id: "fader.1", input: pitchbend, motor: pitchbend, parameter: 0)
        let spec = SurfaceSpec(name: "virtual", match: SurfaceMatch(client: "*"), controls: [control])
        let configuration = Configuration(parameters: [ParameterSpec(id: "a", minimum: 0, maximum: 16383)], surfaces: [spec])
        let port = VirtualPort(surface, surfaces: ["virtual"])
        let last = Mutex<Double>(-1)
        let engine = try EngineHandle.start(port: port, console: Console(configuration), isRealtime: false) { event in
            if case .changed(let report, _) = event { last.withLock { $0 = report.value } }
        }
        // Faster than changes are reported, so that the last ones are still pending at the stop.
        for raw in 1...80 { try surface.move(0, to: Position(raw: UInt32(raw), of: 16383)) }
        await engine.stop()
        #expect(last.withLock { $0 } == 80)
    }
}
