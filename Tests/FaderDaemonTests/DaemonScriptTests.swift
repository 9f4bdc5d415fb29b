import FaderTesting
import Testing

@Suite("Scripts of a daemon")
struct DaemonScriptTests {
    @Test(
        "every script of Tests/Scripts/daemon comes out as it is written",
        arguments: try ScriptTest.all(in: "Scripts/daemon", on: "daemon"))
    func everyScript(script: ScriptTest) async throws {
        let played = try await DaemonTranscript.play(script)
        if let failure = script.failure({ _ in played }) { Issue.record("\(failure)") }
    }
}
