import FaderConfig
import FaderConsole
import FaderTargets
import FaderTesting
import FaderValues
import Testing

@Suite("The files that come with faderd")
struct ShippedFilesTests {
    private static let directory =
        TestFile.project + "/config"
    private static let profiles = SystemFiles().names(in: directory + "/profiles").sorted()

    @Test("profiles that recognize the same device are for its modes, the one for the mode in which it is delivered first")
    func modes() {
        let shelf = ProfileShelf(config: "/nowhere/faderd.yaml", installed: [Self.directory + "/profiles"])
        let found = Dictionary(grouping: shelf.recognitions()) { $0.match?.description ?? "" }.values.map { $0.map(\.name) }
        #expect(
            Set(found.filter { $0.count > 1 }) == [
                ["beatstep", "beatstep-relative"], ["faderfox-ec4", "faderfox-ec4-relative"], ["faderfox-uc4", "faderfox-uc4-relative"],
                ["killamix-mini", "killamix-mini-relative"], ["midi-fighter-twister", "midi-fighter-twister-relative"],
                ["minilab-3", "minilab-3-daw"], ["x-touch", "x-touch-ctrl"],
                ["x-touch-one", "x-touch-one-midi"],
            ])
    }

    @Test("the example config works as it is, with the virtual surface mapped")
    func example() throws {
        let result = ConfigReader(kinds: TargetKinds.all, profileDirectories: []).read(path: Self.directory + "/faderd.yaml")
        #expect(result.diagnostics.map(\.text) == [])
        guard case .success(let contents, _) = result else { return }
        #expect(contents.console.parameters.first?.id == "master")
        let surface = try #require(contents.console.surfaces.first)
        #expect(surface.name == "virtual")
        #expect(surface.match == SurfaceMatch(client: "faderd virtual"))
        // Eight strips: a fader, an encoder, its key, and four buttons.
        #expect(surface.controls.count == 8 * 7)
        let faders = surface.controls.filter { $0.id.hasPrefix("fader.") }
        #expect(faders.count == 8)
        for (index, control) in faders.enumerated() {
            let channel = UInt8(index)
            #expect(control.id == "fader.\(index + 1)")
            #expect(control.input == MessageAddress(.pitchbend, channel: channel))
            #expect(control.motor == control.input)
            #expect(control.touch == MessageAddress(.note, number: 104 + UInt16(index)))
            #expect(control.echo == .release)
            #expect(control.parameter != nil)
        }
    }

    @Test("every config in docs/lists.md works, and the first is an X32 in 12 lines")
    func lists() throws {
        let bytes = try SystemFiles().contents(of: Self.directory + "/../docs/lists.md", limit: 1 << 20)
        let blocks = String(decoding: bytes, as: UTF8.self).components(between: "```yaml\n", and: "```")
        #expect(blocks.count == 3)
        let read = try blocks.map { block in
            let result = ConfigReader(kinds: TargetKinds.all, profileDirectories: []).read(
                text: block, name: Self.directory + "/lists.yaml")
            #expect(result.diagnostics.map(\.text) == [])
            guard case .success(let contents, _) = result else { throw NotRead() }
            return contents
        }
        #expect(blocks[0].split(separator: "\n").count == 12)
        #expect(read[0].console.parameters.count == 24 * (4 + 6) && read[0].settings.targets.count == 240)
        #expect(
            read[0].console.decks[0].pages[0].strips == 24
                && read[0].console.decks[0].pages[0].columns.map(\.kind) == ["fader", "encoder", "mute", "solo"])
        let last = try #require(read[0].settings.targets.last)
        #expect(last.parameter == "track.horns" && (last.target.details as? OSCTargetSpec)?.address == "/ch/24/mix/06/level")
    }

    @Test("the commented-out parts of the example work when uncommented")
    func uncommented() throws {
        let bytes = try SystemFiles().contents(of: Self.directory + "/faderd.yaml", limit: 1 << 20)
        var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        lines = lines.map { line in
            // Uncomment the lines at the left margin that are not prose.
            for key in ["locale:", "types:", "  send:"] where line.hasPrefix("#" + key) { return String(line.dropFirst()) }
            guard let hash = line.firstIndex(of: "#"), line[..<hash] == "  ",
                line[line.index(after: hash)...].first != " " || line.hasPrefix("  #  ")
            else { return line }
            return "  " + line[line.index(after: hash)...]
        }
        let result = ConfigReader(kinds: TargetKinds.all, profileDirectories: []).read(
            text: lines.joined(separator: "\n"), name: Self.directory + "/faderd.yaml")
        #expect(result.diagnostics.map(\.text) == [])
        guard case .success(let contents, _) = result else { return }
        #expect(contents.console.surfaces.map(\.name) == ["virtual", "desk", "box", "own"])
        #expect(contents.console.surfaces.map(\.isAuto) == [false, true, false, false])
        #expect(contents.settings.symbols.locale == "sv_SE")
    }

    @Test("every profile is read without a diagnostic", arguments: profiles)
    func profile(file: String) throws {
        #expect(file.hasSuffix(".yaml"))
        let name = String(file.dropLast(5))
        let text = "version: 1\nsurfaces: {s: {match: \"*\", profile: \(name)}}\n"
        let result = ConfigReader(kinds: TargetKinds.all, profileDirectories: []).read(text: text, name: Self.directory + "/test.yaml")
        #expect(result.diagnostics.map(\.text) == [])
        guard case .success(let contents, _) = result else { return }
        #expect(contents.console.surfaces.first?.controls.isEmpty == false)
        #expect(contents.console.surfaces.first?.controls.allSatisfy { $0.place != nil } == true, "a control has no place")
        // A button has no pickup, so a knob that counts as one would jump.
        let turned: Set = ["gain", "trim", "high", "mid", "low", "pitch", "balance", "phones", "mix", "depth", "x", "y", "tilt"]
        let buttons = contents.console.surfaces[0].controls.filter { ButtonRule.isButton($0) && $0.input.kind == .cc && $0.motor == nil }
        let names = buttons.map { $0.id.prefix { $0 != "." } }.filter { turned.contains(String($0.split(separator: "-").last ?? "")) }
        #expect(names == [], "such a knob is called gain-knob")
    }

    @Test("every profile says what it stands on")
    func evidence() {
        let all = ProfileShelf(config: "/nowhere/faderd.yaml", installed: [Self.directory + "/profiles"]).all()
        #expect(all.count == Self.profiles.count && all.filter { $0.evidence == nil }.map(\.name) == [])
    }

    @Test("more than a hundred profiles come with faderd, and docs/controllers.md lists each of them and no others")
    func listed() throws {
        #expect(Self.profiles.count > 100)
        let bytes = try SystemFiles().contents(of: Self.directory + "/../docs/controllers.md", limit: 1 << 20)
        let page = String(decoding: bytes, as: UTF8.self)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") }.joined()
        // Every second piece between the marks is a name.
        let pieces = rows.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        let names = pieces.filter { $0.offset % 2 == 1 }.map { String($0.element) }
        #expect(names.sorted() == Self.profiles.map { String($0.dropLast(5)) }.sorted())
    }

    @Test("the profiles named in the manual exist")
    func names() {
        let expected = [
            "apc-mini", "bcf2000", "bcr2000", "beatstep", "faderfox-ec4", "faderfox-uc4", "intech-grid", "launch-control-xl",
            "midi-fighter-twister", "midimix", "nanokontrol-studio", "nanokontrol2", "x-touch-compact", "x-touch-ctrl", "x-touch-mini",
            "x-touch-one", "x-touch-one-midi", "beatstep-relative", "faderfox-ec4-relative", "faderfox-uc4-relative",
            "midi-fighter-twister-relative", "xone-k2", "generic-cc-motor", "generic-cc", "generic-cc14", "generic-pitchbend",
            "mackie-control", "virtual",
            "mackie-xt", "hui", "x-touch", "x-touch-extender", "platform-m", "faderport", "faderport-8", "faderport-16",
        ]
        #expect(Set(Self.profiles).isSuperset(of: expected.map { $0 + ".yaml" }))
    }
}

extension String {
    /// The texts between two marks.
    fileprivate func components(between open: String, and close: String) -> [String] {
        ranges(of: open).map { start in
            let rest = self[start.upperBound...]
            return String(rest[..<(rest.firstRange(of: close)?.lowerBound ?? rest.endIndex)])
        }
    }
}
