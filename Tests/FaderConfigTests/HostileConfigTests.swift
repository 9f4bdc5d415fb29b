import FaderConfig
import FaderTargets
import FaderTesting
import FaderValues
import Testing

@Suite("Hostile names and values in a config")
struct HostileConfigTests {
    private static let places: [@Sendable (String) -> String] = [
        { "version: 1\nparameters: {\($0): {min: 0}}\n" },
        { "version: 1\nparameters: {a: {min: \($0), \($0): 1, label: \($0), kind: \($0)}}\n" },
        { "version: 1\nparameters: {a: {kind: choice, options: [\($0), b], default: \($0)}}\ntypes: {\($0): {min: x}}\n" },
        { "version: 1\nparameters: {a: {}, b: {type: \($0)}}\nsurfaces:\n  \($0): {match: \($0), profile: \($0), map: {\($0): \($0)}}\n" },
        { "version: 1\nsurfaces: {a: {match: x, controls: {\($0): {input: \($0), touch: \($0), echo: \($0)}}}}\n" },
        { "version: 1\nparameters: {a: {target: {pulse: {app: \($0), \($0): x}}}, b: {target: {osc: \($0), address: \($0)}}}\n" },
        { "version: 1\nparameters: {a: {target: {exec: [\($0), \($0)], env: {\($0): \($0)}, limit: \($0)}}}\n" },
        { "version: \($0)\nlocale: \($0)\ntargets: {\($0): {osc: \($0)}}\nweb: {pages: {\($0): [\($0)]}}\napps: {\($0): \($0)}\n" },
        { "\($0): 1\nversion: 1\n" }, { $0 },
    ]
    private static let lists: [@Sendable (String) -> String] = [
        { "version: 1\nlists: {ch: [\($0), kick]}\nparameters: {\"{ch}.x\": {label: \"{label}\", min: x}}\n" },
        {
            "version: 1\nlists: {ch: {kick: \($0)}}\nparameters: {\"{ch}.x\": {label: \"{label}\", short: \"{label}\", unit: \"{label}\"}}\n"
        },
        { "version: 1\nlists: {\($0): [kick]}\nparameters: {\"{ch}.x\": {}}\n" },
        {
            "version: 1\nlists: {ch: [kick]}\nparameters: {\($0): {label: \($0)}, \"{ch}\": {\($0): \($0)}}\nweb: {pages: {a: [\($0)]}}\n"
        },
    ]

    private func check(_ bytes: [UInt8], name: String = "desk.yaml") {
        for diagnostic in ConfigReader(kinds: TargetKinds.all, profileDirectories: ["/nowhere"]).read(bytes: bytes, name: name).diagnostics
        {
            let lines = diagnostic.text.split(separator: "\n", omittingEmptySubsequences: false)
            let shown = lines.map { $0.filter { $0 != "\t" } }
            let isSafe = shown.allSatisfy { HostileText.isSafe(String($0)) } && HostileText.isSafe(lines.first.map(String.init) ?? "")
            let isShort = lines.allSatisfy { $0.unicodeScalars.count < 1_000 }
            if !(isSafe && isShort && [1, 3].contains(lines.count)) {
                Issue.record("\(diagnostic.text.debugDescription) of \(String(decoding: bytes, as: UTF8.self).debugDescription)")
            }
        }
    }

    @Test("whatever it says, each diagnostic is one line that a terminal may get, with two for the place, and none is long")
    func random() {
        var generator = SeededGenerator(seed: 1202)
        let long = [String(repeating: "a", count: 10_000), String(repeating: "\u{202E}\u{1B}[2J", count: 2_000)]
        for name in HostileText.known + long + (0..<120).map({ _ in HostileText.random(using: &generator) }) {
            for spelling in [name.yamlQuoted, name] {
                for place in Self.places + Self.lists { check(Array(place(spelling).utf8)) }
            }
            for spelling in [("{" + name + "}").yamlQuoted, ("{ch}." + name).yamlQuoted] {
                for place in Self.lists { check(Array(place(spelling).utf8)) }
            }
        }
    }

    @Test("the same of bytes that are no text, and of the name of the file itself")
    func bytes() {
        var generator = SeededGenerator(seed: 1203)
        for _ in 0..<200 {
            var bytes = Array((Self.places.randomElement(using: &generator) ?? { $0 })(HostileText.random(using: &generator)).utf8)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let wild: [UInt8] = [0xFF, 0x80, 0xC2, 0xE2, 0xED, 0xF4, 0x00, 0x1B, 0x9B, 0x85]
                bytes.insert(wild.randomElement(using: &generator) ?? 0, at: Int.random(in: 0...bytes.count, using: &generator))
            }
            check(bytes, name: HostileText.random(using: &generator))
        }
    }
}
