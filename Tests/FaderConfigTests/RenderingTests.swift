import FaderConfig
import FaderTargets
import FaderValues
import Testing

@Suite("How a diagnostic is shown")
struct RenderingTests {
    private func rendered(_ text: String) -> [String] { read(text).diagnostics.map(\.text) }

    @Test("all errors of a file are reported in one run, in the order of the lines, each with its line and a caret")
    func allAtOnce() {
        let text = """
            version: 1
            parameters:
              master: {min: -70, max: 6, defualt: -12}
              gain: {min: 3, max: 3}
            surfaces:
              desk:
                match: "X*"
                controls:
                  fader.1: {input: "cc 7 ch 0"}
                map: {fader.2: mater}
            """
        #expect(
            rendered(text).joined(separator: "\n") == """
                desk.yaml:3:30: error: unknown key "defualt" in a parameter; did you mean "default"?
                  master: {min: -70, max: 6, defualt: -12}
                                             ^
                desk.yaml:4:15: error: min and max are both 3
                  gain: {min: 3, max: 3}
                              ^
                desk.yaml:9:24: error: "cc 7 ch 0" is not a message: "0" is not a channel (1…16)
                      fader.1: {input: "cc 7 ch 0"}
                                       ^
                desk.yaml:10:11: error: the surface desk has no control "fader.2": it has fader.1
                    map: {fader.2: mater}
                          ^
                desk.yaml:10:20: error: there is no parameter "mater"; did you mean "master"?
                    map: {fader.2: mater}
                                   ^
                """)
    }

    @Test("a tab before the caret is a tab below")
    func tabs() {
        #expect(
            rendered(parameters("a: {\tlabel:\tx,\tmix: 1}")) == [
                "desk.yaml:3:18: error: unknown key \"mix\" in a parameter; did you mean \"min\"?\n  a: {\tlabel:\tx,\tmix: 1}\n      \t      \t  \t^"
            ])
    }

    @Test("a wide character before the caret counts two columns, a combining one none")
    func wide() {
        #expect(rendered(parameters("a: {label: 音量, mix: 1}")).last?.hasSuffix("  a: {label: 音量, mix: 1}\n                   ^") == true)
        #expect(rendered(parameters("a: {label: e\u{301}🎚, mix: 1}")).last?.hasSuffix("\n                 ^") == true)
        #expect(read(parameters("a: {label: 音量, mix: 1}")).diagnostics.first?.column == 18)
    }

    @Test("a long line is shown around the caret")
    func longLine() throws {
        let label = String(repeating: "x", count: 60)
        let line =
            "  a: {label: \(label), unit: \(String(repeating: " ", count: 100))\"u\", mix: 1, max: 3\(String(repeating: " ", count: 200))}"
        let told = try #require(read("version: 1\nparameters:\n" + line).diagnostics.first)
        #expect(told.sourceLine.count <= 122)
        #expect(told.sourceLine.hasPrefix("…") && told.sourceLine.hasSuffix("…"))
        let caret = told.caretLine.unicodeScalars.count - 1
        #expect(String(told.sourceLine.dropFirst(caret)).hasPrefix("mix: 1"))
    }

    @Test("a file that cannot be read is a diagnostic that says what to do")
    func unreadable() {
        let files = MemoryFiles(failures: ["b": .denied, "c": .directory, "d": .system(5)])
        let reader = ConfigReader(kinds: TargetKinds.all, profileDirectories: [], files: files)
        let told = ["a", "b", "c", "d"].flatMap { reader.read(path: $0).diagnostics.map(\.text) }
        #expect(
            told == [
                "a: error: the config cannot be read: there is no such file; make it, or start faderd with --config FILE",
                "b: error: the config cannot be read: permission denied; make it readable for the user that faderd runs as",
                "c: error: the config cannot be read: it is a directory; name the file in it",
                "d: error: the config cannot be read: Input/output error",
            ])
    }

    @Test("up to a thousand errors of a file are shown, quickly")
    func manyMistakes() {
        var text = "version: 1\nparameters:\n"
        for index in 0..<20_000 { text += "  some.parameter.\(index): {mix: 1}\n" }
        text += "surfaces:\n  s:\n    match: X\n    controls: {fader.1: {input: cc 1 ch 1}}\n    map:\n"
        for index in 0..<2_000 { text += "      fader.\(index + 1): some.paramter.\(index)\n" }
        let clock = ContinuousClock()
        var told: [Diagnostic] = []
        let time = clock.measure { told = read(text).diagnostics }
        #expect(told.count == 1001)
        #expect(told.last?.text == "desk.yaml: error: 22999 more are not listed")
        #expect(time < .seconds(10))
    }
}
