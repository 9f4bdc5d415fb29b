import FaderTesting
import FaderValues
import Testing

@Suite("What a text parameter accepts")
struct TextRuleTests {
    private let letters = TextPattern(source: "[a-z]+") { !$0.isEmpty && $0.allSatisfy { ("a"..."z").contains($0) } }

    private func refusal(_ rule: TextRule, _ text: String) -> String? {
        do throws(RefusedValue) {
            try rule.accept(text)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("any text up to the length is accepted, the empty one too", arguments: ["", " ", "marcus", "Ünïcödé 🎚", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦"])
    func taken(_ text: String) { #expect(refusal(TextRule(maximumLength: 11), text) == nil) }

    @Test("a text that is too long, has a control character or does not match is refused with an example")
    func refused() {
        let rule = TextRule(pattern: letters, maximumLength: 8, defaultText: "marcus")
        let demand = "; expected a text of at most 8 characters that matches [a-z]+, for example \"marcus\""
        #expect(refusal(rule, "abcdefgh") == nil)
        #expect(refusal(rule, "abcdefghi") == "the text is longer than 8 characters" + demand)
        #expect(refusal(rule, "a\nb") == "the text has a line break or another control character" + demand)
        #expect(refusal(rule, "a\u{2028}b") == "the text has a line break or another control character" + demand)
        #expect(refusal(rule, "A") == "\"A\" does not match" + demand)
        #expect(refusal(rule, "") == "\"\" does not match" + demand)
    }

    @Test("a character with very many marks is too long as well")
    func manyMarks() {
        let text = "e" + String(repeating: "\u{301}", count: 200)
        #expect(text.count == 1)
        #expect(refusal(TextRule(maximumLength: 8), text)?.hasPrefix("the text is longer") == true)
    }

    @Test("the example is always accepted")
    func examples() {
        #expect(TextRule(pattern: letters, maximumLength: 3).example == "abc")
        #expect(TextRule(pattern: letters, maximumLength: 1).example == "a")
        #expect(TextRule(pattern: letters, defaultText: "Nope").example == "name")
        #expect(TextRule(pattern: TextPattern(source: "x{9}") { $0 == "xxxxxxxxx" }).example == nil)
        #expect(
            refusal(TextRule(pattern: TextPattern(source: "x{9}") { $0 == "xxxxxxxxx" }), "y")
                == "\"y\" does not match; expected a text of at most 256 characters that matches x{9}")
    }
}
