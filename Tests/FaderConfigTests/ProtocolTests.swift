import FaderConfig
import FaderConsole
import FaderValues
import Testing

@Suite("Protocols in profiles")
struct ProtocolTests {
    private static let beside = "./profiles/box.yaml"
    private static let config = "version: 1\nsurfaces:\n  s: {profile: box}\n"

    private func surface(_ profile: String) throws -> SurfaceSpec {
        let text = "version: 1\nname: Box\nmatch: Box\n" + profile
        return try #require(try configuration(Self.config, profiles: [Self.beside: text]).surfaces.first)
    }

    @Test("the name of a protocol alone provides its controls")
    func names() throws {
        for (word, speaks) in [
            ("mackie", .mackie(MackieSpec())), ("mackie-xt", .mackie(MackieSpec(isExtender: true))), ("hui", .hui),
            ("faderport-16", .faderPort(FaderPortSpec(strips: 16))),
        ] as [(String, ProtocolSpec)] {
            let surface = try surface("protocol: \(word)\n")
            #expect(surface.speaks == speaks)
            #expect(surface.controls.map(\.id) == speaks.controls.map(\.id))
            #expect(surface.controls == speaks.controls)
        }
        #expect(try surface("protocol: plain\ncontrols: {a: {input: cc 1 ch 1}}\n").speaks == .plain)
    }

    @Test("options stand beside the name")
    func options() throws {
        let surface = try surface(
            """
            protocol: {name: mackie, device: 20, handshake: false, colors: x-touch, touch: false, without: [jog, "view-*"]}
            begin: ["note 0 ch 2 = 100", "F0 00 00 66 14 0E 00 03 F7"]
            echo: release
            controls:
              fader.1: {raw: [0, 16380]}
              encoder.1: {ring: fill}
              encoder.2: {motor: {message: "cc 49 ch 1", raw: [0, 11]}}
              knob.1: {input: cc 80 ch 1}
            """)
        #expect(surface.speaks == .mackie(MackieSpec(device: 0x14, greets: false, hasColors: true)))
        let exclusive: [UInt8] = [0xF0, 0x00, 0x00, 0x66, 0x14, 0x0E, 0x00, 0x03, 0xF7]
        #expect(
            surface.begin == [.message(MIDIMessage(MessageAddress(.note, channel: 1), raw: 100)), .exclusive(exclusive)])
        func control(_ id: String) -> ControlSpec? { surface.controls.first { $0.id == id } }
        #expect(control("jog") == nil && control("view-user") == nil && control("knob.1") != nil)
        #expect(control("fader.1")?.inputRange == RawRange(0, 16380) && control("fader.1")?.motorRange == RawRange(0, 16380))
        #expect(surface.controls.allSatisfy { $0.touch == nil && $0.echo == .release })
        #expect(control("encoder.1")?.ring?.fixed == .fill)
        #expect(control("encoder.2")?.ring == nil && control("encoder.2")?.motorRange == RawRange(0, 11))
    }

    @Test("raw of the config counts for both directions, also where the protocol has a range of its own")
    func bothDirections() throws {
        let surface = try surface("protocol: faderport-8\ncontrols: {fader.1: {raw: [100, 16200]}}\n")
        let faders = surface.controls.filter { $0.id.hasPrefix("fader.") }
        #expect(faders.count == 8)
        #expect(faders[0].inputRange == RawRange(100, 16200) && faders[0].motorRange == RawRange(100, 16200))
        #expect(faders[1].inputRange == RawRange(0, 16368) && faders[1].motorRange == RawRange(0, 16368))
    }

    @Test("a ring has its own values for each look")
    func rings() throws {
        let text = controls(
            """
            a: {input: cc 1 ch 1, relative: twos, motor: cc 2 ch 1, ring: {fill: [0, 11], pan: [17, 27], middle: 64}}
            b: {input: cc 3 ch 1, relative: twos, motor: cc 4 ch 1, ring: {pan: [17, 27], look: pan}}
            """)
        let rings = try configuration(text).surfaces[0].controls.map { try #require($0.ring) }
        #expect(rings[0][.fill] == RawRange(0, 11) && rings[0][.pan] == RawRange(17, 27) && rings[0][.dot] == nil)
        #expect(rings[0].middle == 64 && rings[0].look(.fill) == .fill && rings[1].look(.fill) == .pan)
    }
}
