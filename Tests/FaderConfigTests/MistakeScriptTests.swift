import FaderTesting
import Testing

@Suite("What can be wrong in a config, as scripts")
struct MistakeScriptTests {
    @Test(
        "every mistake of Tests/Scripts/mistakes is reported as it is written",
        arguments: try ScriptTest.all(in: "Scripts/mistakes", on: nil))
    func everyMistake(script: ScriptTest) {
        for (config, messages) in cases(script.lines) {
            let place = "\(script.place): \(config.joined(separator: "\n"))"
            #expect(!messages.isEmpty, "\(place): write below it what is said of it, or \"no mistake\"")
            expect("version: 1\n" + config.map { $0 + "\n" }.joined(), messages.filter { $0 != "no mistake" }, comment: "\(place)")
        }
    }

    /// The configs of a test, without their version, and the messages below each. A line below a message begins another config.
    private func cases(_ lines: [String]) -> [(config: [String], messages: [String])] {
        lines.reduce(into: []) { cases, line in
            let isMessage = line == "no mistake" || line.firstMatch(of: #/^\S+ (?:error|warning): /#) != nil
            if cases.last?.messages.isEmpty != true, !isMessage { cases.append(([], [])) }
            guard let last = cases.indices.last else { return }
            if isMessage { cases[last].messages.append(line) } else { cases[last].config.append(line) }
        }
    }
}
