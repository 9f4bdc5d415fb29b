import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Buttons: what a press does, and what their lamps show")
struct ButtonTests {
    private static let side = ParameterSpec(
        id: "side", maximum: 2, step: 1, decimals: 0, kind: .choice(["a", "b", "c"].map { ChoiceOption(id: $0) }))
    private let cc = MessageAddress(.cc, number: 40)

    @Test("a release that was lost in an overrun, or with the device, does not swallow the next press")
    func lostRelease() {
        for lost in ["overrun\ntold: overrun(count: 1)", "disconnect desk\nconnect desk"] {
            expectTranscript(
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

    @Test("cycle goes round in both directions, by any number")
    func cycle() {
        for (count, expected) in [(1, [1, 2, 0, 1]), (-1, [2, 1, 0, 2]), (2, [2, 1, 0, 2]), (-4, [2, 1, 0, 2]), (3, [0, 0, 0, 0])] {
            let script = expected.map { "in desk: cc 40 ch 1 = 127\nget side = \($0)" }.joined(separator: "\n")
            expectTranscript("0ms \(script)", on: Desks.single(Desks.button(.cycle(by: count), cc, hasLamp: false), Self.side))
        }
    }

    @Test("hold: a button whose release can no longer arrive is released")
    func holdLost() {
        for lost in ["overrun\ntold: overrun(count: 1)", "disconnect desk"] {
            expectTranscript(
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
            expectTranscript(
                "0ms \(script)\nget side = 2", on: Desks.single(Desks.button(.cycle(by: 1), address, hasLamp: false), Self.side))
        }
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
        expectTranscript("0ms in desk: note 16 ch 1 = 127\nin desk: note 16 ch 1 = 0\nget level = 0", on: Desks.single(button))
    }
}
