import FaderConsole
import FaderModel
import FaderTesting
import Testing

@Suite("Buttons: what a press does, and what their lamps show")
struct ButtonTests {
    private func check(_ script: String, on configuration: Configuration, at location: SourceLocation = #_sourceLocation) {
        #expect(Transcript.play(script, on: configuration) == script, sourceLocation: location)
    }

    private static let mute = ParameterSpec(id: "mute", maximum: 1, step: 1, decimals: 0, kind: .toggle(off: "open", on: "muted"))
    private static let side = ParameterSpec(
        id: "side", maximum: 2, step: 1, decimals: 0, kind: .choice(["a", "b", "c"].map { ChoiceOption(id: $0) }))
    private let cc = MessageAddress(.cc, number: 40)

    @Test("toggle: a press turns on and off, and the lamp gets the true state once after each press and each release")
    func toggle() {
        check(
            """
            0ms in desk: note 16 ch 1 = 127
            out desk: note 16 ch 1 = 127
            get mute = 1
            in desk: note 16 ch 1 = 0
            out desk: note 16 ch 1 = 127
            get mute = 1
            500ms in desk: note 16 ch 1 = 127
            out desk: note 16 ch 1 = 0
            in desk: note 16 ch 1 = 0
            out desk: note 16 ch 1 = 0
            get mute = 0
            """, on: Desks.single(Desks.button(.toggle), Self.mute))
    }

    @Test("every program change is a press, whatever its number")
    func program() {
        var button = Desks.button(.toggle, hasLamp: false)
        button.input = MessageAddress(.program)
        check(
            """
            0ms in desk: program ch 1 = 5
            get mute = 1
            in desk: program ch 1 = 0
            get mute = 0
            in desk: program ch 1 = 127
            get mute = 1
            """, on: Desks.single(button, Self.mute))
    }

    @Test("toggle changes a number between both ends")
    func toggleNumber() {
        check(
            """
            0ms in desk: note 16 ch 1 = 127
            get level = 127
            in desk: note 16 ch 1 = 0
            set level 40
            in desk: note 16 ch 1 = 127
            get level = 127
            in desk: note 16 ch 1 = 0
            set level 80
            in desk: note 16 ch 1 = 127
            get level = 0
            """, on: Desks.single(Desks.button(.toggle, hasLamp: false)))
    }

    @Test("a soft note is a press; a controller is one in the upper half of its range")
    func presses() {
        check(
            """
            0ms in desk: note 16 ch 1 = 1
            get mute = 1
            in desk: note 16 ch 1 = 0
            in desk: note 16 ch 1 = 30
            get mute = 0
            """, on: Desks.single(Desks.button(.toggle, hasLamp: false), Self.mute))
        check(
            """
            0ms in desk: cc 40 ch 1 = 63
            get mute = 0
            in desk: cc 40 ch 1 = 64
            get mute = 1
            """, on: Desks.single(Desks.button(.toggle, cc, hasLamp: false), Self.mute))
    }

    @Test("a button that never reports releases counts every press; one that does, only if it was up before")
    func edges() {
        check(
            """
            0ms in desk: cc 40 ch 1 = 127
            get side = 1
            in desk: cc 40 ch 1 = 127
            get side = 2
            in desk: cc 40 ch 1 = 127
            get side = 0
            in desk: cc 40 ch 1 = 0
            in desk: cc 40 ch 1 = 127
            in desk: cc 40 ch 1 = 127
            in desk: cc 40 ch 1 = 127
            get side = 1
            in desk: cc 40 ch 1 = 0
            in desk: cc 40 ch 1 = 0
            in desk: cc 40 ch 1 = 127
            get side = 2
            """, on: Desks.single(Desks.button(.cycle(by: 1), cc, hasLamp: false), Self.side))
    }

    @Test("a release that was lost in an overrun, or with the device, does not swallow the next press")
    func lostRelease() {
        for lost in ["overrun\ntold: overrun(count: 1)", "disconnect desk\nconnect desk"] {
            check(
                """
                0ms in desk: cc 40 ch 1 = 0
                in desk: cc 40 ch 1 = 127
                get side = 1
                \(lost)
                in desk: cc 40 ch 1 = 127
                get side = 2
                """, on: Desks.single(Desks.button(.cycle(by: 1), cc, hasLamp: false), Self.side))
        }
    }

    @Test("the next device may never say releases: each of its presses counts")
    func nextDevice() {
        check(
            """
            0ms in desk: cc 40 ch 1 = 127
            in desk: cc 40 ch 1 = 0
            get side = 1
            disconnect desk
            connect desk
            in desk: cc 40 ch 1 = 127
            in desk: cc 40 ch 1 = 127
            get side = 0
            """, on: Desks.single(Desks.button(.cycle(by: 1), cc, hasLamp: false), Self.side))
    }

