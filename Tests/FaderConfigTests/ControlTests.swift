import FaderConfig
import FaderConsole
import FaderValues
import Testing

@Suite("What can be wrong with a control")
struct ControlTests {
    @Test("a message that cannot be read is reported with the right form")
    func messages() {
        expect(
            controls(
                """
                a: {input: 1️⃣"cc 7"}
                b: {input: 2️⃣"cc 128 ch 1"}
                c: {input: 3️⃣"control 7 ch 1"}
                d: {input: 4️⃣"note 5 ch 17"}
                e: {input: 5️⃣"cc14 32 ch 1"}
                f: {input: 6️⃣"pitchbend 3 ch 1"}
                g: {input: 7️⃣[cc, 1]}
                h: {input: 8️⃣}
                i: {input: 9️⃣"cc 7 ch1"}
                """),
            [
                "1️⃣ error: \"cc 7\" is not a message: the channel is missing; expected \"cc 7 ch 1\"; did you mean \"cc 7 ch 1\"?",
                "2️⃣ error: \"cc 128 ch 1\" is not a message: \"128\" is not a number of cc (0…127)",
                "3️⃣ error: \"control 7 ch 1\" is not a message: \"control\" is not a kind of message; expected one of cc, cc14, pitchbend, note, pressure, "
                    + "polypressure, program, nrpn, rpn; did you mean \"cc 7 ch 1\"?",
                "4️⃣ error: \"note 5 ch 17\" is not a message: \"17\" is not a channel (1…16)",
                "5️⃣ error: \"cc14 32 ch 1\" is not a message: \"32\" is not a number of cc14 (0…31)",
                "6️⃣ error: \"pitchbend 3 ch 1\" is not a message: the channel is missing; expected \"pitchbend ch 1\"",
                "7️⃣ error: expected a message such as \"cc 7 ch 1\" for the input, found a list",
                "8️⃣ error: expected a message such as \"cc 7 ch 1\" for the input, found nothing",
                "9️⃣ error: \"cc 7 ch1\" is not a message: the channel is missing; expected \"cc 7 ch 1\"; did you mean \"cc 7 ch 1\"?",
            ])
    }

    @Test("a place has a row and a column, whole numbers from 1")
    func places() {
        expect(
            controls(
                """
                a: {input: cc 1 ch 1, place: {row: 1️⃣0, column: 1}}
                b: {input: cc 2 ch 1, place: 2️⃣{row: 1}}
                c: {input: cc 3 ch 1, place: {row: 1, column: 1, 3️⃣colum: 2}}
                d: {input: cc 4 ch 1, place: 4️⃣[1, 2]}
                e: {input: cc 5 ch 1, place: {row: 1, column: 5️⃣1.5}}
                """),
            [
                "1️⃣ error: row must be a whole number 1…256, found \"0\"",
                "2️⃣ error: a place needs a column, for example {row: 1, column: 3}",
                "3️⃣ error: unknown key \"colum\" in a place; did you mean \"column\"?",
                "4️⃣ error: expected the keys of a place, found a list",
                "5️⃣ error: column must be a whole number 1…256, found \"1.5\"",
            ])
    }

    @Test("a motor is true, false or a message")
    func motors() {
        expect(
            controls(
                """
                a: {input: cc 1 ch 1, motor: 1️⃣yes}
                b: {input: cc 2 ch 1, motor: 2️⃣"cc 300 ch 1"}
                c: {input: cc 3 ch 1, motor: {3️⃣cc: 1}}
                d: {input: cc 4 ch 1, motor: 4️⃣"true"}
                """),
            [
                "1️⃣ error: expected true or false or a message such as \"cc 7 ch 1\" for the motor, found \"yes\"; did you mean \"true\"?",
                "2️⃣ error: \"cc 300 ch 1\" is not a message: \"300\" is not a number of cc (0…127)",
                "3️⃣ error: unknown key \"cc\" in a motor",
                "4️⃣ error: expected true or false or a message such as \"cc 7 ch 1\" for the motor, found \"true\"; did you mean \"true\"?",
            ])
    }

    @Test("a touch message has seven bits")
    func touch() {
        expect(
            controls(
                """
                a: {input: cc 1 ch 1, motor: true, touch: 1️⃣pitchbend ch 1}
                b: {input: cc 2 ch 1, motor: true, touch: 2️⃣true}
                c: {input: cc 3 ch 1, motor: true, touch: false}
                d: {input: cc 4 ch 1, motor: true, touch: cc 5 ch 1}
                """),
            [
                "1️⃣ error: a touch sensor sends note, cc, pressure or polypressure, not pitchbend",
                "2️⃣ error: expected false or a message such as \"cc 7 ch 1\" for the touch sensor, found \"true\"",
            ])
    }

