import FaderTesting
import Testing

@testable import FaderCLI

@Suite("Backups as documents")
struct BackupDocumentTests {
    private let state = Array("{\n  \"faderd-export\": 1,\n  \"parameters\": { \"a\": { \"value\": 1.50 } }\n}".utf8)

    private func read(_ text: String) throws -> BackupDocument { try BackupDocument(reading: Array(text.utf8), "desk") }

    /// What is wrong with a document.
    private func problems(_ text: String) -> [String] {
        do throws(Failure) {
            _ = try BackupDocument(reading: Array(text.utf8), "desk")
            return []
        } catch {
            #expect(error.exitCode == 65)
            return error.further.isEmpty ? [error.sentence ?? ""] : error.further
        }
    }

    @Test("a document is read back unchanged, down to the bytes of the state and of texts that only look alike")
    func roundTrip() throws {
        let document = BackupDocument(
            config: "version: 1\r\n# \u{FEFF}Cafe\u{301} \"\\\u{1}", profiles: ["b": "", "a-1.x": "Caf\u{E9}\n"], state: state + [0x0A])
        let read = try BackupDocument(reading: document.rendered(now: 0), "desk")
        #expect(Array(read.config.utf8) == Array(document.config.utf8))
        #expect(read.profiles.mapValues { Array($0.utf8) } == document.profiles.mapValues { Array($0.utf8) })
        #expect(read.state == state)
    }

    @Test("the state may be anywhere in the document, and keeps its spelling")
    func placeOfState() throws {
        for text in [
            #"{"state": { "a" : 1e0 } , "faderd-backup": 1, "config": "", "profiles": {}}"#,
            #"{"faderd-backup": 1, "config": "", "profiles": {}, "state":{ "a" : 1e0 }  }  "#,
        ] {
            let state = try read(text).state
            #expect(String(decoding: state, as: UTF8.self) == #"{ "a" : 1e0 }"#)
        }
    }

    @Test(
        "a name of a profile cannot lead out of its folder",
        arguments: ["../x", "/etc/passwd", "..", ".", "", "a/b", ".hidden", "a\u{0}b", "ä", "a b", String(repeating: "a", count: 64)])
    func names(name: String) {
        var quoted = ""
        for scalar in name.unicodeScalars { quoted += scalar.value < 0x20 ? "\\u0000" : String(scalar) }
        let found = problems(#"{"faderd-backup": 1, "config": "", "state": {}, "profiles": {"\#(quoted)": ""}}"#)
        #expect(found.count == 1 && found[0].contains("cannot be the name of a profile"), "\(found)")
    }

    @Test("a profile that is too large for a backup is not restored")
    func large() {
        let text = String(repeating: "#", count: (16 << 20) + 1)
        let found = problems(#"{"faderd-backup": 1, "config": "", "state": {}, "profiles": {"a": "", "b": "\#(text)"}}"#)
        #expect(found.count == 1 && found[0].hasSuffix("the profile \"b\" is larger than 16 MiB"), "\(found)")
    }

    @Test("everything that is wrong is reported at once")
    func wrong() {
        let found = problems(#"{"faderd-backup": 1, "cofnig": 1, "config": 5, "profiles": {"a": 1, "b/": ""}, "state": []}"#)
        #expect(
            found == [
                "the key \"cofnig\" is unknown; a newer faderd may have written it", "\"config\" must be the text of a config",
                "the profile \"a\" must be a text",
                "\"b/\" cannot be the name of a profile: letters, digits, \"_\", \"-\" and \".\", beginning with a letter or digit",
                "\"state\" must be what \"faderctl export\" prints",
            ])
        #expect(problems(#"{"faderd-backup": 1, "state": {}}"#).count == 2)
    }

    @Test(
        "what is no backup, and a newer one, say so",
        arguments: [
            ("{}", "is not a backup"), ("[]", "is not a backup"), (#"{"faderd-export": 1}"#, "is not a backup"), ("", "not JSON"),
            (#"{"faderd-backup": 1, "config": "#, "not JSON"), (#"{"faderd-backup": 2}"#, "a newer faderd wrote it"),
            (#"{"faderd-backup": "1"}"#, "faderd never used this"), (#"{"faderd-backup": 1, "faderd-backup": 1}"#, "twice"),
        ])
    func foreign(text: String, sentence: String) {
        let found = problems(text)
        #expect(found.count == 1 && found[0].contains(sentence) && found[0].hasPrefix("desk cannot be restored: "), "\(found)")
    }

    @Test("random damage never traps, and more profiles than anybody has are refused")
    func damage() {
        var random = SeededGenerator(seed: 5)
        let bytes = BackupDocument(config: "version: 1\n", profiles: ["a": "x"], state: state).rendered(now: 1e9)
        for _ in 0..<2000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                damaged[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = try? BackupDocument(reading: damaged, "desk")
            _ = try? BackupDocument(reading: Array(damaged.prefix(Int.random(in: 0..<bytes.count, using: &random))), "desk")
        }
        let many = (0..<1_025).map { "\"p\($0)\": \"\"" }.joined(separator: ",")
        #expect(
            problems("{\"faderd-backup\": 1, \"config\": \"\", \"state\": {}, \"profiles\": {\(many)}}") == [
                "desk cannot be restored: it has more than 1024 profiles"
            ])
    }
}
