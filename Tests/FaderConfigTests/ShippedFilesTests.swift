import FaderConfig
import FaderConsole
import FaderModel
import Testing

@Suite("The files that come with faderd")
struct ShippedFilesTests {
    private static let directory =
        "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/") + "/config"
    private static let profiles = SystemFiles().names(in: directory + "/profiles").sorted()

    @Test("the example config works as it is, with the virtual surface mapped")
    func example() throws {
        let result = ConfigReader(profileDirectories: []).read(path: Self.directory + "/faderd.yaml")
        #expect(result.diagnostics.map(\.text) == [])
        guard case .success(let configuration, _) = result else { return }
        #expect(configuration.parameters.first?.id == "master")
        let surface = try #require(configuration.surfaces.first)
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
        let result = ConfigReader(profileDirectories: []).read(
            text: lines.joined(separator: "\n"), name: Self.directory + "/faderd.yaml")
        #expect(result.diagnostics.map(\.text) == [])
        guard case .success(let configuration, _) = result else { return }
        #expect(configuration.surfaces.map(\.name) == ["virtual", "desk", "box", "own"])
        #expect(configuration.surfaces.map(\.isAuto) == [false, true, false, false])
        #expect(configuration.symbols.locale == "sv_SE")
    }

    @Test("every profile is read without a diagnostic", arguments: profiles)
    func profile(file: String) throws {
        #expect(file.hasSuffix(".yaml"))
        let name = String(file.dropLast(5))
        let text = "version: 1\nsurfaces: {s: {match: \"*\", profile: \(name)}}\n"
        let result = ConfigReader(profileDirectories: []).read(text: text, name: Self.directory + "/test.yaml")
        #expect(result.diagnostics.map(\.text) == [])
        guard case .success(let configuration, _) = result else { return }
        #expect(configuration.surfaces.first?.controls.isEmpty == false)
        #expect(configuration.surfaces.first?.controls.allSatisfy { $0.place != nil } == true, "a control has no place")
    }

    @Test("the profiles named in the manual exist")
    func names() {
        let expected = [
            "apc-mini", "bcf2000", "bcr2000", "beatstep", "faderfox-ec4", "faderfox-uc4", "intech-grid", "launch-control-xl",
            "midi-fighter-twister", "midimix", "nanokontrol-studio", "nanokontrol2", "x-touch-compact", "x-touch-ctrl", "x-touch-mini",
            "x-touch-one", "xone-k2", "generic-cc-motor", "generic-cc", "generic-cc14", "generic-pitchbend", "mackie-control", "virtual",
            "mackie-xt", "hui", "x-touch", "x-touch-extender", "platform-m", "faderport", "faderport-8", "faderport-16",
        ]
        #expect(Set(Self.profiles).isSuperset(of: expected.map { $0 + ".yaml" }))
    }
}