    @Test("echo and hold-off have their forms")
    func echoAndHoldOff() throws {
        expect(
            controls(
                """
                a: {input: cc 1 ch 1, motor: true, echo: 1️⃣immediat, hold-off: 2️⃣150 sec}
                b: {input: cc 2 ch 1, motor: true, echo: 3️⃣no, hold-off: 4️⃣-1}
                c: {input: cc 3 ch 1, motor: true, echo: 5️⃣[], hold-off: 6️⃣11 s}
                """),
            [
                "1️⃣ error: echo must be one of release, immediate, never; found \"immediat\"; did you mean \"immediate\"?",
                "2️⃣ error: expected a time such as \"150 ms\" for hold-off, found \"150 sec\"",
                "3️⃣ error: echo must be one of release, immediate, never; found \"no\"",
                "4️⃣ error: hold-off must be 0…10000 ms, found \"-1\"",
                "5️⃣ error: echo must be one of release, immediate, never; found a list",
                "6️⃣ error: hold-off must be 0…10000 ms, found \"11 s\"",
            ])
        for (text, time) in [("150 ms", 150_000), ("150ms", 150_000), ("80", 80_000), ("0.25 s", 250_000), ("0", 0), ("1.5", 1500)] {
            let read = try configuration(controls("a: {input: cc 1 ch 1, motor: true, hold-off: \(text)}"))
            #expect(read.surfaces.first?.controls.first?.holdOff == .microseconds(time))
        }
    }

    @Test("touch and echo without a motor are a warning, but hold-off is not: a moving control holds its parameter")
    func withoutMotor() {
        expect(
            controls("a: {input: cc 1 ch 1, touch: 1️⃣note 1 ch 1, echo: 2️⃣never, hold-off: 80}\nb: {input: cc 2 ch 1, motor: false}"),
            [
                "1️⃣ warning: touch has no effect: a has no motor",
                "2️⃣ warning: echo has no effect: a has no motor",
            ])
    }

    @Test("a control needs an input, and unknown keys are errors")
    func keys() {
        expect(
            controls("1️⃣a: {motor: true}\nb: {2️⃣inptu: cc 1 ch 1, input: cc 1 ch 1}\n3️⃣c:\nd: 4️⃣cc 1 ch 1"),
            [
                "1️⃣ error: a needs an input: the message that the control sends",
                "2️⃣ error: unknown key \"inptu\" in a control; did you mean \"input\"?",
                "3️⃣ error: c needs an input: the message that the control sends",
                "4️⃣ error: expected the keys of a control, found \"cc 1 ch 1\"",
            ])
    }

    @Test("a control id is a word, or a kind and an index from 1")
    func ids() {
        let rule = "cannot be a control id: a word such as \"play\", or a kind and an index from 1 such as \"fader.3\""
        expect(
            controls(
                """
                1️⃣fader.0: {input: cc 1 ch 1}
                2️⃣Fader.1: {input: cc 2 ch 1}
                3️⃣fader.01: {input: cc 3 ch 1}
                4️⃣fader.1.2: {input: cc 4 ch 1}
                5️⃣fader.: {input: cc 5 ch 1}
                6️⃣9: {input: cc 6 ch 1}
                bank-left: {input: cc 7 ch 1}
                fader.12345: {input: cc 8 ch 1}
                """),
            [
                "1️⃣ error: \"fader.0\" \(rule)", "2️⃣ error: \"Fader.1\" \(rule); did you mean \"fader.1\"?", "3️⃣ error: \"fader.01\" \(rule)",
                "4️⃣ error: \"fader.1.2\" \(rule)", "5️⃣ error: \"fader.\" \(rule)", "6️⃣ error: \"9\" \(rule)",
            ])
    }

    @Test("a surface has at most 4,096 controls")
    func tooMany() {
        let lines = (1...4097).map { "k.\($0): {input: nrpn \($0) ch 1}" }.joined(separator: "\n")
        let told = read(controls(lines)).diagnostics
        #expect(told.map(\.headline) == ["desk.yaml:4104:7: error: more than 4096 controls"])
    }
}

@Suite("Two controls on one message")
struct SharedMessageTests {
    private func both(_ first: String, _ second: String, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        expect(controls("a: {\(first)}\nb: {\(second)}"), expected, sourceLocation: sourceLocation)
    }

