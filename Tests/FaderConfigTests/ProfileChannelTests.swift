import FaderConfig
import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("The channel of a profile")
struct ProfileChannelTests {
    private static let beside = "./profiles/box.yaml"
    private static let box = """
        version: 1
        name: Box
        match: "Box*"
        channel: 3
        begin: ["program ch {channel} = 0"]
        controls:
          fader.1: {input: cc 1 ch 1, motor: "cc 1 ch {channel}"}
          button.1: {input: note 16 ch 1, motor: {message: "note 0 ch {channel}", raw: [0, 2]}}
        """

    private func surfaces(_ lines: String) -> String { "version: 1\nparameters: {a: {}}\nsurfaces:\n\(lines)" }

    private func read(_ lines: String, profile: String = Self.box) throws -> [SurfaceSpec] {
        try configuration(surfaces(lines), profiles: [Self.beside: profile]).surfaces
    }

    @Test("{channel} is what the surface says, or else what the profile says, in controls, begin and end")
    func channel() throws {
        let all = try read(
            """
              one: {profile: box}
              two: {profile: {name: box, channel: 11}, end: ["note 5 ch {channel} = 1"]}
              three: {profile: {name: box}, controls: {knob.1: {input: "cc 9 ch {channel}"}}}
              four: {profile: {name: box, channel: 16}}

            """)
        #expect(all.map { $0.controls[0].motor?.channel } == [2, 10, 2, 15])
        #expect(all.map { $0.controls[1].motor?.channel } == [2, 10, 2, 15])
        #expect(all.map { $0.controls[0].input.channel } == [0, 0, 0, 0])
        #expect(all.map(\.profile) == ["box", "box", "box", "box"] && all.map(\.channel) == [3, 11, 3, 16])
        func program(_ channel: UInt8) -> [DeviceMessage] { [.message(MIDIMessage(MessageAddress(.program, channel: channel), raw: 0))] }
        #expect(all.map(\.begin) == [program(2), program(10), program(2), program(15)])
        #expect(all[1].end == [.message(MIDIMessage(MessageAddress(.note, number: 5, channel: 10), raw: 1))])
        #expect(all[2].controls[2].input.channel == 2)
    }

    @Test("the shelf tells a profile's channel and the lamp that shows it; no lamp where none depends on it")
    func shelf() {
        let mute = Self.box.replacing("note 0 ch {channel}", with: "note 0 ch 1")
        let files = MemoryFiles(texts: ["/p/a.yaml": Self.box, "/p/b.yaml": mute, "/p/c.yaml": mute.replacing("channel", with: "x")])
        let all = ProfileShelf(config: "/etc/faderd.yaml", installed: ["/p"], files: files).all()
        #expect(all.map(\.channel) == [3, 3, nil] && all.map(\.channelLamp) == ["button.1", nil, nil])
        #expect(all[0].controls[0].motor?.channel == 2)
    }

    @Test("a surface whose channel changes is another device: one that is sent something at its end is greeted anew")
    func replaced() throws {
        func surface(_ channel: Int) throws -> Configuration {
            try configuration(
                surfaces("  s: {profile: {name: box, channel: \(channel)}, begin: [], end: [\"note 1 ch 1 = 1\"]}\n"),
                profiles: [Self.beside: Self.box])
        }
        let (two, three) = (try surface(2), try surface(3))
        #expect(Continuity(from: two, to: two).surfaces == [0])
        #expect(Continuity(from: two, to: three).surfaces == [nil])
    }
}
