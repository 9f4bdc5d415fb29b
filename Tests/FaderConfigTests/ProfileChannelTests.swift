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

    @Test("a channel that a surface gives is an error where the profile has none, and where it is none")
    func refused() {
        let without = Self.box.replacing("{channel}", with: "1").replacing("channel: 3\n", with: "")
        expect(
            surfaces("  s: {profile: {name: box, channel: 1️⃣2}}\n  t: {profile: box}\n"),
            ["1️⃣ error: the profile box has no channel: its messages name their own; leave channel out"],
            profiles: [Self.beside: without])
        expect(
            surfaces("  s: {profile: {name: box, channel: 1️⃣17}}\n  t: {profile: 2️⃣{channel: 2}}\n"),
            [
                "1️⃣ error: channel must be a whole number 1…16, found \"17\"",
                "2️⃣ error: profile needs a name, for example {name: x-touch-compact, channel: 2}",
            ], profiles: [Self.beside: Self.box])
    }

    @Test("{channel} in a profile without a channel is an error that says so, each at its message")
    func noChannel() {
        let without = Self.box.replacing("channel: 3\n", with: "")
        let sentence = "{channel} stands for the channel: of a profile, and there is none here"
        expect(
            surfaces("  s: {profile: box}\n"),
            [
                "./profiles/box.yaml:4:9 error: \(sentence)",
                "./profiles/box.yaml:6:38 error: \"cc 1 ch {channel}\" is not a message: \(sentence)",
                "./profiles/box.yaml:7:52 error: \"note 0 ch {channel}\" is not a message: \(sentence)",
            ], profiles: [Self.beside: without])
    }

    @Test("{channel} is an error where a message has no channel, in a profile and in what a surface adds")
    func misplaced() {
        let sentence = "error: {channel} can only stand where a message has its channel, as in \"cc 1 ch {channel}\""
        for (right, wrong, place) in [
            ("cc 1 ch {channel}", "cc {channel} ch 1", "7:38"), ("cc 1 ch {channel}", "cc 1 ch 1{channel}", "7:38"),
            ("note 0 ch {channel}", "note 0{channel} ch 1", "8:52"), ("program ch {channel} = 0", "program ch 1 = {channel}", "5:9"),
            ("program ch {channel} = 0", "F0 0{channel} F7", "5:9"), ("knob.1", "knob.{channel}", "9:3"),
        ] {
            let profile = (Self.box + "\n  knob.1: {input: cc 8 ch 1}\n").replacing(right, with: wrong)
            expect(
                surfaces("  s: {profile: box}\n  t: {profile: {name: box, channel: 5}}\n"), ["./profiles/box.yaml:\(place) \(sentence)"],
                profiles: [Self.beside: profile])
        }
        expect(
            surfaces(
                """
                  s:
                    profile: {name: box, channel: 5}
                    controls: {knob.1: {input: 1️⃣"cc {channel} ch {channel}"}, button.2: {input: "note 1 ch {channel}=5"}}
                    end: [2️⃣"note {channel} ch 1 = 0"]

                """), ["1️⃣ \(sentence)", "2️⃣ \(sentence)"], profiles: [Self.beside: Self.box])
    }

    @Test("errors of a profile are told once, whatever channels surfaces give; one that only a channel causes names it")
    func errors() {
        let broken = Self.box.replacing("cc 1 ch 1,", with: "cc 200 ch 1,")
        expect(
            surfaces("  s: {profile: box}\n  t: {profile: {name: box, channel: 5}}\n  u: {profile: {name: box, channel: 6}}\n"),
            ["./profiles/box.yaml:7:20 error: \"cc 200 ch 1\" is not a message: \"200\" is not a number of cc (0…127)"],
            profiles: [Self.beside: broken])
        let crowded = Self.box + "\n  knob.1: {input: cc 7 ch 1, motor: cc 1 ch 4, ring: {dot: [1, 5]}}"
        expect(
            surfaces("  s: {profile: box}\n  t: {profile: {name: box, channel: 4}}\n"),
            [
                "./profiles/box.yaml:9:37 error: for channel 4: two controls on one message: \"cc 1 ch 4\", the motor of knob.1, "
                    + "is also the motor of fader.1 (line 7, column 38)"
            ], profiles: [Self.beside: crowded])
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
