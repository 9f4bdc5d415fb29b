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

    @Test("beside the key that takes its effect away, a key is an error")
    func sameBlock() {
        expect(
            controls(
                """
                a: {input: cc 1 ch 1, motor: false, touch: 1️⃣note 1 ch 1}
                b: {input: cc 2 ch 1, relative: false, detents: 2️⃣5}
                c: {input: cc 3 ch 1, relative: twos, raw: 3️⃣[0, 100]}
                d: {input: cc 4 ch 1, motor: true, ring: {fill: [0, 11], pan: 4️⃣[0, 11], look: fill, middle: 5️⃣5}}
                e: {input: program ch 1, invert: 6️⃣true}
                f: {input: cc 6 ch 1, motor: {message: false, raw: 7️⃣[0, 1]}}
                g: {input: cc 7 ch 1, motor: false, ring: 8️⃣{fill: [0, 11]}}
                """),
            [
                "1️⃣ error: touch has no effect: a has no motor",
                "2️⃣ error: detents has no effect: b is not an encoder; relative: says how one is read",
                "3️⃣ error: raw has no effect: c is an encoder, which sends steps, not positions",
                "4️⃣ error: pan has no effect: the ring is always fill",
                "5️⃣ error: middle has no effect: the ring is never a pan",
                "6️⃣ error: invert has no effect: a program is only pressed and never released",
                "7️⃣ error: raw has no effect: f has no motor", "8️⃣ error: ring has no effect: g has no motor",
            ])
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

    @Test("a parameter's keys that others replace are told, with the type they come from")
    func parameter() {
        expect(
            "version: 1\ntypes:\n  round: {max: 360, wrap: true}\n  odd: {max: 9, wrap: true, out-of-range: 1️⃣clamp}\nparameters:\n"
                + "  a: {max: 9, wrap: true, out-of-range: 2️⃣reject}\n  b: {type: round, out-of-range: 3️⃣reject}\n"
                + "  c: {format: {sign: 4️⃣always, positive: P}}\n  d: {type: gain, format: {positive: P}}\n  e: {type: odd}\n"
                + "  f: {max: 9, wrap: false, out-of-range: reject}\n",
            [
                "1️⃣ error: out-of-range has no effect: with wrap, a number outside the range goes round",
                "2️⃣ error: out-of-range has no effect: with wrap, a number outside the range goes round",
                "3️⃣ warning: out-of-range has no effect: with wrap, a number outside the range goes round",
                "4️⃣ error: sign has no effect: positive takes the place of the plus sign",
            ])
    }

    @Test("an action on an encoder is told")
    func action() {
        expect(
            "version: 1\nparameters: {p: {}}\nsurfaces:\n  s:\n    match: X\n    controls: {e.1: {input: cc 1 ch 1, relative: twos}}\n"
                + "    map: {e.1: {parameter: p, action: 1️⃣toggle}}\n",
            ["1️⃣ warning: action has no effect: e.1 is an encoder, which is turned and never pressed"])
    }

    @Test("keys of an osc target that its parameter has no use for are errors")
    func osc() {
        let parameter = { (kind: String, keys: String) in "\(kind)target: {osc: \"127.0.0.1:1\", address: /\(keys)}" }
        expect(
            parameters(
                """
                a: {\(parameter("kind: toggle, ", "a, steps: 1️⃣5"))}
                b: {\(parameter("kind: choice, options: [x, y], ", "b, send: 2️⃣value"))}
                c: {\(parameter("kind: toggle, ", "c, send: text, range: 3️⃣[0, 1]"))}
                d: {\(parameter("", "d, send: 4️⃣text"))}
                e: {\(parameter("kind: integer, max: 5, ", "e, send: value, steps: 5️⃣5"))}
                f: {\(parameter("", "f, send: value, range: 6️⃣[0, 5]"))}
                g: {\(parameter("kind: text, ", "g, send: 7️⃣position, range: 8️⃣[0, 5]"))}
                h: {\(parameter("", "h, args: 9️⃣1, send-args: 1, feedback-args: 2"))}
                """),
            [
                "1️⃣ error: steps has no effect: the kind of a is toggle, which has nothing between its values",
                "2️⃣ error: send has no effect: a choice is sent as a number, or with send: text as a word",
                "3️⃣ error: range has no effect: c is sent as a text",
                "4️⃣ error: send has no effect: d has no words, because its kind is number",
                "5️⃣ error: steps has no effect: the kind of e is integer, which has nothing between its values",
                "6️⃣ error: range has no effect: it is what the travel is spread over; with send: value the parameter's own range counts",
                "7️⃣ error: send has no effect: a text is sent as a text",
                "8️⃣ error: range has no effect: g is sent as a text",
                "9️⃣ error: args has no effect: send-args and feedback-args are given for both directions",
            ])
    }

    @Test("takeover on a button is told, as is a variable of a program that faderd sets itself")
    func buttons() {
        expect(
            controls(
                """
                a: {input: note 1 ch 1, takeover: 1️⃣pickup}
                b: {input: program ch 1, takeover: 2️⃣{mode: jump}}
                c: {input: cc 1 ch 1, takeover: pickup}
                """),
            [
                "1️⃣ error: takeover has no effect: a is a button, which is pressed and has no position",
                "2️⃣ error: takeover has no effect: b is a button, which is pressed and has no position",
            ])
        expect(
            surface("      a: {takeover: 1️⃣jump}\n"),
            ["1️⃣ warning: takeover has no effect: a is a button, which is pressed and has no position"],
            profiles: profile("  a: {input: note 1 ch 1}\n"))
    }
}
