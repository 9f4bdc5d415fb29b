import FaderConfig
import FaderValues
import Testing

@Suite("What a program is given is not shown in errors")
struct SecretTests {
    private func texts(_ lines: String) -> [String] {
        read("version: 1\nparameters:\n" + lines.split(separator: "\n").map { "  \($0)\n" }.joined()).diagnostics.map(\.text)
    }

    @Test(
        "neither its arguments nor its variables, however they are written and whatever is wrong",
        arguments: [
            #"a: {target: {exec: [curl, -H, "key: hunter2"], limt: 5 s}}"#,
            #"a: {target: {exec: [curl, -H, 'it''s, hunter2'], limit: 5 x}}"#,
            #"a: {target: {exec: [curl, "hunter2 {vlaue}"]}}"#,
            #"a: {target: {exec: [curl, hunter2 # hunter2]}}"#,
            #"a: {target: {exec: [curl, hunter2], read: [curl, {a: hunter2}]}}"#,
            #"a: {target: {exec: curl hunter2}}"#,
            #"a: {target: {exec: "curl hunter2"}}"#,
            #"a: {target: {exec: [curl, "hunter2]}}"#,
            #"a: {target: {exec: [curl, hunter2}}"#,
            #"a: {target: {exec:[curl, hunter2], x: 1}}"#,
            #"a: {target: {"exec" : [curl, hunter2], x: 1}}"#,
            #"a: {target: {exce: [curl, hunter2]}}"#,
            #"a: {target: {exec [curl, hunter2]}}"#,
            #"a: {traget: {exec: [curl, hunter2]}}"#,
            #"a: {mim: 0, target: [{pulse: default-sink}, {exec: [curl, hunter2]}]}"#,
            #"a: {target: {exec: [fan], env: {TOKEN: hunter2, 1A: hunter2}}}"#,
            #"a: {target: {exec: [fan], env: {TOKEN: [hunter2]}}}"#,
            #"a: {target: {exec: [fan], env: {TOKEN=hunter2}}}"#,
            #"a: {target: {exec: [fan], env: {TOKEN:hunter2}}}"#,
            #"a: {target: {exec: [fan], env: {TOKEN:hunter2 hunter2}}}"#,
            #"a: {target: {exec: [fan], env: TOKEN=hunter2}}"#,
            #"a: {target: {exec: [fan], env: [TOKEN=hunter2]}}"#,
            #"a: {target: {exec: [fan], env: {TOKEN: {hunter2: x}}}}"#,
            #"a: {target: {exec: [fan], env: {TOKEN: {file: [hunter2]}}}}"#,
            #"a: {target: {exec: [fan], evn: {TOKEN: hunter2}}}"#,
            #"a: {target: {env: {TOKEN: hunter2}, exce: [fan]}}"#,
            #"a: {target: {exec: [fan], env: {TOKEN: “hunter2”}}}"#,
            """
            a:
              target:
                exec:
                  - curl
                  - [hunter2]
            """,
            """
            a:
              target: {exec: [
              curl, -H, "Bearer hunter2", "{vlaue}"
              ]}
            """,
            """
            a:
              target: {exec: [
              curl, -H, "Bearer hunter2, "{value}"
              ]}
            """,
            #"a: {target: {obs: d, password: hunter2}}"#,
            #"a: {target: {obs: d, pasword: hunter2}}"#,
            #"a: {target: {exec: [curl, hunter2]}, min: 0, label: @}"#,
            #"a: {label: @, target: {exec: [curl, hunter2]}}"#,
            """
            a:
              target:
                exec:
                - curl
                - hunter2
                  hunter2: x
            """,
            """
            a:
              target:
              - pulse: default-sink
              - exec: [curl,
                  hunter2, [hunter2]]
                env:
                  TOKEN: hunter2
                  B: hunter2: x
            """,
            """
            a:
              target:
                exec: |
                  curl
                  hunter2
                env:
                  TOKEN: *hunter2
            """,
            """
            a:
              target:
                exec: [curl, "hunter2
                  hunter2", [hunter2]]
                limit: hunter
            """,
        ])
    func hidden(lines: String) {
        let texts = texts(lines)
        #expect(!texts.isEmpty)
        for text in texts { #expect(!text.contains("hunter2"), "\(text)") }
    }

    @Test(
        "nor a password or login of what is bound, nor a line that cannot be read",
        arguments: [
            "targets: {d: {mqtt: \"mqtt://u:a/hunter2@h\", x: 1}}", "targets: {d: {mqtt: \"mqtt://h\", password: hunter2}}",
            "targets:\n  d:\n    obs: \"127.0.0.1:1\"\n    password: hunter2",
            "parameters: {a: {target: {exec: [curl, hunter2]}}}\n# \u{1}",
        ])
    func outside(text: String) {
        let texts = read("version: 1\n\(text)\n").diagnostics.map(\.text)
        #expect(!texts.isEmpty)
        for text in texts { #expect(!text.contains("hunter2"), "\(text)") }
    }

    @Test("the caret stands under what is wrong, and everything else of the line is shown")
    func caret() {
        #expect(
            texts(#"a: {target: {exec: [curl, -H, "key: hunter2", "{value}"], limt: 5 s}, min: 0}"#) == [
                """
                desk.yaml:3:61: error: unknown key "limt" in an exec target; did you mean "limit"?
                  a: {target: {exec: [curl, ***, ***, "{value}"], limt: 5 s}, min: 0}
                                                                  ^
                """
            ])
        #expect(
            texts(#"a: {target: {exec: [curl, [x]], env: {TOKEN: secret, LANG: {file: y}}}, mim: 0}"#) == [
                """
                desk.yaml:3:29: error: expected an argument, found a list
                  a: {target: {exec: [curl, [***]], env: {TOKEN: ***, LANG: {file: ***}}}, mim: 0}
                                            ^
                """,
                """
                desk.yaml:3:75: error: unknown key "mim" in a parameter; did you mean "min"?
                  a: {target: {exec: [curl, [***]], env: {TOKEN: ***, LANG: {file: ***}}}, mim: 0}
                                                                                           ^
                """,
            ])
        #expect(
            texts(#"a: {target: {exec: [curl, {x: y}]}}"#) == [
                """
                desk.yaml:3:29: error: expected an argument, found a block of keys
                  a: {target: {exec: [curl, {***: ***}]}}
                                            ^
                """
            ])
    }

    @Test("what is no secret is shown: other targets, a parameter with the name exec, and a line that is not YAML where there is none")
    func shown() {
        for line in [
            #"a: {label: "x}, min: 0}"#, #"a: {target: {pulse: {app: [spotify*]}, propery: mute}}"#,
            #"a: {target: {osc: "desk:1", address: /hue, agrs: 1}}"#,
            #"a: {kind: trigger, target: [{wiat: 3 s}]}"#, #"a: {kind: trigger, target: {mpris: "my player", cal: next}}"#,
            #"a: {target: {brightness: my screen, xx: 1}}"#, #"a: {target: {sacn: my stage, chanel: 12, bits: 8}}"#,
            #"exec: {mim: 0, label: Fan}"#, #"env: {mim: 0, label: Fan}"#,
        ] {
            #expect(texts(line).first?.split(separator: "\n").dropFirst().first.map(String.init) == "  " + line)
        }
    }
}
