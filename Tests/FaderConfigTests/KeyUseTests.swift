import FaderConfig
import Testing

@Suite("Keys that have no effect in their place")
struct KeyUseTests {
    private func profile(_ lines: String, head: String = "") -> [String: String] {
        ["/usr/share/profiles/x.yaml": "version: 1\nname: X\n\(head)controls:\n" + lines]
    }

    private func surface(_ lines: String, head: String = "") -> String {
        "version: 1\nparameters: {p: {}}\nsurfaces:\n  s:\n    match: X\n    profile: x\n\(head)    controls:\n" + lines
    }

    @Test("where the key that takes it away is in the profile, or something is only missing, it is a warning, and the config is used")
    func otherBlock() {
        expect(
            surface(
                """
                      a: {noise: 1️⃣3, takeover: 2️⃣jump}
                      b: {takeover: 3️⃣pickup}
                      c: {echo: 4️⃣never}
                      d: {ring: 5️⃣pan}
                      e: {takeover: {lamp: 6️⃣note 9 ch 1}}
                      f: {motor: false}
                """),
            [
                "1️⃣ warning: noise has no effect: a is an encoder, which sends steps, not positions",
                "2️⃣ warning: takeover has no effect: a has no end, so it moves its parameter from wherever that is",
                "3️⃣ warning: takeover has no effect: b has a motor, which goes where its parameter is",
                "4️⃣ warning: echo has no effect: c has no motor",
                "5️⃣ warning: ring has no effect: d has no values for the look pan",
                "6️⃣ warning: lamp has no effect: the ring of e shows where its parameter is",
            ],
            profiles: profile(
                """
                  a: {input: cc 1 ch 1, relative: twos}
                  b: {input: cc 2 ch 1, motor: true}
                  c: {input: cc 3 ch 1}
                  d: {input: cc 4 ch 1, motor: true, ring: {fill: [0, 11]}}
                  e: {input: cc 5 ch 1, motor: true, ring: {fill: [0, 11]}}
                  f: {input: cc 6 ch 1, motor: true, touch: note 6 ch 1, echo: immediate}
                """))
    }

    @Test("what a profile or surface says about all its controls has to mean one of them")
    func common() {
        expect(
            surface("      a: {place: {row: 1, column: 1}}\n", head: "    takeover: 1️⃣jump\n"),
            [
                "1️⃣ warning: takeover has no effect: every control has a motor, is an encoder or a button, or has its own takeover",
                "/usr/share/profiles/x.yaml:3:7 warning: echo has no effect: no control has a motor",
            ], profiles: profile("  a: {input: note 1 ch 1}\n  b: {input: cc 2 ch 1, relative: twos}\n", head: "echo: never\n"))
    }

    @Test("a panel that the protocol does not have is told, and taking it away is not")
    func panel() {
        expect(
            surface(
                "      a: {input: cc 1 ch 1}\n", head: "    digits: 1️⃣{timecode: 8}\n    colors: 2️⃣8\n    displays: []\n    meters: false\n"),
            [
                "1️⃣ warning: digits has no effect: the protocol plain has no digits",
                "2️⃣ warning: colors has no effect: the protocol plain has no colors here",
            ], profiles: profile("  b: {input: cc 2 ch 1}\n"))
        let told = read(
            surface("      a: {input: cc 1 ch 1}\n"),
            profiles: profile("  b: {input: cc 2 ch 1}\n", head: "protocol: {name: hui, without: [\"*\"]}\ncolors: 8\n"))
        #expect(
            told.diagnostics.map(\.headline) == [
                "/usr/share/profiles/x.yaml:4:9: error: colors has no effect: the protocol hui has no colors here"
            ])
    }

    @Test("takeover on a button is told, as is a variable of a program that faderd sets itself")
    func buttons() {
        expect(
            surface("      a: {takeover: 1️⃣jump}\n"),
            ["1️⃣ warning: takeover has no effect: a is a button, which is pressed and has no position"],
            profiles: profile("  a: {input: note 1 ch 1}\n"))
    }
}
