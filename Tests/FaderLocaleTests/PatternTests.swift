import FaderLocale
import FaderValues
import Glibc
import Testing

@Suite("Regular expressions for texts")
struct PatternTests {
    @Test(
        "the pattern must match the whole text",
        arguments: [
            ("[a-z]+", "marcus", true), ("[a-z]+", "Marcus", false), ("[a-z]+", "marcus1", false), ("[a-z]+", "1marcus", false),
            ("[a-z]+", "", false), ("[a-z]*", "", true), ("a|ab", "ab", true), ("\\p{L}+", "Åsa", true), (".", "🎚", true),
            (".*", "a\nb", false),
            ("(?i)abc", "ABC", true), ("^abc$", "abc", true),
        ])
    func matches(pattern: String, text: String, isMatch: Bool) throws {
        #expect(try TextPattern(regularExpression: pattern).matches(text) == isMatch)
    }

    @Test(
        "an invalid regular expression is refused with the place and the reason",
        arguments: [
            ("[a-z", "a \"[\" is not closed"), ("(a", "a parenthesis is not closed, or was not opened"),
            ("a)", "a parenthesis is not closed, or was not opened"), ("*", "it is not a regular expression"), ("", "it is empty"),
            ("a{3,2}", "in \"{}\" the upper number is below the lower"), ("\\q", "there is no such \"\\\" sequence"),
            ("[z-a]", "in \"[]\" a range runs backwards"), ("(a)\\2", "a back reference names no group"),
        ])
    func refused(pattern: String, problem: String) {
        let error = #expect(throws: PatternError.self) { try TextPattern(regularExpression: pattern) }
        #expect(error?.problem == problem)
        #expect(error.map { $0.offset <= pattern.utf16.count } == true)
    }

    @Test("a match that would take forever is given up within a few milliseconds of the processor")
    func timeLimit() throws {
        let pattern = try TextPattern(regularExpression: "(a+)+b")
        let start = Self.processorSeconds
        for _ in 0..<20 { #expect(!pattern.matches(String(repeating: "a", count: 200))) }
        let each = (Self.processorSeconds - start) / 20
        #expect(each < 0.015, "\(each) s")
        #expect(pattern.matches("aaab"))
    }

    /// The time that this thread has kept a processor busy.
    private static var processorSeconds: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test("many threads may match with one pattern at once")
    func threads() async throws {
        let pattern = try TextPattern(regularExpression: "([a-z]+)-(\\d+)")
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<4 {
                group.addTask { (0..<2000).allSatisfy { pattern.matches("name-\($0)") && !pattern.matches("name-\($0)x\(task)") } }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test("the refusal of a rule with a pattern says what is accepted")
    func rule() throws {
        let rule = TextRule(pattern: try TextPattern(regularExpression: "[a-z]+"), maximumLength: 8, defaultText: "marcus")
        #expect(throws: Never.self) { try rule.accept("anna") }
        let refusal = #expect(throws: RefusedValue.self) { try rule.accept("Anna") }
        #expect(
            refusal?.description
                == "\"Anna\" does not match; expected a text of at most 8 characters that matches [a-z]+, for example \"marcus\"")
    }
}
