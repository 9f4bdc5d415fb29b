import FaderConsole
import FaderTesting
import Testing

@Suite("Scripts: what a desk does, on configs as people write them")
struct ScriptTests {
    @Test("every script of Tests/Scripts comes out as it is written", arguments: try ScriptTest.all(in: "Scripts", on: "desk"))
    func everyScript(script: ScriptTest) throws {
        if let failure = try failure(of: script) { Issue.record("\(failure)") }
    }

    private func failure(of script: ScriptTest) throws -> String? {
        let desk = try read(script.setting)
        let others = try script.others.mapValues(read)
        return script.failure { Transcript.play($0, on: desk, others: others) }
    }

    private func read(_ lines: [String]) throws -> Configuration {
        try configuration("version: 1\n" + lines.map { $0 + "\n" }.joined())
    }

    private static let desk = """
        desk
          parameters: {level: {min: 0, max: 127, decimals: 0}}
          surfaces: {desk: {match: desk, controls: {fader.1: {input: "cc 1 ch 1", motor: true}}, map: {fader.1: level}}}

        """

    @Test(
        "a script that comes out otherwise fails, with the line",
        arguments: [
            ("0ms set level 5\nout desk: cc 1 ch 1 = 6", "t:6: a: expected \"out desk: cc 1 ch 1 = 6\", got \"out desk: cc 1 ch 1 = 5\"."),
            ("0ms set level 5", "t:6: a: expected the end of the test, got \"out desk: cc 1 ch 1 = 5\"."),
            ("0ms set level 5\nout desk: cc 1 ch 1 = 5\ntold: x", "t:7: a: expected \"told: x\", got the end."),
        ])
    func wrong(lines: String, said: String) throws {
        let text = Self.desk + "test a\n" + lines.split(separator: "\n").map { "  \($0)\n" }.joined()
        let script = try #require(try ScriptTest.read(text, file: "t", on: "desk").first)
        #expect(try failure(of: script)?.hasPrefix(said) == true)
    }

    @Test(
        "a file that cannot be read is an error with its line",
        arguments: [
            ("test a\n  0ms wait\n", "t:1: expected \"desk\", or below one \"test\" and a sentence, not \"test a\""),
            ("\ndesk\n\n", "t:2: nothing is indented below \"desk\""),
            ("desk\n  a\n\n  b\n", "t:4: this line is below nothing: a blank line or a comment ends what is above it"),
            ("desk\n  parameters: {}\ntests\n  0ms wait\n", "t:3: expected \"desk\", or below one \"test\" and a sentence, not \"tests\""),
        ])
    func unreadable(text: String, problem: String) {
        let error = #expect(throws: ScriptTest.Problem.self) { try ScriptTest.read(text, file: "t", on: "desk") }
        #expect(error?.description == problem)
    }
}
