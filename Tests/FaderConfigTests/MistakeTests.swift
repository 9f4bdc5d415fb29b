import FaderConfig
import FaderValues
import Testing

@Suite("Mistakes that people make in a config")
struct MistakeTests {
    @Test(
        "the first mistake is explained, whatever it is",
        arguments: [
            ("a: {label: 1️⃣\"Gain}\nb: {label: \"C\"}", "the quote that opens here is not closed on its line"),
            ("a: {max: 1, [1️⃣}: 3", "not YAML: did not find expected node content while parsing a flow node"),
            ("a:\n  1️⃣label \"X\"\n  min: 0", "\":\" and a space are missing after this key"),
            ("a: {label: 1️⃣@}", "a text that begins with \"@\" must be in quotes"),
            ("a: {}\n 1️⃣b: {}", "this does not fit the block that begins on line 3: look at the indentation"),
        ])
    func explained(lines: String, message: String) { expect(parameters(lines), ["1️⃣ error: \(message)"]) }

    @Test("a colon without a space in a text is fine")
    func missingSpace() {
        #expect((try? configuration(parameters("a: {label: 1:30}\n"))) != nil)
    }

    @Test("curly quotes and non-ASCII blanks in a text are fine")
    func lookAlikes() {
        #expect((try? configuration(parameters("a: {label: \"“Master”\", unit: 1\u{A0}€x}\nb: {label: Marcus’ fader}"))) != nil)
    }
}
