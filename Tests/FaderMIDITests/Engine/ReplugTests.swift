import FaderConsole
import FaderTesting
import FaderValues
import Testing

@testable import FaderMIDI

extension EngineTests {
    @Suite("Unplugging and plugging in")
    struct ReplugTests {
        @Test("a device replugged before either event was noticed is new: its motors get their positions", .timeLimit(.minutes(1)))
        func quickReplug() async throws {
            let cable = try Cable(surfaces: 1)
            let engine = try start(Desks.single(), on: cable)
            _ = try await engine.submit(.set(parameter: 0, 77, .text), generation: 1)
            _ = cable.take()
            // The counts are unchanged: one connection was lost, another was made.
            cable.put([.disconnected(surface: 0)])
            #expect(await eventually { cable.take() == ["0: cc 1 ch 1 = 77"] })
            await engine.stop()
        }

        @Test("a second reader that leaves disturbs nothing", .timeLimit(.minutes(1)))
        func otherReaderLeaves() async throws {
            let cable = try Cable(surfaces: 1)
            cable.connect(0, Connections(inputs: 1, outputs: 2))
            let engine = try start(Desks.single(), on: cable)
            _ = try await engine.submit(.set(parameter: 0, 77, .text), generation: 1)
            _ = cable.take()
            cable.connect(0, Connections(inputs: 1, outputs: 1))
            cable.put([.disconnected(surface: 0)])
            _ = try await engine.statistics()
            #expect(cable.take().isEmpty)
            await engine.stop()
        }
    }
}
