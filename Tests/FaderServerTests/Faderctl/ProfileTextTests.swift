import FaderConfig
import FaderConsole
import FaderRig
import FaderTargets
import FaderValues
import Glibc
import Testing

@testable import FaderCLI

@Suite("The profile of a learned controller")
struct ProfileTextTests {
    /// One file.
    private struct OneFile: ConfigFiles {
        let text: String

        func contents(of path: String, limit: Int) throws(ConfigFileError) -> [UInt8] {
            guard path.hasSuffix("/box.yaml") else { throw .missing }
            return Array(text.utf8.prefix(limit))
        }

        func names(in directory: String) -> [String] { ["box.yaml"] }
    }

    private func control(
        _ input: String, relative: String? = nil, isInverted: Bool = false, touch: String? = nil, hasMotor: Bool = false,
        isButton: Bool = false
    ) -> LearnedControl {
        var control = LearnedControl(sender: Sender(client: "Box"), input: input)
        (control.relative, control.isInverted, control.touch) = (relative, isInverted, touch)
        (control.hasMotor, control.isButton) = (hasMotor, isButton)
        return control
    }

    @Test("the config reader reads back the same controls, name and match")
    func roundTrip() throws {
        let controls = [
            ("fader.1", control("cc 7 ch 1")), ("fader.2", control("cc14 8 ch 1", touch: "note 104 ch 1", hasMotor: true)),
            ("fader.3", control("pitchbend ch 16", hasMotor: true)), ("fader.4", control("nrpn 300 ch 2")),
            ("encoder.1", control("cc 16 ch 1", relative: "twos", isInverted: true)),
            ("encoder.2", control("cc 17 ch 1", relative: "sign-magnitude")),
            ("encoder.3", control("cc 20 ch 1", relative: "next-cc")),
            ("encoder.4", control("pitchbend ch 3", relative: "direction")),
            ("button.1", control("note 16 ch 1", isButton: true)), ("play", control("program ch 5", isButton: true)),
        ]
        let name = "My \"Box\" \\ 2"
        let text = ProfileFile.text(title: name, match: SurfaceGuide.match(name, 2), controls)
        let config = "version: 1\nsurfaces: {s: {profile: box}}\n"
        let result = ConfigReader(kinds: TargetKinds.all, profileDirectories: ["/p"], files: OneFile(text: text)).readAll(
            bytes: Array(config.utf8), name: "c.yaml"
        )
        .result
        #expect(result.diagnostics.map(\.text) == [])
        guard case .success(let contents, _) = result, let surface = contents.console.surfaces.first else { return }
        #expect(surface.match == SurfaceMatch(client: "My \"Box\" \\\\ 2", port: 1))
        #expect(surface.match.accepts(name, nil))
        #expect(surface.controls.map(\.id) == controls.map(\.0))
        for (spec, (id, control)) in zip(surface.controls, controls) {
            #expect("\(spec.input)" == control.input, "\(id)")
            #expect(spec.touch.map { "\($0)" } == control.touch, "\(id)")
            #expect((spec.motor != nil) == control.hasMotor, "\(id)")
            #expect((spec.encoder != nil) == (control.relative != nil), "\(id)")
            #expect(spec.isInverted == control.isInverted, "\(id)")
        }
    }

    @Test("files: free names, names of profiles, unwritable directories")
    func files() throws {
        let directory = try TemporaryDirectory.make()
        let path = "\(directory)/profiles/box.yaml"
        defer {
            for file in ["box.yaml", "box-2.yaml"] { unsafe unlink("\(directory)/profiles/\(file)") }
            unsafe rmdir("\(directory)/profiles")
            TemporaryDirectory.remove(directory)
        }
        try ProfileFile.requireRoom(at: path)
        #expect(ProfileFile.free(path) == path)
        try ProfileFile(path: path, text: "a").write()
        #expect(ProfileFile.free(path) == "\(directory)/profiles/box-2.yaml")
        try ProfileFile(path: "\(directory)/profiles/box-2.yaml", text: "b").write()
        #expect(ProfileFile.free(path) == "\(directory)/profiles/box-3.yaml")
        #expect(throws: Failure.self) { try ProfileFile.requireRoom(at: "\(directory)/a/b/box.yaml") }
        #expect(ProfileFile.isSame("\(directory)/profiles/../profiles", "\(directory)/profiles"))
        #expect(!ProfileFile.isSame(directory, "\(directory)/profiles"))
        #expect([path, "/x/.yaml", "box.yml", "box.yaml"].map { ProfileFile.name($0) } == ["box", nil, nil, "box"])
    }

    @Test("the errors of a profile name the file that it would have been written to")
    func errors() throws {
        let file = ProfileFile(path: "/p/box.yaml", text: "version: 1\nname: Box\ncontrols:\n  fader.1: {inptu: \"cc 7 ch 1\"}\n")
        let failure = #expect(throws: Failure.self) { try file.check() }
        #expect(failure?.further.first?.hasPrefix("/p/box.yaml:4:") == true, "\(failure?.further ?? [])")
    }

    @Test("--surface without a name is known to the parser")
    func withoutName() {
        #expect(LearnCommand.withSurface(["learn", "--surface"]) == ["learn", "--any-surface"])
        #expect(LearnCommand.withSurface(["learn", "--surface", "--dry-run"]) == ["learn", "--any-surface", "--dry-run"])
        #expect(LearnCommand.withSurface(["learn", "--surface", "desk", "pan"]) == ["learn", "--surface", "desk", "pan"])
        #expect(LearnCommand.withSurface(["get", "--surface"]) == ["get", "--surface"])
        #expect(LearnCommand.withSurface(["learn", "--", "--surface"]) == ["learn", "--", "--surface"])
    }

    @Test("the screen: long tables show their end, long lines are cut, the cursor is in the input line")
    func picture() {
        var screen = WalkScreen()
        let table = ["CONTROL"] + (1...9).map { "fader.\($0)" }
        let first = screen.draw(table: table, sentences: ["one two three"], line: LineEditor("ga"), columns: 10, rows: 10)
        #expect(
            first == "\r\u{1B}[JCONTROL\r\n… 6 more…\r\nfader.7\r\nfader.8\r\nfader.9\r\n\r\none two\r\nthree\r\n> ga\r\u{1B}[4C")
        let second = screen.draw(table: [], sentences: ["a"], line: LineEditor(""), columns: 10, rows: 10)
        #expect(second == "\r\u{1B}[8A\u{1B}[J\r\na\r\n> \r\u{1B}[2C")
        #expect(screen.erase() == "\r\u{1B}[2A\u{1B}[J")
    }
}
