import FaderConfig
import FaderTesting
import FaderValues
import Testing

@Suite("Errors in lists and templates")
struct ListErrorTests {
    @Test("errors in lists are reported at their place")
    func lists() {
        for name in ["label", "color", "short", "n", "nn", "value", "text", "position", "name"] {
            expect("version: 1\nlists: {1️⃣\(name): [a]}", ["1️⃣ error: no list can be called \(name): {\(name)} has a meaning already"])
        }
    }

    @Test(
        "braces without quotes: put it in quotes",
        arguments: [
            "parameters:\n  1️⃣{ch}.level: {}\n", "parameters: {1️⃣{ch}.level: {}}\n", "parameters: {a: {label: 1️⃣{label} Mute}}\n",
            "parameters:\n  a:\n    label: 1️⃣{label} Mute\n",
            "parameters: {a: {target: {osc: \"10.0.0.1:9\", address: 1️⃣/ch/{nn}/mix}}}\n", "web: {pages: {live: [1️⃣{ch}.level]}}\n",
            "web:\n  pages:\n    live:\n      - 1️⃣{ch}.level\n",
        ])
    func quotes(text: String) {
        expect(
            "version: 1\nlists: {ch: [kick]}\n" + text,
            ["1️⃣ error: YAML reads braces without quotes as a block of keys; put it in quotes"])
    }

    @Test("whatever words, labels, names and templates are, each diagnostic is safe to show")
    func hostile() {
        var generator = SeededGenerator(seed: 2702)
        let places: [@Sendable (String) -> String] = [
            { "version: 1\nlists: {ch: [\($0), kick]}\nparameters: {\"{ch}.x\": {label: \"{label}\", min: x}}\n" },
            {
                "version: 1\nlists: {ch: {kick: \($0)}}\nparameters: {\"{ch}.x\": {label: \"{label}\", short: \"{label}\", unit: \"{label}\"}}\n"
            },
            { "version: 1\nlists: {\($0): [kick]}\nparameters: {\"{ch}.x\": {}}\n" },
            {
                "version: 1\nlists: {ch: [kick]}\nparameters: {\($0): {label: \($0)}, \"{ch}\": {\($0): \($0)}}\nweb: {pages: {a: [\($0)]}}\n"
            },
        ]
        for name in HostileText.known + (0..<200).map({ _ in HostileText.random(using: &generator) }) {
            for spelling in [name.yamlQuoted, name, ("{" + name + "}").yamlQuoted, ("{ch}." + name).yamlQuoted] {
                for place in places {
                    for diagnostic in read(place(spelling)).diagnostics {
                        let lines = diagnostic.text.split(separator: "\n", omittingEmptySubsequences: false)
                        let isSafe = lines.allSatisfy { line in HostileText.isSafe(String(line.filter { $0 != "\t" })) && line.count < 1_000
                        }
                        #expect(isSafe && [1, 3].contains(lines.count), "\(diagnostic.text.debugDescription)")
                    }
                }
            }
        }
    }
}
