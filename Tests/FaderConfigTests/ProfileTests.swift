import FaderConfig
import FaderConsole
import FaderTargets
import FaderTesting
import FaderValues
import Testing

@Suite("Profiles")
struct ProfileTests {
    private static let beside = "./profiles/box.yaml"
    private static let installed = "/usr/share/profiles/box.yaml"
    private static let box = """
        version: 1
        name: Box
        match: "Box*"
        controls:
          fader.1: {input: cc 1 ch 1, motor: true, touch: note 1 ch 1}
          fader.2: {input: cc 2 ch 1, motor: true}
        """

    private func surface(_ keys: String) -> String { "version: 1\nparameters: {a: {}}\nsurfaces:\n  s: {\(keys)}\n" }

    private func controls(_ keys: String, profile: String = ProfileTests.box) throws -> [ControlSpec] {
        try configuration(surface(keys), profiles: [Self.beside: profile]).surfaces.first?.controls ?? []
    }

    @Test("the match of a profile is used if the surface has none")
    func match() throws {
        let files = [Self.beside: Self.box]
        #expect(try configuration(surface("profile: box"), profiles: files).surfaces.first?.match == SurfaceMatch(client: "Box*"))
        let own = try configuration(surface("profile: box, match: Mine"), profiles: files)
        #expect(own.surfaces.first?.match == SurfaceMatch(client: "Mine"))
    }

    @Test("at the start, surfaces whose profile has errors wait and the rest works; an error in the config still refuses it")
    func start() throws {
        func start(_ more: String = "") -> ConfigResult {
            let config = """
                version: 1
                parameters: {a: {}, b: {}}
                surfaces:
                  one: {match: One, profile: box, wide: desk, strips: {each: [a, b], fader: "{}"}, map: {fader.1: a, meter.1: b, knob.9: a}}
                  two: {match: Two, profile: sound, wide: desk}
                  three: {match: Three, profile: sound, map: {fader.1: b\(more)}}

                """
            let broken = Self.box.replacingFirst("cc 2 ch 1", by: "cc 200 ch 1") + "\nbegin: [note 1]\nidentity: \"42 01 00 02 00\""
            let files = MemoryFiles(texts: [
                "/etc/desk.yaml": config, "/etc/profiles/box.yaml": broken, "/etc/profiles/sound.yaml": Self.box,
            ])
            return ConfigReader(kinds: TargetKinds.all, profileDirectories: [], files: files).readAll(path: "/etc/desk.yaml", isStart: true)
                .result
        }
        guard case .success(let read, let told) = start() else { throw NotRead() }
        #expect(told.map(\.file) == ["/etc/profiles/box.yaml", "/etc/profiles/box.yaml"] && told.allSatisfy { $0.severity == .error })
        #expect(read.console.surfaces.map(\.isRefused) == [true, false, false])
        #expect(read.console.surfaces[0].controls.isEmpty && read.console.surfaces[0].identity == nil)
        #expect(read.console.surfaces[0].match == SurfaceMatch(client: "One"))
        #expect(read.console.surfaces[1].controls.count == 2 && read.console.surfaces[2].controls[0].parameter == 1)
        #expect(read.console.decks[0].widths == [0, 2] && read.console.decks[0].pages[0].strips == 2)
        guard case .failure = start(", fader.7: a") else {
            Issue.record("an error in the config was taken")
            return
        }
    }

    @Test("a profile whose match is wrong keeps only its own surface waiting")
    func wrongMatch() throws {
        let config = """
            version: 1
            parameters: {a: {}}
            surfaces:
              one: {profile: box}
              two: {match: Two, profile: sound, map: {fader.1: a}}
            """
        let files = MemoryFiles(texts: [
            "/etc/desk.yaml": config, "/etc/profiles/box.yaml": Self.box.replacingFirst("\"Box*\"", by: "[Box]"),
            "/etc/profiles/sound.yaml": Self.box,
        ])
        let result = ConfigReader(kinds: TargetKinds.all, profileDirectories: [], files: files).readAll(
            path: "/etc/desk.yaml", isStart: true
        ).result
        guard case .success(let read, let told) = result else { throw NotRead() }
        #expect(told.map(\.file) == ["/etc/profiles/box.yaml"])
        #expect(read.console.surfaces.map(\.isRefused) == [true, false])
    }

