import Testing

@testable import faderctl

@Suite("Setting keys of a control in a profile or config")
struct ControlLinesTests {
    private let keys = [(key: "raw", value: "[15, 1010]"), (key: "noise", value: "7")]

    private func profile(_ text: String) throws -> String {
        try ConfigFile(path: "/p.yaml", text: text).setting(keys, ofControl: "fader.1", ofSurface: nil).text
    }

    @Test(
        "in a profile: keys are replaced or added in the control's own style, and nothing else changes",
        arguments: [
            (
                "name: X\ncontrols:\n  fader.1: {input: \"cc 1 ch 1\", raw: [0, 9], place: {row: 1, column: 2}}  # left\n  fader.2: {}\n",
                "name: X\ncontrols:\n  fader.1: {input: \"cc 1 ch 1\", raw: [15, 1010], place: {row: 1, column: 2}, noise: 7}  # left\n"
                    + "  fader.2: {}\n"
            ),
            (
                "controls:\n  \"fader.1\": {\"noise\": 2}\n",
                "controls:\n  fader.1: {\"noise\": 7, raw: [15, 1010]}\n"
            ),
            (
                "controls:\n  fader.1:\n    input: cc 1 ch 1   # it\n    noise: 2   # much\n  fader.2: {}\n# end\n",
                "controls:\n  fader.1:\n    input: cc 1 ch 1   # it\n    noise: 7   # much\n    raw: [15, 1010]\n  fader.2: {}\n# end\n"
            ),
            (
                "controls: {fader.2: {input: x}, fader.1: {input: y}}   # all\n",
                "controls: {fader.2: {input: x}, fader.1: {input: y, raw: [15, 1010], noise: 7}}   # all\n"
            ),
            ("controls: {}\n", "controls: {fader.1: {raw: [15, 1010], noise: 7}}\n"),
            (
                "protocol: mackie\ncontrols:\n    fader.2: {raw: [0, 1]}\n\n# end\n",
                "protocol: mackie\ncontrols:\n    fader.2: {raw: [0, 1]}\n    fader.1: {raw: [15, 1010], noise: 7}\n\n# end\n"
            ),
            ("protocol: mackie\n", "protocol: mackie\ncontrols:\n  fader.1: {raw: [15, 1010], noise: 7}\n"),
        ])
    func profiles(text: String, after: String) throws { #expect(try profile(text) == after) }

    @Test("in a config: under the surface's own controls, which are added if there are none")
    func config() throws {
        func set(_ text: String) throws -> String {
            try ConfigFile(path: "/c.yaml", text: text).setting(keys, ofControl: "fader.1", ofSurface: "desk").text
        }
        #expect(
            try set("surfaces:\n  box:\n    controls: {fader.1: {}}\n  desk:\n    controls:\n      fader.1: {input: a}\n    map: {}\n")
                == "surfaces:\n  box:\n    controls: {fader.1: {}}\n  desk:\n    controls:\n      fader.1: {input: a, raw: [15, 1010], noise: 7}\n"
                + "    map: {}\n")
        #expect(
            try set("surfaces:\n  desk:\n    profile: x\nparameters:\n")
                == "surfaces:\n  desk:\n    profile: x\n    controls:\n      fader.1: {raw: [15, 1010], noise: 7}\nparameters:\n")
        #expect(
            try set("surfaces:\n    desk:\n        profile: x\n")
                == "surfaces:\n    desk:\n        profile: x\n        controls:\n          fader.1: {raw: [15, 1010], noise: 7}\n",
            "the block is indented like the surface's other keys")
    }

    @Test("finding whether the config itself has the control")
    func has() {
        func has(_ text: String) -> Bool { ConfigFile(path: "/c.yaml", text: text).hasControl("fader.1", ofSurface: "desk") }
        #expect(has("surfaces:\n  desk:\n    controls:\n      fader.1: {}\n"))
        #expect(has("surfaces:\n  desk:\n    controls: {fader.1: {invert: true}}\n"))
        #expect(!has("surfaces:\n  desk:\n    controls:\n      fader.11: {}\n    map:\n      fader.1: a\n"))
        #expect(!has("surfaces:\n  desk:\n    profile: x\n  box:\n    controls:\n      fader.1: {}\n"))
    }

    @Test(
        "unsupported text is refused",
        arguments: [
            "controls: {\n  fader.1: {input: a}}\n", "controls:\n  fader.1: {input: a,\n    raw: [1, 2]}\n", "controls:\n  fader.1: *it\n",
            "controls:\n  fader.1:\n    raw:\n      - 1\n      - 2\n", "controls:\n  fader.1: {input: \"a\\\"\"}\n",
        ])
    func refused(text: String) { #expect(throws: Failure.self) { try profile(text) } }
}
