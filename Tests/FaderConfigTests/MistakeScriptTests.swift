import FaderTesting
import Testing

@Suite("What can be wrong in a config, as scripts")
struct MistakeScriptTests {
    @Test(
        "every mistake of Tests/Scripts/mistakes is reported as it is written",
        arguments: try ScriptTest.all(in: "Scripts/mistakes", on: nil))
    func everyMistake(script: ScriptTest) {
        for (lines, messages) in cases(script.lines) {
            let place = "\(script.place): \(lines.joined(separator: "\n"))"
            #expect(!messages.isEmpty, "\(place): write below it what is said of it, or \"no mistake\"")
            let (config, profiles) = files(script.beginning + lines)
            expect(config, messages.filter { $0 != "no mistake" }, profiles: profiles, comment: "\(place)")
        }
    }

    /// The config, and the profiles beside it: `profile` and a name stand above the lines of one.
    private func files(_ lines: [String]) -> (config: String, profiles: [String: String]) {
        var (config, profiles, name) = ("version: 1\n", [String: String](), String?.none)
        for line in lines {
            if let profile = line.wholeMatch(of: #/profile (\S+)/#)?.1 {
                name = "./profiles/\(profile).yaml"
            } else if let path = name, line.hasPrefix("  ") {
                profiles[path, default: "version: 1\n"] += line.dropFirst(2) + "\n"
            } else {
                name = nil
                config += line + "\n"
            }
        }
        return (config, profiles)
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
