import FaderConfig
import FaderTargets
import FaderValues
import Testing

@Suite("Invalid YAML, and YAML features that a config cannot use")
struct SyntaxTests {
    @Test("the error for an empty file says how a config begins", arguments: ["", "\n\n", "# nothing\n", "---\n", "\u{FEFF}"])
    func empty(text: String) {
        #expect(read(text).diagnostics.map(\.headline) == ["desk.yaml: error: the file is empty; it begins with \"version: 1\""])
    }

    @Test("a tab cannot indent")
    func tab() {
        expect("version: 1\nparameters:\n1️⃣\ta: {}\n", ["1️⃣ error: a tab cannot indent; use spaces"])
    }

    @Test("aliases within aliases cost nothing")
    func billionLaughs() {
        var text = "version: 1\na: &a0 [x]\n"
        for level in 1...40 { text += "b\(level): &a\(level) [*a\(level - 1), *a\(level - 1), *a\(level - 1)]\n" }
        guard case .failure(let diagnostics) = read(text) else { return #expect(Bool(false), "taken") }
        #expect(diagnostics.count > 100)
    }

    @Test("text that is not UTF-8 is reported where it begins")
    func notUTF8() {
        let bytes = Array("version: 1\nparameters:\n  a: {label: \"é".utf8) + [0xFC, 0x22, 0x7D]
        let told = ConfigReader(kinds: TargetKinds.all, profileDirectories: []).read(bytes: bytes, name: "x.yaml").diagnostics
        #expect(told.map(\.headline) == ["x.yaml:3:16: error: the file is not UTF-8 text from here on; save it as UTF-8"])
    }

    @Test("UTF-16 is not mistaken for a config")
    func utf16() {
        let bytes: [UInt8] = [0xFF, 0xFE] + "version: 1\n".utf8.reduce(into: []) { $0 += [$1, 0] }
        let told = ConfigReader(kinds: TargetKinds.all, profileDirectories: []).read(bytes: bytes, name: "x.yaml").diagnostics
        #expect(told.map(\.headline) == ["x.yaml:1:1: error: the file is not UTF-8 text from here on; save it as UTF-8"])
    }

    @Test("control characters are refused", arguments: [("\u{0}", "U+0000"), ("\u{1B}", "U+001B"), ("\u{7F}", "U+007F")])
    func controlCharacters(character: String, name: String) {
        expect("version: 1\n# 1️⃣\(character)\n", ["1️⃣ error: the control character \(name) is not allowed"])
    }

    @Test("nesting has a limit")
    func depth() {
        let text = "version: 1\nparameters: " + String(repeating: "[", count: 100_000)
        #expect(read(text).diagnostics.map(\.message) == ["nested deeper than 16 levels"])
    }

    @Test("a file of more than 4 MiB is refused unread")
    func size() {
        let text = "version: 1\n#" + String(repeating: "x", count: 4 << 20)
        #expect(read(text).diagnostics.map(\.headline) == ["desk.yaml: error: the file is larger than 4 MiB"])
    }

    @Test("a file that is a list or a text is not a config")
    func wrongRoot() {
        expect("1️⃣- version: 1\n", ["1️⃣ error: expected the keys of a config, found a list"])
        expect("1️⃣hello\n", ["1️⃣ error: expected the keys of a config, found \"hello\""])
    }

    @Test("a missing version, and one that is too new, are reported")
    func version() {
        expect("1️⃣parameters: {a: {}}\n", ["1️⃣ error: the version is missing; the file begins with \"version: 1\""])
        expect(
            "version: 1️⃣2\nknobs: {}\n", ["1️⃣ error: version 2 is not one that this faderd reads; it reads version 1"])
        expect("version: 1️⃣one\n", ["1️⃣ error: expected a number for version, found \"one\""])
    }
}