    @Test("two inputs on one message are reported with both places")
    func inputs() {
        both(
            "input: cc 1 ch 1", "input: 1️⃣cc 1 ch 1",
            ["1️⃣ error: two controls on one message: \"cc 1 ch 1\", the input of b, is also the input of a (line 8, column 18)"])
        both("input: cc 1 ch 1", "input: cc 1 ch 2", [])
        both("input: cc 1 ch 1", "input: note 1 ch 1", [])
        both("input: nrpn 1 ch 1", "input: rpn 1 ch 1", [])
    }

    @Test("an input on another control's touch message, or its own, is reported")
    func touches() {
        both(
            "input: cc 1 ch 1, motor: true, touch: note 1 ch 1", "input: 1️⃣note 1 ch 1",
            ["1️⃣ error: two controls on one message: \"note 1 ch 1\", the input of b, is also the touch of a (line 8, column 49)"])
        both(
            "input: cc 1 ch 1, motor: true, touch: 1️⃣cc 1 ch 1", "input: cc 2 ch 1",
            ["1️⃣ error: two controls on one message: \"cc 1 ch 1\", the touch of a, is also the input of a (line 8, column 18)"])
    }

    @Test("a cc14 uses both of its controllers, and only on its channel")
    func pairs() {
        for number in [7, 39] {
            both(
                "input: cc14 7 ch 1", "input: 1️⃣cc \(number) ch 1",
                [
                    "1️⃣ error: two controls on one message: \"cc \(number) ch 1\", the input of b, overlaps \"cc14 7 ch 1\", "
                        + "the input of a (line 8, column 18)"
                ])
        }
        both(
            "input: cc 39 ch 1", "input: 1️⃣cc14 7 ch 1",
            [
                "1️⃣ error: two controls on one message: \"cc14 7 ch 1\", the input of b, overlaps \"cc 39 ch 1\", the input of a (line 8, column 18)"
            ])
        both("input: cc14 7 ch 1", "input: cc 39 ch 2", [])
        both("input: cc14 7 ch 1", "input: cc14 8 ch 1", [])
    }

    @Test("numbered parameters use their number, and the controllers that carry them")
    func parameterNumbers() {
        for kind in ["nrpn", "rpn"] {
            both(
                "input: \(kind) 300 ch 1", "input: 1️⃣\(kind) 300 ch 1",
                [
                    "1️⃣ error: two controls on one message: \"\(kind) 300 ch 1\", the input of b, is also the input of a (line 8, column 18)"
                ])
            for number in [6, 38, 96, 98, 101] {
                both(
                    "input: \(kind) 300 ch 1", "input: 1️⃣cc \(number) ch 1",
                    [
                        "1️⃣ error: two controls on one message: \"cc \(number) ch 1\", the input of b, overlaps \"\(kind) 300 ch 1\", "
                            + "the input of a (line 8, column 18)"
                    ])
            }
        }
        both(
            "input: cc14 6 ch 3", "input: 1️⃣nrpn 1 ch 3",
            [
                "1️⃣ error: two controls on one message: \"nrpn 1 ch 3\", the input of b, overlaps \"cc14 6 ch 3\", the input of a (line 8, column 18)"
            ])
        both("input: nrpn 1 ch 1", "input: nrpn 2 ch 1", [])
        both("input: nrpn 1 ch 1", "input: cc 6 ch 2", [])
    }

    @Test("two motors on one message are reported once")
    func motors() {
        both(
            "input: cc 1 ch 1, motor: cc 9 ch 1", "input: cc 2 ch 1, motor: 1️⃣cc 9 ch 1",
            ["1️⃣ error: two controls on one message: \"cc 9 ch 1\", the motor of b, is also the motor of a (line 8, column 36)"])
        both(
            "input: cc 1 ch 1, motor: cc 2 ch 1", "input: cc 2 ch 1, motor: 1️⃣true",
            ["1️⃣ error: two controls on one message: \"cc 2 ch 1\", the motor of b, is also the motor of a (line 8, column 36)"])
        both(
            "input: cc 1 ch 1, motor: true", "input: 1️⃣cc 1 ch 1, motor: true",
            ["1️⃣ error: two controls on one message: \"cc 1 ch 1\", the input of b, is also the input of a (line 8, column 18)"])
    }

    @Test("the same message on two surfaces is not a conflict")
    func surfaces() throws {
        let surface = "{match: X, controls: {fader.1: {input: cc 1 ch 1, motor: true}}}"
        let read = try configuration("version: 1\nsurfaces:\n  s: \(surface)\n  t: \(surface)\n")
        #expect(read.surfaces.count == 2)
    }
}
