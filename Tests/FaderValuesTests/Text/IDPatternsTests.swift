import FaderValues
import Testing

@Suite("Words that select parameters")
struct IDPatternsTests {
    @Test(
        "a word is the beginning of ids, or with * or ? in it a pattern of whole ids",
        arguments: [
            ("drums", "drums.kick", true), ("drums", "drums2", true), ("drums", "drum", false), ("drums.*", "drums.kick", true),
            ("drums.*", "drums", false), ("*.kick", "drums.kick", true), ("*.kick", "drums.kick.level", false),
            ("drums.?", "drums.k", true),
            ("drums.?", "drums.kick", false), ("*", "a", true), ("master", "master", true), ("[a]", "a", false), ("a", "b.a", false),
        ])
    func matching(word: String, id: String, isMeant: Bool) {
        #expect(IDPatterns([word]).match(id) == isMeant)
    }

    @Test("several words mean all that any of them means; none mean every parameter")
    func several() {
        let patterns: IDPatterns = ["master", "*.pan"]
        #expect(["master", "a.pan", "a"].map(patterns.match) == [true, true, false])
        #expect(IDPatterns([]).match("a") && IDPatterns("").match("a") && IDPatterns(separatedByCommas: ",").match("a"))
        #expect(IDPatterns(separatedByCommas: "master,*.pan") == patterns)
    }

    @Test("a parameter is named only by its whole id")
    func named() {
        let patterns: IDPatterns = ["master", "dr*", "pa"]
        #expect(["master", "drums", "pan", "pa"].map(patterns.name) == [true, false, false, true])
    }

    @Test("a word is described as what it does, without control characters")
    func described() {
        #expect(IDPatterns(["a\u{1B}", "*b"]).words.map(\.described) == ["begins with \"a\u{FFFD}\"", "matches \"*b\""])
    }
}
