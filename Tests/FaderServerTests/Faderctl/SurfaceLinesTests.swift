import Testing

@testable import faderctl

@Suite("Setting keys of a surface in a config")
struct SurfaceLinesTests {
    private func set(_ text: String, _ block: String = "map", _ key: String = "fader.2") throws -> String {
        try ConfigFile(path: "/c.yaml", text: text).setting(key, to: "pan", in: block, ofSurface: "desk").text
    }

    @Test(
        "a key is added or replaced in its block, whatever its style, and nothing else changes",
        arguments: [
            (
                "surfaces:\n  desk:   # mine\n    map:\n      fader.1: master  # left\n\n  # the other\n  box:\n    map: {}\n",
                "surfaces:\n  desk:   # mine\n    map:\n      fader.1: master  # left\n      fader.2: pan\n\n  # the other\n  box:\n    map: {}\n"
            ),
            (
                "surfaces:\n  desk:\n    map:\n      fader.2: master  # left\n      \"fader.1\": x\n",
                "surfaces:\n  desk:\n    map:\n      fader.2: pan  # left\n      \"fader.1\": x\n"
            ),
            (
                "surfaces:\n  desk:\n    map: {fader.1: master}   # one\n    profile: x\n",
                "surfaces:\n  desk:\n    map: {fader.1: master, fader.2: pan}   # one\n    profile: x\n"
            ),
            (
                "surfaces:\n  desk:\n    map: {fader.1: drums, \"fader.2\": master}  # one\n",
                "surfaces:\n  desk:\n    map: {fader.1: drums, \"fader.2\": pan}  # one\n"
            ),
            ("surfaces:\n  desk:\n    map: {}\n", "surfaces:\n  desk:\n    map: {fader.2: pan}\n"),
            (
                "surfaces:\n  desk:\n    map:\t# mine\n      fader.2: master\t# keep\n",
                "surfaces:\n  desk:\n    map:\t# mine\n      fader.2: pan\t# keep\n"
            ),
            (
                "surfaces:\n  desk:\n    map: {fader.1: master, }\t# one\n",
                "surfaces:\n  desk:\n    map: {fader.1: master, fader.2: pan}\t# one\n"
            ),
            (
                "surfaces:\n  desk:\n    map: {shift+fader.2: master}\n",
                "surfaces:\n  desk:\n    map: {shift+fader.2: master, fader.2: pan}\n"
            ),
            (
                "surfaces:\n    desk:\n        profile: x\n",
                "surfaces:\n    desk:\n        profile: x\n        map:\n          fader.2: pan\n"
            ),
            (
                "surfaces:\n  desk:\n    map:\n    profile: x\nparameters:\n",
                "surfaces:\n  desk:\n    map:\n      fader.2: pan\n    profile: x\nparameters:\n"
            ),
        ])
    func places(text: String, after: String) throws { #expect(try set(text) == after) }

    @Test(
        "unsupported text is refused with advice",
        arguments: [
            "surfaces: {desk: {map: {}}}\n", "surfaces:\n  desk: {map: {fader.1: a}}\n",
            "surfaces:\n  desk:\n    map: {\n      fader.1: a}\n", "surfaces:\n  desk:\n    map:\n      fader.2:\n        parameter: a\n",
            "surfaces:\n  box:\n    map: {}\n",
        ])
    func refused(text: String) { #expect(throws: Failure.self) { try set(text) } }

    @Test("two changes are one diff")
    func diff() throws {
        let file = ConfigFile(path: "/c.yaml", text: "surfaces:\n  desk:\n    controls:\n      fader.1: {}\n    map: {fader.1: a}\n")
        let edit = try file.setting("fader.2", to: "{}", in: "controls", ofSurface: "desk").then { file throws(Failure) in
            try file.setting("fader.2", to: "b", in: "map", ofSurface: "desk")
        }
        #expect(
            edit.diff == """
                --- /c.yaml
                +++ /c.yaml
                @@ -2,4 +2,5 @@
                   desk:
                     controls:
                       fader.1: {}
                -    map: {fader.1: a}
                +      fader.2: {}
                +    map: {fader.1: a, fader.2: b}

                """)
    }
}
