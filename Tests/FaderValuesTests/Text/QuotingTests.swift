import FaderTesting
import Glibc
import Testing

@testable import FaderValues

private struct POSIXFailure: Error {}

@Suite("Names from outside")
struct QuotingTests {
    private static let names: [String] = {
        var generator = SeededGenerator(seed: 26)
        return HostileText.known + (0..<3000).map { _ in HostileText.random(using: &generator) }
    }()

    /// What a program prints.
    private func output(of command: String) throws -> [UInt8] {
        guard let pipe = unsafe popen(command, "r") else { throw POSIXFailure() }
        defer { unsafe pclose(pipe) }
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
        while true {
            let count = unsafe fread(&buffer, 1, buffer.count, pipe)
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// What a shell makes of each word.
    private func read(_ words: [String], by shell: String) throws -> [[UInt8]] {
        let path = "/tmp/faderd-quoting-\(getpid())-\(shell)"
        let file = unsafe open(path, O_CREAT | O_TRUNC | O_WRONLY, 0o600)
        try #require(file >= 0)
        defer { unsafe unlink(path) }
        let script = Array(words.map { "printf '%s\\0' \($0)\n" }.joined().utf8)
        _ = unsafe script.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
        close(file)
        return try output(of: "cd /nonexistent 2>/dev/null; \(shell) \(path)").split(separator: 0, omittingEmptySubsequences: false)
            .dropLast().map(Array.init)
    }

    @Test("a shell reads back every name as one word, and its quoted form can be shown")
    func shell() throws {
        let names = Self.names.filter { !$0.utf8.contains(0) }
        let words = names.map(\.shellWord)
        #expect(try read(words, by: "bash") == names.map { Array($0.utf8) })
        for word in words { #expect(HostileText.isSafe(word), "\(word.debugDescription)") }
        // A name without controls needs nothing that only some shells have.
        let plain = zip(names, words).filter { HostileText.isSafe($0.0) }
        #expect(try read(plain.map(\.1), by: "sh") == plain.map { Array($0.0.utf8) })
        #expect("X-Touch".shellWord == "X-Touch")
        #expect("X-Touch One".shellWord == "'X-Touch One'")
        #expect("a\0b".shellWord == "'a\u{FFFD}b'")
    }

    @Test("no name reaches a terminal with a control, a line break or a sign that turns the direction of writing")
    func terminal() {
        for name in Self.names {
            let shown = name.withoutControls()
            #expect(HostileText.isSafe(shown), "\(name.debugDescription)")
            #expect(shown.unicodeScalars.count == name.unicodeScalars.count)
            #expect(!HostileText.isSafe(name) || shown.utf8.elementsEqual(name.utf8), "a harmless name stays: \(name.debugDescription)")
        }
        #expect("a\tb\nc".withoutControls(but: ["\t"]) == "a\tb\u{FFFD}c")
    }

    @Test("JSON for a terminal has escapes for what it must not get, and the same bytes elsewhere")
    func json() {
        #expect("{\"a\": \"x\u{202E}\u{9B}y ä\"}".jsonForTerminal == #"{"a": "x\u202E\u009By ä"}"#)
        #expect("{\n  \"a\": 1\n}".jsonForTerminal == "{\n  \"a\": 1\n}")
    }

    @Test("YAML has what is not printable as escapes, and words stay words")
    func yaml() {
        #expect("\u{0D4E}\"".yamlQuoted.utf8.elementsEqual("\"\u{0D4E}\\\"\"".utf8))
        #expect("a\nb\u{202E}\u{10FFFF}\\".yamlQuoted == #""a\x0Ab\u202E\U0010FFFF\\""#)
        for name in Self.names { #expect(HostileText.isSafe(name.yamlQuoted), "\(name.debugDescription)") }
        for word in ["mackie-control", "x_touch.2"] { #expect(word.yamlWord == word) }
        for text in ["yes", "Null", "1", "a b", "a: b", "", "-"] { #expect(text.yamlWord == "\"\(text)\"") }
    }
}