    @Test("a device is recognized by its USB identity, with or without a name; the surface's own match overrides it")
    func usb() throws {
        func match(_ keys: String, profile: String) throws -> SurfaceMatch? {
            try configuration(surface(keys), profiles: [Self.beside: profile]).surfaces.first?.match
        }
        let one = try #require(USBIdentity(parsing: "1397:00b4"))
        let two = try #require(USBIdentity(parsing: "0944:0117"))
        let named = Self.box.replacingFirst("match: \"Box*\"", by: "match: \"Box*\"\nusb: \"1397:00b4\"")
        #expect(try match("profile: box", profile: named) == SurfaceMatch(client: "Box*", usb: [one]))
        #expect(try match("profile: box, match: Mine", profile: named) == SurfaceMatch(client: "Mine"))
        let nameless = Self.box.replacingFirst("match: \"Box*\"", by: "usb: [1397:00B4, \"0944:0117\"]")
        #expect(try match("profile: box", profile: nameless) == SurfaceMatch(client: "", usb: [one, two]))
        let port = Self.box.replacingFirst("match: \"Box*\"", by: "match: {client: Box, usb: \"0944:0117\", port: 2}\nusb: \"1397:00b4\"")
        let both = try match("profile: box", profile: port)
        #expect(both == SurfaceMatch(client: "Box", port: 1, usb: [two, one]))
        #expect(both?.description == "Box or usb 0944:0117 or usb 1397:00b4 port 2")
        #expect(try match("match: {usb: \"0944:0117\"}, profile: box", profile: named)?.description == "usb 0944:0117")
    }

    @Test("the expected identity reply comes from the profile")
    func identity() throws {
        let known = try configuration(
            surface("profile: box"), profiles: [Self.beside: Self.box + "\nidentity: \"00 01 06 02 00 01 00\""])
        #expect(known.surfaces[0].identity?.description == "00 01 06 02 00 01 00")
        #expect(try configuration(surface("profile: box"), profiles: [Self.beside: Self.box]).surfaces[0].identity == nil)
    }

    @Test("the first and last messages are the profile's, or the surface's own")
    func beginAndEnd() throws {
        let profile = Self.box + "\nbegin: [\"note 1 ch 1 = 1\"]\nend: [\"note 2 ch 1 = 2\", \"F0 01 F7\"]"
        func messages(_ keys: String) throws -> [[DeviceMessage]] {
            let spec = try configuration(surface(keys), profiles: [Self.beside: profile]).surfaces[0]
            return [spec.begin, spec.end]
        }
        func note(_ number: UInt16) -> DeviceMessage { .message(MIDIMessage(MessageAddress(.note, number: number), raw: UInt32(number))) }
        #expect(try messages("profile: box") == [[note(1)], [note(2), .exclusive([0xF0, 0x01, 0xF7])]])
        #expect(try messages("profile: box, end: []") == [[note(1)], []])
        #expect(try messages("profile: box, begin: [\"note 5 ch 1 = 5\"], end: [\"note 3 ch 1 = 3\"]") == [[note(5)], [note(3)]])
        #expect(try messages("match: X, controls: {fader.1: {input: cc 1 ch 1}}, end: [\"note 3 ch 1 = 3\"]") == [[], [note(3)]])
    }

