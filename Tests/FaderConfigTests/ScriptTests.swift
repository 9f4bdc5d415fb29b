import FaderConsole
import Testing

@Suite("Scripts: what a desk does, on configs as people write them")
struct ScriptTests {
    @Test("every script of Tests/Scripts comes out as it is written", arguments: try Script.all())
    func everyScript(script: Script) throws {
        if let failure = script.failure(on: try configuration(script.desk)) { Issue.record("\(failure)") }
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
    func wrong(lines: String, failure: String) throws {
        let text = Self.desk + "test a\n" + lines.split(separator: "\n").map { "  \($0)\n" }.joined()
        let script = try #require(try Script.read(text, file: "t").first)
        #expect(script.failure(on: try configuration(script.desk))?.hasPrefix(failure) == true)
    }

    @Test(
        "a file that cannot be read is an error with its line",
        arguments: [
            ("test a\n  0ms wait\n", "t:1: expected \"desk\", or below one \"test\" and a sentence, not \"test a\""),
            ("\ndesk\n\n", "t:2: nothing is indented below \"desk\""),
            ("desk\n  parameters: {}\ntests\n  0ms wait\n", "t:3: expected \"desk\", or below one \"test\" and a sentence, not \"tests\""),
        ])
    func unreadable(text: String, problem: String) {
        let error = #expect(throws: Script.Problem.self) { try Script.read(text, file: "t") }
        #expect(error?.description == problem)
    }
}
