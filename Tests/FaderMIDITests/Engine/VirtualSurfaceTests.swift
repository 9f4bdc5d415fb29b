import FaderConsole
import FaderTesting
import FaderValues
import Testing

@testable import FaderMIDI

extension EngineTests {
    @Suite("The virtual surface with an engine")
    struct VirtualSurfaceTests {
        private func desk() -> Configuration {
            let controls = (0..<8).map { index in
                let address = MessageAddress(.pitchbend, channel: UInt8(index))
                return ControlSpec(
                    id: "fader.\(index + 1)", input: address, motor: address, touch: MessageAddress(.note, number: UInt16(104 + index)),
                    parameter: ParameterIndex(index / 2))
            }
            let parameters = (0..<4).map { ParameterSpec(id: "p\($0)", maximum: 16383) }
            let match = SurfaceMatch(client: VirtualSurface.clientName)
            return Configuration(parameters: parameters, surfaces: [SurfaceSpec(name: "virtual", match: match, controls: controls)])
        }

        private func start(_ surface: VirtualSurface) throws -> EngineHandle {
            let desk = desk()
            surface.attach(to: surface.surface(in: desk))
            return try EngineHandle.start(
                port: VirtualPort(surface, surfaces: ["virtual"]), console: Console(desk), isRealtime: false, handler: { _ in })
        }

        private func raw(_ surface: VirtualSurface, _ fader: Int) -> UInt32 { surface.device.position(of: fader).raw(of: 16383) }

        @Test("under a finger the motor waits; after the release it goes to the value")
        func touched() async throws {
            let surface = try VirtualSurface()
            let engine = try start(surface)
            try surface.hold(2, true)
            try surface.move(2, to: Position(raw: 100, of: 16383))
            #expect(await eventually { raw(surface, 3) == 100 })
            _ = try await engine.submit(.set(parameter: 1, 8000, .text), generation: 1)
            #expect(raw(surface, 2) == 100)
            #expect(raw(surface, 3) == 8000)
            #expect(surface.device.isTouched(2))
            try surface.hold(2, false)
            #expect(await eventually { raw(surface, 2) == 8000 })
            await engine.stop()
        }

        @Test("more moves than there is room for are refused as a whole")
        func tooMany() throws {
            let surface = try VirtualSurface()
            var refused = 0
            for index in 0..<400 {
                do throws(EngineError) { try surface.move(0, to: Position(Double(index) / 400)) } catch { refused += 1 }
            }
            #expect(refused == 400 - 1024 / 3)
        }
    }
}
