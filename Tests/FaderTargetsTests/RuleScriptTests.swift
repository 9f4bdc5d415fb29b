import FaderTesting
import Testing

@Suite("What the rules of a target do, as scripts")
struct RuleScriptTests {
    @Test(
        "every script of Tests/Scripts/targets comes out as it is written",
        arguments: try ScriptTest.all(in: "Scripts/targets", on: "target"))
    func everyScript(script: ScriptTest) throws {
        let words = script.setting.flatMap { $0.split(separator: ", ").map(String.init) }
        var transcript = try #require(RulesTranscript(words), "\(words)")
        if let failure = script.failure({ transcript.play($0) }) { Issue.record("\(failure)") }
    }
}
