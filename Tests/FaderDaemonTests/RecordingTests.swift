import FaderAPI
import FaderConfig
import FaderConsole
import FaderRig
import FaderTargets
import FaderTesting
import FaderValues
import Testing

@testable import FaderDaemon

@Suite("Recordings")
struct RecordingTests {
    private static let folder =
        TestFile.folder + "/Recordings"

    @Test("a line is read as it is written; blanks, comments and CR LF do not matter")
    func lines() throws {
        let message = RecordedMessage(time: .milliseconds(12_345), direction: .sent, sender: "desk", bytes: "B0 07 40")
        #expect(message.line == "12.345 out desk B0 07 40")
        #expect(try RecordedLine.parse(message.line + "  # cc 7 ch 1 = 64 fader.1") == .message(message))
        let hostile = MonitorResource(
            time: "", client: "a \"# b\\\n\u{202E}", port: 2, direction: .received, message: "cc 1 ch 1 = 2", bytes: "B0 01 02")
        let recorded = try #require(RecordedMessage(hostile, at: .zero))
        #expect(recorded.line == ##"0.000 in  "a \"# b\\\x0A\u202E":2 B0 01 02"##)
        #expect(try RecordedLine.parse("  " + recorded.line + " #") == .message(recorded))
        #expect(try RecordedLine.parse("3 missed 12") == .missed(12, at: .seconds(3)))
        for nothing in ["", "  ", "# faderd recording 1", "#", " # x", "#0.5 in desk B0 01"] {
            #expect(try RecordedLine.parse(nothing) == .nothing)
        }
        let text = "\u{FEFF}# faderd recording 1\r\n\r\n0.1 in desk b0 07 40\r\n"
        #expect(try Recording(Array(text.utf8), path: "r").messages(for: "desk").map(\.time) == [.milliseconds(100)])
    }

