import FaderConfig
import FaderModel
import Testing

/// Every way to write a secret that was once shown somewhere: in the report of `doctor`, in the excerpts of `check`, and so in the log.
@Suite("A secret is shown nowhere, however it is written, and whatever else is wrong with the file")
struct SecretFormTests {
    /// Each has the secret hunter2, and is a file if `version: 1` comes before it.
    static let forms = [
        // Arguments and variables of programs.
        "parameters:\n  a:\n    target: {exec: [\n  curl, -H, \"Bearer hunter2\", \"{value}\"\n  ]}",
        "parameters:\n    a:\n      target: {exec: [\n    curl, -H,\n    \"Bearer hunter2\",\n \"{value}\"]}",
        "parameters:\n    a:\n      target: {env: {TOKEN: x},\n  exec: [curl,\n  hunter2]}",
        "parameters:\n  a: {target: {exec: [curl, \"]}\",\n hunter2]}}",
        "parameters:\n  a: {target: {exec: [curl, ']}',\n hunter2]}}",
        "parameters:\n  a: {target: {exec: [curl, # ]}\n hunter2]}}",
        "parameters:\n  a:\n    target:\n      exec:\n      - curl\n      - hunter2",
        "parameters:\n  a:\n    target:\n    - exec:\n      - curl\n      - >-\n        hunter2\n        hunter2",
        "parameters:\n  a:\n    target:\n      exec: [curl,\n\n        hunter2]",
        "parameters:\n  a: {target: {exec: [curl, \"hunter2 {value}\"], read: [curl, hunter2]}}",
        "parameters:\n  a: {target: {exec: [fan], env: {TOKEN: hunter2}}}",
        "parameters:\n  a: {target: {exec: [fan], env: {\"TOKEN\": \"hunter2\"}}}",
        "parameters:\n  a:\n    target:\n      exec: [fan]\n      env:\n        TOKEN: hunter2",
        "parameters:\n  a: {target: [{pulse: default-sink}, {exec: [curl, hunter2]}]}",
        "parameters:\n  a: {kind: trigger, target: {exec: [curl, hunter2]}}",
        "types:\n  t: {target: {exec: [curl, hunter2]}}\nparameters: {}",
        "lists: {ch: {k: Kick}}\nparameters:\n  \"{ch}.a\": {target: {exec: [curl, hunter2]}}",
        // Keys with escapes, in other quotes, and as complex keys.
        "parameters:\n  a: {\"t\\x61rget\": {\"\\x65xec\": [curl, hunter2]}}",
        "parameters:\n  a: {\"\\u0074arget\": {\"e\\U00000078ec\": [curl, hunter2]}}",
        "parameters:\n  a:\n    \"\\x74arget\":\n      \"\\x65xec\": [curl, hunter2]",
        "parameters:\n  a:\n    'target':\n      'exec': [curl, hunter2]",
        "parameters:\n  a:\n    ? target\n    : {exec: [curl, hunter2]}",
        // Passwords where there are none, at every depth.
        "password: hunter2\nparameters: {}",
        "web:\n  password: hunter2\nparameters: {}",
        "parameters: {password: hunter2}",
        "parameters:\n  a: {password: hunter2}",
        "parameters:\n  a: {target: {obs: d, password: hunter2}}",
        "parameters:\n  a: {target: {obs: d, pasword: hunter2}}",
        "targets:\n  d: {obs: \"127.0.0.1:4455\", password: hunter2}\nparameters: {}",
        "targets:\n  d:\n    obs: \"127.0.0.1:4455\"\n    secret: hunter2\nparameters: {}",
        // Addresses.
        "targets: {d: {mqtt: \"mqtt://u:hunter2@h\"}}\nparameters: {}",
        "targets: {d: {mqtt: \"mqtt://u:a/hunter2@h\"}}\nparameters: {}",
        "targets: {d: {mqtt: \"mqtt://u:a@hunter2@h\"}}\nparameters: {}",
        "targets: {d: {mqtt: \"mqtt://u:hunter2@h\"}, e: {mqtt: \"mqtt://u:hunter2@i\"}}\nparameters: {}",
        "targets: {d: {mqtt: \"mqtt://h\"}, e: {mqtt: \"mqtts://hunter2@i\"}}\nparameters: {}",
        "targets:\n  d:\n    mqtt: mqtt://u:hunter2@h # mail@x\nparameters: {}",
        "parameters:\n  a: {target: {osc: \"osc://u:hunter2@h:1\", address: /a}}",
        "parameters:\n  a: {label: \"http://u:hunter2@h\"}",
    ]

    /// What makes a file of a form: valid or not in itself, with another error, cut off, or no YAML at all.
    static let files: [(String, @Sendable (String) -> String)] = [
        ("as it is", { "version: 1\n\($0)\n" }), ("with another error", { "version: 1\n\($0)\nsurfacs: {}\n" }),
        ("before a bracket that is not closed", { "version: 1\n\($0)\nx: [\n" }), ("behind one", { "version: 1\nx: [a\n\($0)\n" }),
        ("without its last character", { "version: 1\n\($0.dropLast())" }), ("with a tab", { "version: 1\n\($0)\n\tx: 1\n" }),
        ("with CRLF", { "version: 1\r\n\($0.replacing("\n", with: "\r\n"))\r\n" }),
        ("as a comment", { "version: 1\n# \($0.replacing("\n", with: "\n# "))\n" }),
        ("with a character that no YAML has", { "version: 1\n\($0)\n# \u{1}\n" }),
    ]

    @Test("there are 38 forms")
    func number() { #expect(Self.forms.count == 38) }

    @Test("in the report of doctor", arguments: forms)
    func report(form: String) {
        for (name, file) in Self.files {
            let shown = Secrets.hiding(in: Array(file(form).utf8))
            #expect(!shown.contains("hunter2"), "\(name): \(shown)")
        }
    }

    @Test("in the errors of check, a reload and the log", arguments: forms)
    func errors(form: String) {
        for (name, file) in Self.files {
            for text in read(file(form)).diagnostics.map(\.text) { #expect(!text.contains("hunter2"), "\(name): \(text)") }
        }
    }
}
