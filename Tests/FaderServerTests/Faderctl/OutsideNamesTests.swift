import FaderAPI
import FaderConfig
import FaderConsole
import FaderJSON
import FaderTargets
import FaderValues
import Testing

@testable import FaderCLI

@Suite("Names from outside in a config")
struct OutsideNamesTests {
    /// Names that mean something else in YAML if they are written as they are.
    static let names = [
        "null", "Null", "~", "yes", "no", "on", "off", "true", "y", "n", "version", "<<", "1", "1.5", "1e5", "0x10", "0o7", "1:30", ".inf",
        ".nan", "2001-01-01", "a: b", "a: {b: c}", "a #b", "#a", "- a", "-", "? a", "---", "...", "*a", "&a", "!a", "%a", "@a", "`a", "|",
        ">",
        "'a", "\"a", "a\"", "\\", "{a", "[a", "a, b", "a\nb: 1", "a\r\nb", "\ta", "a\t", "a\u{85}b", "a\u{2028}b", "a\u{2029}b",
        "\u{FEFF}a", "\u{FFFE}", "\u{1B}[2J", "\0", "e\u{301}", "\u{202E}a", "Ünïcode", "controller", "surfaces",
        String(repeating: "a", count: 126), String(repeating: "\n", count: 63), "x: y\nsurfaces:\n  z: {match: z}",
    ]

    private static let config = """
        version: 1
        parameters:
          null: {min: 0, max: 1}
          "-": {min: 0, max: 1}
          1.5: {min: 0, max: 1}
        surfaces:
          desk: {match: "Desk", controls: {fader.1: {input: "cc 1 ch 1"}}, map: {fader.1: "null"}}

        """

    /// The text after values were set in it.
    private func edited(_ text: String, _ values: [ConfigValue]) throws -> String {
        let edits = values.map { JSONValue.object(["set": .list($0.path.map { .text($0) }), "to": $0.value]) }
        let request = try ConfigEdits(json: WireJSON.encode(JSONValue.object(["read": .text(""), "edits": .list(edits)])))
        return String(decoding: try ConfigEditor.bytes(after: request, of: Array(text.utf8), name: "c.yaml"), as: UTF8.self)
    }

    private func read(_ text: String) throws -> Configuration {
        let (result, _) = ConfigReader(kinds: TargetKinds.all, profileDirectories: []).readAll(bytes: Array(text.utf8), name: "c.yaml")
        guard case .success(let contents, _) = result else {
            Issue.record("\(result.diagnostics.map(\.text))\n\(text)")
            throw CancellationError()
        }
        return contents.console
    }

    @Test(
        "a controller of any name becomes one more surface that is matched by exactly that name, and nothing else changes", arguments: names
    )
    func learned(client: String) throws {
        let before = try read(Self.config)
        for parameter in ["null", "-", "1.5"] {
            for id in [nil, "null", "on", "fader.9"] {
                let control = LearnedControl(sender: Sender(client: client), input: "cc 7 ch 1")
                let text = try edited(Self.config, try LearnCommand.values(control, as: id, driving: parameter, []))
                let after = try read(text)
                #expect(after.parameters == before.parameters)
                try #require(after.surfaces.count == 2)
                #expect(after.surfaces.first == before.surfaces.first)
                let surface = try #require(after.surfaces.last)
                #expect(surface.match == SurfaceMatch(client: client.globEscaped), "\(text)")
                #expect(surface.name == SurfaceGuide.name(client, besides: []))
                #expect(text.hasPrefix(Self.config))
            }
        }
    }

    @Test("no key that faderctl writes is read as anything but its text by other readers of YAML", arguments: names)
    func keys(name: String) throws {
        let control = LearnedControl(sender: Sender(client: name), input: "cc 7 ch 1")
        let text = try edited("version: 1\n", try LearnCommand.values(control, as: "null", driving: "-", []))
        for line in text.split(separator: "\n").dropFirst() {
            let key = String(line.drop { $0 == " " }.prefix { $0 != ":" })
            let isQuoted = key.hasPrefix("\"") && key.hasSuffix("\"")
            let reserved = ["null", "yes", "no", "on", "off", "true", "false", "y", "n", "~"]
            #expect(isQuoted || (key.first?.isLetter == true && !reserved.contains(key)), "\(line)")
        }
        #expect(text.contains("\"null\": \"-\""), "\(text)")
    }

    @Test("a surface of the config keeps its form when a control or parameter with such a name is mapped")
    func mapped() throws {
        for before in ["map: {}", "map:\n      play: x", "map: {play: x}", "profile: x"] {
            func value(_ text: String) -> [ConfigValue] { [ConfigValue(path: ["surfaces", "desk", "map", "on"], value: .text(text))] }
            let text = try edited("surfaces:\n  desk:\n    \(before)\n", value("null"))
            #expect(text.contains("\"on\": \"null\""), "\(text)")
            let again = try edited(text, value("other"))
            #expect(again.contains("\"on\": \"other\"") && !again.contains("null"), "\(again)")
        }
    }
}
