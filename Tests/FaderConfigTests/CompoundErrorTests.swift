import FaderConfig
import FaderConsole
import FaderValues
import Testing

@Suite("What can be wrong with a text, a range or a color")
struct CompoundErrorTests {
    @Test("the ids of parts may have 64 bytes")
    func longIDs() throws {
        let fits = String(repeating: "x", count: 59)
        #expect(try configuration(parameters("\(fits): {kind: range}")).parameters.map(\.id) == ["\(fits).low", "\(fits).high"])
    }

    @Test("a pattern is a regular expression, a length is a number of characters")
    func patterns() {
        let told = read(parameters("a: {kind: text, pattern: \"[a-z\", max-length: 0}\nb: {kind: text, max-length: 5000}")).diagnostics
        #expect(told.map(\.line) == [3, 3, 4])
        #expect(told.first?.message.hasPrefix("\"[a-z\" is not a valid regular expression: ") == true)
        #expect(
            told.dropFirst().map(\.message) == [
                "max-length must be a whole number 1…4096, found \"0\"", "max-length must be a whole number 1…4096, found \"5000\"",
            ])
    }

    @Test("the parts of compounds count as parameters")
    func tooMany() {
        let lines = (0..<32_768).map { "  p\($0): {kind: range}\n" }.joined()
        let told = read("version: 1\nparameters:\n" + lines).diagnostics
        #expect(told.map(\.headline) == ["desk.yaml:32770:3: error: more than 65535 parameters"])
    }
}