    @Test("cycle goes round in both directions, by any number")
    func cycle() {
        for (count, expected) in [(1, [1, 2, 0, 1]), (-1, [2, 1, 0, 2]), (2, [2, 1, 0, 2]), (-4, [2, 1, 0, 2]), (3, [0, 0, 0, 0])] {
            let script = expected.map { "in desk: cc 40 ch 1 = 127\nget side = \($0)" }.joined(separator: "\n")
            check("0ms \(script)", on: Desks.single(Desks.button(.cycle(by: count), cc, hasLamp: false), Self.side))
        }
    }

    @Test("the lamp of a choice follows its position")
    func choiceLamp() {
        check(
            """
            0ms in desk: note 16 ch 1 = 127
            out desk: note 16 ch 1 = 64
            in desk: note 16 ch 1 = 0
            out desk: note 16 ch 1 = 64
            set side 2
            out desk: note 16 ch 1 = 127
            """, on: Desks.single(Desks.button(.cycle(by: 1)), Self.side))
    }

    @Test("step moves by steps of its size and stops at the ends; on a number its lamp is the device's own")
    func step() {
        var level = Desks.level
        level.step = 1
        check(
            """
            0ms in desk: note 16 ch 1 = 127
            get level = 10
            in desk: note 16 ch 1 = 0
            set level 120
            in desk: note 16 ch 1 = 127
            get level = 127
            disconnect desk
            connect desk
            """, on: Desks.single(Desks.button(.step(by: 1, .big)), level))
    }

    @Test("set: the lamp is on while the parameter has the value, and gets the true state even where nothing changed")
    func set() {
        check(
            """
            0ms in desk: note 16 ch 1 = 127
            out desk: note 16 ch 1 = 127
            get level = 50
            in desk: note 16 ch 1 = 0
            out desk: note 16 ch 1 = 127
            500ms in desk: note 16 ch 1 = 127
            out desk: note 16 ch 1 = 127
            set level 51
            out desk: note 16 ch 1 = 0
            in desk: note 16 ch 1 = 0
            out desk: note 16 ch 1 = 0
            set level 50
            out desk: note 16 ch 1 = 127
            """, on: Desks.single(Desks.button(.set(50))))
    }

    @Test("hold: the release restores the value from before the press, and the lamp")
    func hold() {
        check(
            """
            0ms set level 30
            in desk: note 16 ch 1 = 127
            out desk: note 16 ch 1 = 127
            get level = 100
            1000ms in desk: note 16 ch 1 = 0
            out desk: note 16 ch 1 = 0
            get level = 30
            in desk: note 16 ch 1 = 0
            get level = 30
            """, on: Desks.single(Desks.button(.hold(100))))
    }

    @Test("hold: a value set elsewhere meanwhile stays, even if it was the same value again")
    func holdOvertaken() {
        check(
            """
            0ms set level 30
            in desk: note 16 ch 1 = 127
            get level = 100
            set level 60
            in desk: note 16 ch 1 = 0
            get level = 60
            in desk: note 16 ch 1 = 127
            set level 60
            set level 100
            in desk: note 16 ch 1 = 0
            get level = 100
            """, on: Desks.single(Desks.button(.hold(100), hasLamp: false)))
    }

    @Test("hold: a repeated press does not make the held value the one to return to")
    func holdAgain() {
        check(
            """
            0ms in desk: note 16 ch 1 = 127
            in desk: note 16 ch 1 = 127
            in desk: note 16 ch 1 = 0
            get level = 0
            """, on: Desks.single(Desks.button(.hold(100), hasLamp: false)))
    }

    @Test("hold: a button whose release can no longer arrive is released")
    func holdLost() {
        for lost in ["overrun\ntold: overrun(count: 1)", "disconnect desk"] {
            check(
                """
                0ms in desk: note 16 ch 1 = 127
                get level = 100
                \(lost)
                get level = 0
                """, on: Desks.single(Desks.button(.hold(100), hasLamp: false)))
        }
        let console = Console(Desks.single(Desks.button(.hold(100))))
        let port = FakePort(surfaces: 1)
        console.connected(0, Connections(inputs: 1, outputs: 1), at: .zero, port: port)
        console.handle(MIDIMessage(MessageAddress(.note, number: 16), raw: 127), from: 0, at: .ms(1), port: port)
        console.connected(0, Connections(inputs: 0, outputs: 1), at: .ms(2), port: port)
        #expect(console.value(of: 0) == 0)
        #expect(port.take().last == "0: note 16 ch 1 = 0")
    }

    @Test("reset restores the default")
    func reset() {
        check(
            """
            0ms set master 3
            in desk: note 16 ch 1 = 127
            get master = -12
            """, on: Desks.single(Desks.button(.reset), Desks.master))
    }