    @Test("a profile beside the config goes before an installed one of the same name")
    func order() throws {
        let other = Self.box.replacingFirst("cc 2 ch 1", by: "cc 3 ch 1")
        let both = try configuration(surface("profile: box"), profiles: [Self.beside: Self.box, Self.installed: other])
        #expect(both.surfaces.first?.controls.last?.input.number == 2)
        let one = try configuration(surface("profile: box"), profiles: [Self.installed: other])
        #expect(one.surfaces.first?.controls.last?.input.number == 3)
    }

    @Test("a surface overrides the keys it gives, keeps the others, and adds controls")
    func override() throws {
        let read = try controls("profile: box, controls: {fader.1: {input: cc 9 ch 1, echo: never}, knob.1: {input: cc 5 ch 1}}")
        #expect(
            read == [
                ControlSpec(
                    id: "fader.1", input: MessageAddress(.cc, number: 9), motor: MessageAddress(.cc, number: 9),
                    touch: MessageAddress(.note, number: 1), echo: .never),
                ControlSpec(id: "fader.2", input: MessageAddress(.cc, number: 2), motor: MessageAddress(.cc, number: 2)),
                ControlSpec(id: "knob.1", input: MessageAddress(.cc, number: 5)),
            ])
    }

    @Test("ranges of a motor that is on the input's message do not outlive an overriding input")
    func ranges() throws {
        let box = Self.box.replacingFirst("motor: true", by: "motor: {raw: [0, 90]}")
        func first(_ own: String) throws -> ControlSpec? {
            try configuration(surface("profile: box, controls: {fader.1: {\(own)}}"), profiles: [Self.beside: box]).surfaces.first?.controls
                .first
        }
        #expect(try first("echo: never")?.motorRange == RawRange(0, 90))
        #expect(try first("input: pitchbend ch 1")?.motorRange == nil)
        #expect(try first("input: pitchbend ch 1, raw: [0, 16000]")?.motorRange == RawRange(0, 16000))
    }

    @Test("a surface removes a motor or a touch sensor with false")
    func removal() throws {
        let read = try controls("profile: box, controls: {fader.1: {touch: false}, fader.2: {motor: false}}")
        #expect(read.map { $0.touch == nil } == [true, true])
        #expect(read.map { $0.motor == nil } == [false, true])
    }

    @Test("the name of a profile is no path")
    func path() {
        expect(
            surface("profile: 1️⃣../../etc/passwd, match: X"),
            ["1️⃣ error: there is no profile \"../../etc/passwd\" (looked in ./profiles, /usr/share/profiles)"],
            profiles: ["./profiles/../../etc/passwd.yaml": Self.box])
    }

    @Test("an unreadable profile is reported, and no other is used in its place")
    func denied() {
        expect(
            surface("profile: 1️⃣box, map: {fader.1: a}"),
            [
                "1️⃣ error: the profile ./profiles/box.yaml cannot be read: permission denied; make it readable for the user that faderd runs as"
            ], profiles: [Self.installed: Self.box], failures: [Self.beside: .denied])
    }

    @Test("the profiles are looked for beside the config, wherever that is")
    func directories() {
        let files = MemoryFiles(texts: [
            "/etc/faderd/faderd.yaml": surface("profile: nix, match: X"), "/f.yaml": surface("profile: nix, match: X"),
        ])
        let reader = ConfigReader(kinds: TargetKinds.all, profileDirectories: [], files: files)
        #expect(
            reader.read(path: "/etc/faderd/faderd.yaml").diagnostics.first?.message.contains("(looked in /etc/faderd/profiles)") == true)
        #expect(reader.read(path: "/f.yaml").diagnostics.first?.message.contains("(looked in /profiles)") == true)
    }
}

extension String {
    /// The text with the first occurrence of another replaced, without Foundation.
    fileprivate func replacingFirst(_ text: String, by other: String) -> String {
        guard let range = self.firstRange(of: text) else { return self }
        return replacingCharacters(in: range, with: other)
    }

    private func replacingCharacters(in range: Range<Index>, with other: String) -> String {
        String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
    }
}
