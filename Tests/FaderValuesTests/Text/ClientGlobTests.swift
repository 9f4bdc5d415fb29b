import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite struct ClientGlobTests {
    @Test(
        "a star is any run of characters and a question mark is one",
        arguments: [
            ("X-Touch*", "X-Touch", true), ("X-Touch*", "X-Touch MINI", true), ("X-Touch*", "BCF2000", false),
            ("X-Touch", "X-Touch MINI", false), ("*", "", true), ("*", "anything", true), ("", "", true), ("", "a", false),
            ("nano?ONTROL?", "nanoKONTROL2", true), ("nano?ONTROL?", "nanoKONTROL", false), ("?", "ä", true), ("?", "", false),
            ("*Touch*", "X-Touch One", true), ("*Touch", "X-Touch One", false), ("a*b*c", "aXXbYYc", true), ("a*b*c", "aXXbYY", false),
            ("a*bc", "abcbc", true), ("**", "x", true), ("x-touch*", "X-Touch", false), ("[X]*", "X", false),
            (#"\*"#, "*", true), (#"\*"#, "a", false), (#"a\?"#, "a?", true), (#"a\?"#, "ab", false), (#"\[a]"#, "[a]", true),
            (#"\\"#, #"\"#, true), (#"C:\x"#, #"C:\x"#, true), (#"x\"#, #"x\"#, true), (#"\\*"#, #"\abc"#, true),
        ])
    func matches(pattern: String, name: String, fits: Bool) {
        #expect(ClientGlob(pattern).matches(name) == fits)
    }

    @Test("a glob made from a name matches that name, and no wildcard comes from the name itself")
    func escaped() {
        var generator = SeededGenerator(seed: 26)
        for name in HostileText.known + (0..<3000).map({ _ in HostileText.random(using: &generator) }) {
            let glob = name.globEscaped
            #expect(ClientGlob(glob).matches(name), "\(name.debugDescription) \(glob.debugDescription)")
            #expect(HostileText.isSafe(glob))
            if (name + "x").count > name.count { #expect(!ClientGlob(glob).matches(name + "x")) }
            if HostileText.isSafe(name) { #expect(ClientGlob(glob).literalPrefix == name) }
        }
    }

    @Test("a hostile pattern does not take long", .timeLimit(.minutes(1)))
    func isBounded() {
        let pattern = String(repeating: "*a", count: 200) + "b"
        #expect(!ClientGlob(pattern).matches(String(repeating: "a", count: 2000)))
    }

    @Test("the literal prefix ends at the first wildcard")
    func literalPrefix() {
        #expect(ClientGlob("Midi T*h").literalPrefix == "Midi T")
        #expect(ClientGlob("?x").literalPrefix.isEmpty)
        #expect(ClientGlob("whole").literalPrefix == "whole")
        #expect(ClientGlob(#"a\*b*"#).literalPrefix == "a*b")
    }
}
