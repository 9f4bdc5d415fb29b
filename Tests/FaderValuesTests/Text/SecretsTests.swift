import FaderValues
import Testing

@Suite("A text without its secrets") struct SecretsTests {
    /// As FaderTargets has them.
    private struct Kind: TargetKind {
        static let word = "osc"
        static let peerKeys = ["osc", "obs"]
        static let shownKeys = ["osc", "obs", "address", "range"]
        let name = "osc"
    }
    private static let keys = ShownKeys([Kind.self, MQTTTargetSpec.self]).anywhere

    private func shown(_ text: String) -> String { shown(Array(text.utf8)) }
    private func shown(_ bytes: [UInt8]) -> String {
        Secrets.lines(of: bytes, showing: Self.keys).compactMap { $0 }.joined(separator: "\n")
    }

    @Test("no line of a block that may have a secret is shown; every other byte of the lines stays, whatever the line ends are")
    func hidden() {
        #expect(
            shown("a: 1 # é\r\nb: {target: {exec: [curl, \"key: hunter2\", -x], env: {T: hunter2}}}\nc: {min: 0}\n")
                == "a: 1 # é\nb: {***\nc: {min: 0}\n")
        #expect(
            shown("  a:\n    label: A\n    target:\n      exec:\n      - curl\n      - hunter2\n    min: 0\n  b: {}")
                == "  a:\n    label: A\n    ***\n    min: 0\n  b: {}")
    }

    @Test(
        "also if it is not YAML, or written in an unusual way",
        arguments: [
            "  a:\n    target: {exec: [\n    curl, -H, \"Bearer hunter2\", \"{value}\"\n    ]}\n  b: {}",
            "  a:\n    target: {exec: [curl],\n    env: {T: hunter2},\n    more: hunter2}\n  b: {}",
            "  a:\n    target: {exec: [curl, \"]}\",\n    hunter2: x]}\n  b: {}", "  a: {target: {exce: [curl, hunter2]}}\n  b: {}",
            "  a: {traget: {exec [curl, hunter2]}}\n  b: {}", "  a: {target: {obs: d, pasword: hunter2}}\n  b: {}",
            "  a: {password: hunter2}\n  b: {}", "  a: {mqtt: \"mqtt://u:a/hunter2@h\"}\n  b: {}", "# target: {exec: [hunter2]}\n  b: {}",
            "targets:\n  d: {obs: h, passwd: hunter2}\n  e:\n    mqtt: h\n    pasword: hunter2\nx: {}\n  b: {}",
        ])
    func doubtful(text: String) {
        #expect(!shown(text).contains("hunter2") && shown(text).hasSuffix("  b: {}"), "\(shown(text))")
    }

    @Test(
        "targets that have no secret are shown",
        arguments: [
            "a: {target: {osc: x32, address: \"/ch/{nn}/mix\", range: [0, 1]}}", "a:\n  target:\n    mqtt: house\n    topic: t\n  min: 0",
            "targets:\n  foh: {osc: \"desk:10023\"}\n  house:\n    mqtt: \"mqtt://h\"\n    password-file: f\nparameters: {}",
            "b: mail@x\nc: \"//x@y\"",
        ])
    func harmless(text: String) { #expect(shown(text) == text) }

    @Test("what is not UTF-8 stays readable")
    func bytes() { #expect(shown([0x61, 0xFF, 0x0A, 0x62]) == "a\u{FFFD}\nb") }
}
