import FaderConfig
import FaderValues
import Testing

@Suite("What a program is given is not shown in errors")
struct SecretTests {
    private func texts(_ lines: String) -> [String] {
        read("version: 1\nparameters:\n" + lines.split(separator: "\n").map { "  \($0)\n" }.joined()).diagnostics.map(\.text)
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