    @Test("a lamp may change under the finger, has no hold-off, and a mapped touch message is not a finger on it")
    func underFinger() {
        var button = Desks.button(.toggle)
        button.touch = MessageAddress(.note, number: 99)
        check(
            """
            0ms in desk: note 99 ch 1 = 127
            in desk: note 16 ch 1 = 127
            out desk: note 16 ch 1 = 127
            set mute 0
            out desk: note 16 ch 1 = 0
            in desk: note 16 ch 1 = 0
            """, on: Desks.single(button, Self.mute))
    }

    @Test("with echo never the lamp is only sent states that it does not show")
    func echoNever() {
        var button = Desks.button(.set(50))
        button.echo = .never
        check(
            """
            0ms in desk: note 16 ch 1 = 127
            out desk: note 16 ch 1 = 127
            in desk: note 16 ch 1 = 0
            500ms in desk: note 16 ch 1 = 127
            """, on: Desks.single(button))
    }

    @Test("the echo of a lamp presses nothing, and releases nothing permanently")
    func echoes() {
        check(
            """
            0ms set mute 1
            out desk: note 16 ch 1 = 127
            5ms in desk: note 16 ch 1 = 127
            get mute = 1
            300ms in desk: note 16 ch 1 = 127
            out desk: note 16 ch 1 = 0
            305ms in desk: note 16 ch 1 = 0
            600ms in desk: note 16 ch 1 = 127
            out desk: note 16 ch 1 = 127
            605ms in desk: note 16 ch 1 = 127
            900ms in desk: note 16 ch 1 = 127
            out desk: note 16 ch 1 = 0
            get mute = 0
            """, on: Desks.single(Desks.button(.toggle), Self.mute))
    }

    @Test("a lamp for which there was no room is sent later, with the newest state")
    func blocked() {
        check(
            """
            0ms port wouldBlock
            in desk: note 16 ch 1 = 127
            set mute 0
            port sent
            writable
            out desk: note 16 ch 1 = 0
            """, on: Desks.single(Desks.button(.toggle), Self.mute))
    }

    @Test("the upper bits of 14-bit messages press too, as a pair, as an NRPN and whole")
    func fourteenBits() {
        let kinds: [(MessageAddress, [String])] = [
            (
                MessageAddress(.cc14, number: 7),
                ["cc 7 ch 1 = 100", "cc 39 ch 1 = 5", "cc 7 ch 1 = 3", "cc 7 ch 1 = 127", "cc14 7 ch 1 = 0"]
            ),
            (MessageAddress(.pitchbend), ["pitchbend ch 1 = 8192", "pitchbend ch 1 = 8191", "pitchbend ch 1 = 16383"]),
            (
                MessageAddress(.nrpn, number: 130),
                [
                    "cc 99 ch 1 = 1", "cc 98 ch 1 = 2", "cc 6 ch 1 = 127", "cc 38 ch 1 = 127", "cc 96 ch 1 = 1", "cc 6 ch 1 = 0",
                    "nrpn 130 ch 1 = 16383",
                ]
            ),
        ]
        for (address, messages) in kinds {
            let script = messages.map { "in desk: \($0)" }.joined(separator: "\n")
            check("0ms \(script)\nget side = 2", on: Desks.single(Desks.button(.cycle(by: 1), address, hasLamp: false), Self.side))
        }
    }

    @Test("a button on an end of a range obeys its rule")
    func onRange() {
        check(
            """
            0ms in desk: note 16 ch 1 = 127
            get price.low = 90
            in desk: note 16 ch 1 = 0
            get price.low = 20
            """, on: Desks.price(controls: Desks.button(.hold(127), hasLamp: false)))
    }

    @Test("a button that is down stays down through a reload, and what it holds goes back after it")
    func reload() {
        let desk = Desks.single(Desks.button(.hold(100)))
        let port = FakePort(surfaces: 1)
        let old = Console(desk, values: [30])
        old.connected(0, Connections(inputs: 1, outputs: 1), at: .zero, port: port)
        old.handle(MIDIMessage(MessageAddress(.note, number: 16), raw: 127), from: 0, at: .ms(1), port: port)
        let new = Console(desk)
        new.adopt(old, Continuity(from: desk, to: desk), at: .ms(2), port: port)
        #expect(new.value(of: 0) == 100)
        _ = port.take()
        new.handle(MIDIMessage(MessageAddress(.note, number: 16), raw: 0), from: 0, at: .ms(3), port: port)
        #expect(new.value(of: 0) == 30)
        #expect(port.take() == ["0: note 16 ch 1 = 0"])
    }

    @Test("an unmapped button does nothing")
    func unmapped() {
        var button = Desks.button(.toggle)
        button.parameter = nil
        check("0ms in desk: note 16 ch 1 = 127\nin desk: note 16 ch 1 = 0\nget level = 0", on: Desks.single(button))
    }
}