    @Test(
        "a line that cannot be read is an error with its number that says what to do",
        arguments: [
            ("in desk B0 07 40", #"r:2: error: "in" is not a time;"#), ("-1 in desk B0 07 40", #""-1" is not a time"#),
            ("1e3 in desk B0 07 40", "is not a time"), ("9999999 in desk B0 07 40", "at most 1000000 seconds long"),
            ("nan in desk F8", "is not a time"),
            ("0.1 < desk B0 07 40", #""<" is not a direction; the time is followed by in, out or missed"#),
            ("0.1 in desk", "the line has no bytes"), ("0.1 in desk # B0", "the line has no bytes"),
            ("0.1 in desk B0 7 40", #""7" is not a byte"#), ("0.1 out desk +1", #""+1" is not a byte"#),
            ("0.1 in \"desk B0", "no quote at its end"), ("0.1 in desk B0 07", "B0 needs 2 more bytes, found 1"),
            ("0.1 in desk F0 01", "F0 needs an F7"), ("0.1 missed some", "missed is followed by how many"),
            ("0.000 in desk B0 07 40", "0.000 is before the time of the line above"),
            ("0.1 in desk " + String(repeating: "E", count: 1000), "\"\(String(repeating: "E", count: 60))…\" is not a byte"),
        ])
    func wrong(line: String, reason: String) {
        let error = #expect(throws: Recording.Problem.self) { try Recording(Array("0.05 in desk B0 07 40\n\(line)\n".utf8), path: "r") }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains(reason) && text.hasPrefix("r:2: error: ") && text.hasSuffix("; correct the line, or delete it"), "\(text)")
    }

    @Test("a recording of another version is refused, and nobody is told to change its first line")
    func version() {
        let error = #expect(throws: Recording.Problem.self) { try Recording(Array("# faderd recording 2\n".utf8), path: "r") }
        let text = error.map { "\($0)" } ?? ""
        #expect(
            text.hasPrefix("r: error: this is a recording of version 2") && text.hasSuffix("use the faderd that it comes with"), "\(text)")
    }

    @Test("of several devices the one with the surface's name is played, and a single one whatever its name is")
    func senders() throws {
        let lines = ["0 in desk B0 07 01", "0.1 in box B0 07 02", "0.2 out desk B0 07 03", "0.3 in box F8", "0.4 missed 7"]
        let recording = try Recording(Array(lines.joined(separator: "\n").utf8), path: "r")
        #expect(try recording.messages(for: "box").map(\.sender) == ["box"] && recording.foreign == 1 && recording.missed == 7)
        let error = #expect(throws: Recording.Problem.self) { try recording.messages(for: "other") }
        #expect(
            error.map { "\($0)" } == "r has messages of box, desk, and none of them is other, the surface to play into; "
                + "keep the lines of one of them")
        let one = try Recording(Array(lines[1].utf8), path: "r")
        #expect(try one.messages(for: "other").count == 1)
        #expect(throws: Recording.Problem.self) { try Recording(Array(lines[2].utf8), path: "r") }
    }

    @Test("every message has the bytes that are read back as the same message")
    func bytes() throws {
        for text in [
            "cc 7 ch 1 = 64", "note 104 ch 16 = 0", "note 1 ch 1 = 127", "pitchbend ch 9 = 16383", "pitchbend ch 1 = 1", "program ch 3 = 5",
            "pressure ch 2 = 127", "polypressure 60 ch 1 = 9",
        ] {
            let parts = text.components(around: " = ")
            let message = MIDIMessage(try MessageAddress(parsing: parts.0), raw: UInt32(parts.1) ?? 0)
            #expect(try DeviceMessage.parse(wire: Hex.text(message.wireBytes)) == [.message(message)])
        }
        let pair = MIDIMessage(try MessageAddress(parsing: "cc14 7/40 ch 2"), raw: 8193)
        #expect(Hex.text(pair.wireBytes) == "B1 07 40 B1 28 01")
        let parameter = MIDIMessage(try MessageAddress(parsing: "nrpn 300 ch 1"), raw: 16383)
        #expect(Hex.text(parameter.wireBytes) == "B0 63 02 B0 62 2C B0 06 7F B0 26 7F")
    }

    private static let recordings = SystemFiles().names(in: folder).filter { $0.hasSuffix(".txt") }.sorted()

    @Test("there are recordings") func some() { #expect(Self.recordings.count >= 3) }

    /// Each has a config and the values at the end beside it: `Tests/Recordings/README.md`.
    @Test(
        "a recording comes to the values beside it, and what each motor and lamp was sent last is what it was sent then",
        arguments: recordings)
    func replayed(file: String) throws {
        let path = "\(Self.folder)/\(file.dropLast(4))"
        let reader = ConfigReader(kinds: TargetKinds.all, profileDirectories: ["\(Self.folder)/../../config/profiles"])
        let result = reader.readAll(path: path + ".yaml", isStart: false).result
        guard case .success(let contents, _) = result else { throw Rig.Unreadable(diagnostics: result.diagnostics.map(\.text)) }
        let spec = try #require(contents.console.surfaces.first)
        let surface = spec.name
        let messages = try Recording.read(path + ".txt").messages(for: surface)
        let values = Self.lines(try Self.text(path + ".values"))
        // By then, what was sent when the surface appeared cannot be taken for an echo any more.
        let begin = 10_000
        let end = begin + Self.milliseconds(try #require(messages.last?.time)) + 1000
        let script =
            messages.map { "\(begin + Self.milliseconds($0.time))ms in \(surface): \($0.content.words)" } + ["\(end)ms wait"]
            + values.map { "get \($0.components(around: " = ").0) = ?" }
        let played = Self.lines(Transcript.play(script.joined(separator: "\n"), on: contents.console))
        #expect(played.filter { $0.hasPrefix("get ") } == values.map { "get \($0)" })
        let sent = try Self.sent(path, surface, since: try #require(messages.first?.time))
        let indicators = Set(spec.controls.compactMap(\.motor).flatMap { $0.messages(of: 0) }.map(\.address))
        let (now, then) = (Self.last(of: played, on: surface), Self.last(of: sent))
        #expect(now.filter { indicators.contains($0.key) } == then.filter { indicators.contains($0.key) })
        #expect(!then.isEmpty)
    }

    private static func text(_ path: String) throws -> String {
        String(decoding: try SystemFiles().contents(of: path, limit: 1 << 20), as: UTF8.self)
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }

    private static func milliseconds(_ time: Duration) -> Int { Int((time / .milliseconds(1)).rounded()) }

    /// What was sent last by each message in a transcript.
    private static func last(of played: [String], on surface: String) -> [MessageAddress: UInt32] {
        last(
            of: played.compactMap { line in
                guard let place = line.firstRange(of: "out \(surface): ") else { return nil }
                let (address, raw) = String(line[place.upperBound...]).components(around: " = ")
                return (try? MessageAddress(parsing: address)).map { MIDIMessage($0, raw: UInt32(raw) ?? 0) }
            })
    }

    private static func last(of messages: [MIDIMessage]) -> [MessageAddress: UInt32] {
        Dictionary(messages.flatMap { $0.address.messages(of: $0.raw) }.map { ($0.address, $0.raw) }) { $1 }
    }

    /// What was sent while it was recorded, without texts of displays: the console has none to send.
    private static func sent(_ path: String, _ surface: String, since begin: Duration) throws -> [MIDIMessage] {
        try lines(text(path + ".txt")).flatMap { line -> [MIDIMessage] in
            guard case .message(let message) = try RecordedLine.parse(line), message.direction == .sent, message.time >= begin else {
                return []
            }
            return try DeviceMessage.parse(wire: message.bytes).compactMap { if case .message(let one) = $0 { one } else { nil } }
        }
    }
}

extension DeviceMessage {
    /// As a transcript writes it.
    fileprivate var words: String {
        switch self {
        case .message(let message): "\(message)"
        case .exclusive(let bytes): "sysex \(Hex.text(bytes))"
        }
    }
}

extension String {
    /// What is before and after the first occurrence of a text; all of it and nothing without one.
    fileprivate func components(around text: String) -> (String, String) {
        guard let place = firstRange(of: text) else { return (self, "") }
        return (String(self[..<place.lowerBound]), String(self[place.upperBound...]))
    }
}
