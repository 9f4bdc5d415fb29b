import FaderConsole
import FaderModel
import FaderTesting
import Testing

@Suite("Input: 14-bit pairs, NRPN and RPN, increments")
struct InputTests {
    private func check(_ script: String, on configuration: Configuration, at location: SourceLocation = #_sourceLocation) {
        #expect(Transcript.play(script, on: configuration) == script, sourceLocation: location)
    }

    private func desk(_ kind: MessageKind, _ number: UInt16 = 7, hasMotor: Bool = false) -> Configuration {
        let address = MessageAddress(kind, number: number)
        // These tests are about the messages of a fader, not about takeover.
        return Desks.single(
            Desks.jumping(ControlSpec(id: "fader.1", input: address, motor: hasMotor ? address : nil, parameter: 0)), Desks.fine)
    }

    @Test("a pair of controllers is one value, and nothing jumps when the MSB arrives first")
    func pair() {
        check(
            """
            0ms in desk: cc 7 ch 1 = 64
            get fine = 0
            1ms in desk: cc 39 ch 1 = 1
            get fine = 8193
            100ms in desk: cc 7 ch 1 = 65
            get fine = 8193
            101ms in desk: cc 39 ch 1 = 127
            get fine = 8447
            """, on: desk(.cc14))
    }

    @Test("an MSB whose LSB stays away is taken alone after 10 ms, spread over the whole travel while no LSB was ever seen")
    func missingLSB() {
        check(
            """
            0ms in desk: cc 7 ch 1 = 127
            9ms get fine = 0
            10ms get fine = 16383
            20ms in desk: cc 7 ch 1 = 64
            40ms get fine = 8192
            """, on: desk(.cc14))
    }

    @Test("a device that never sends an LSB is recognized after a few messages, and followed at once from then on")
    func coarseDevice() {
        check(
            """
            0ms in desk: cc 7 ch 1 = 10
            20ms in desk: cc 7 ch 1 = 11
            40ms in desk: cc 7 ch 1 = 12
            60ms in desk: cc 7 ch 1 = 13
            80ms in desk: cc 7 ch 1 = 14
            get fine = 1792
            """, on: desk(.cc14))
    }

    @Test("a device that sends no LSBs reaches the top, even if a device that did was plugged in before it")
    func coarseSuccessor() {
        check(
            """
            0ms in desk: cc 7 ch 1 = 1
            in desk: cc 39 ch 1 = 1
            get fine = 129
            10ms disconnect desk
            20ms connect desk
            30ms in desk: cc 7 ch 1 = 127
            40ms get fine = 16383
            """, on: desk(.cc14))
    }

    @Test("none of a stream of MSBs without LSBs is lost")
    func coarseStream() {
        check(
            """
            0ms in desk: cc 7 ch 1 = 10
            1ms in desk: cc 7 ch 1 = 11
            get fine = 1280
            2ms in desk: cc 7 ch 1 = 12
            get fine = 1408
            50ms get fine = 1536
            """, on: desk(.cc14))
    }

    @Test("an LSB alone refines the MSB before it, and does nothing if there was none")
    func lsbAlone() {
        check(
            """
            0ms in desk: cc 39 ch 1 = 5
            100ms get fine = 0
            in desk: cc 7 ch 1 = 1
            in desk: cc 39 ch 1 = 0
            get fine = 128
            in desk: cc 39 ch 1 = 9
            get fine = 137
            200ms in desk: cc 7 ch 1 = 2
            300ms get fine = 256
            """, on: desk(.cc14))
    }

    @Test("an LSB after an overrun is not combined with an MSB from before it")
    func lsbAfterOverrun() {
        check(
            """
            0ms in desk: cc 7 ch 1 = 64
            in desk: cc 39 ch 1 = 0
            get fine = 8192
            overrun
            told: overrun(count: 1)
            in desk: cc 39 ch 1 = 100
            get fine = 8192
            """, on: desk(.cc14))
    }

    @Test("data entry after an overrun does not go to a number selected before it")
    func selectionAfterOverrun() {
        check(
            """
            0ms in desk: cc 99 ch 1 = 1
            in desk: cc 98 ch 1 = 2
            overrun
            told: overrun(count: 1)
            in desk: cc 6 ch 1 = 9
            in desk: cc 38 ch 1 = 9
            100ms get fine = 0
            """, on: desk(.nrpn, 130))
    }

    @Test("a control that reports its parameter's position does not round a typed value")
    func typedDigitsStay() {
        var parameter = Desks.level
        parameter.step = 10
        check(
            """
            0ms set level 50.3
            out desk: cc 1 ch 1 = 50
            1000ms in desk: cc 1 ch 1 = 50
            get level = 50.3
            2000ms in desk: cc 1 ch 1 = 51
            get level = 50
            2150ms out desk: cc 1 ch 1 = 50
            """, on: Desks.single(Desks.fader(isTouchable: false), parameter))
    }

    @Test("a 14-bit value in one sequencer message is read as a whole")
    func wholePair() {
        check("0ms in desk: cc14 7 ch 1 = 8191\nget fine = 8191\nin desk: nrpn 7 ch 1 = 5\nget fine = 8191", on: desk(.cc14))
        check("0ms in desk: nrpn 300 ch 1 = 8191\nget fine = 8191\nin desk: rpn 300 ch 1 = 5\nget fine = 8191", on: desk(.nrpn, 300))
    }

    @Test("an NRPN is its selection and data entry; the selection stays for the next value")
    func nrpn() {
        check(
            """
            0ms in desk: cc 99 ch 1 = 1
            in desk: cc 98 ch 1 = 2
            in desk: cc 6 ch 1 = 64
            get fine = 0
            in desk: cc 38 ch 1 = 3
            get fine = 8195
            100ms in desk: cc 6 ch 1 = 1
            in desk: cc 38 ch 1 = 0
            get fine = 128
            in desk: cc 38 ch 1 = 1
            get fine = 129
            """, on: desk(.nrpn, 130))
    }

    @Test("an NRPN whose device sends no LSB works too")
    func coarseNRPN() {
        check(
            """
            0ms in desk: cc 99 ch 1 = 1
            in desk: cc 98 ch 1 = 2
            in desk: cc 6 ch 1 = 127
            10ms get fine = 16383
            """, on: desk(.nrpn, 130))
    }

    @Test("the null number deselects: data entry after it does nothing")
    func null() {
        for (msb, lsb, kind) in [(101, 100, MessageKind.rpn), (99, 98, .nrpn)] {
            check(
                """
                0ms in desk: cc \(msb) ch 1 = 0
                in desk: cc \(lsb) ch 1 = 0
                in desk: cc 6 ch 1 = 2
                in desk: cc 38 ch 1 = 0
                get fine = 256
                in desk: cc 101 ch 1 = 127
                in desk: cc 100 ch 1 = 127
                in desk: cc 6 ch 1 = 9
                in desk: cc 38 ch 1 = 9
                100ms get fine = 256
                """, on: desk(kind, 0))
        }
    }

    @Test("an RPN and an NRPN with the same number are different, and half a selection selects nothing")
    func registered() {
        check(
            """
            0ms in desk: cc 99 ch 1 = 0
            in desk: cc 98 ch 1 = 5
            in desk: cc 6 ch 1 = 2
            in desk: cc 38 ch 1 = 0
            in desk: cc 100 ch 1 = 5
            in desk: cc 6 ch 1 = 3
            in desk: cc 38 ch 1 = 0
            get fine = 0
            in desk: cc 101 ch 1 = 0
            in desk: cc 6 ch 1 = 4
            in desk: cc 38 ch 1 = 0
            get fine = 512
            """, on: desk(.rpn, 5))
    }

    @Test("data increment and decrement move by one raw step, and stop at the ends")
    func increment() {
        check(
            """
            0ms in desk: cc 99 ch 1 = 1
            in desk: cc 98 ch 1 = 2
            in desk: cc 97 ch 1 = 0
            get fine = 0
            in desk: cc 96 ch 1 = 0
            in desk: cc 96 ch 1 = 0
            get fine = 2
            in desk: cc 97 ch 1 = 0
            get fine = 1
            set fine 16383
            in desk: cc 96 ch 1 = 0
            get fine = 16383
            """, on: desk(.nrpn, 130))
    }

    @Test("increments of a stepped parameter move by its steps, however small a raw step is beside them")
    func steppedIncrement() {
        var parameter = Desks.master
        parameter.step = 0.5
        let address = MessageAddress(.nrpn, number: 130)
        check(
            """
            0ms in desk: cc 99 ch 1 = 1
            in desk: cc 98 ch 1 = 2
            in desk: cc 96 ch 1 = 0
            get master = -11.5
            in desk: cc 97 ch 1 = 0
            in desk: cc 97 ch 1 = 0
            get master = -12.5
            in desk: cc 96 ch 1 = 0
            get master = -12
            150ms out desk: nrpn 130 ch 1 = 12503
            """, on: Desks.single(ControlSpec(id: "knob", input: address, motor: address, parameter: 0), parameter))
    }

    @Test("a command may step in big and fine steps")
    func commandSizes() {
        var parameter = Desks.master
        parameter.step = 0.5
        check(
            """
            0ms step master 1
            step master 1 fine
            get master = -11.45
            step master -1 big
            get master = -16
            """, on: Desks.single(Desks.fader(hasMotor: false), parameter))
    }

    @Test("controllers 6, 38 and 96…101 are plain where the channel has no (N)RPN mapped")
    func plainControllers() {
        for number in [6, 38, 96, 97, 98, 99, 100, 101] {
            let address = MessageAddress(.cc, number: UInt16(number))
            check(
                "0ms in desk: cc \(number) ch 1 = 100\nget level = 100",
                on: Desks.single(ControlSpec(id: "knob", input: address, parameter: 0)))
        }
    }

    @Test("a pair on controller 6 is a pair where the channel has no (N)RPN mapped")
    func pairOnDataEntry() {
        check("0ms in desk: cc 6 ch 1 = 1\nin desk: cc 38 ch 1 = 2\nget fine = 130", on: desk(.cc14, 6))
    }

    @Test("program numbers and channels are kept apart, and unmapped messages do nothing")
    func kinds() {
        let kinds = MessageKind.allCases.filter { $0 != .cc14 }
        let controls = kinds.enumerated().map {
            ControlSpec(id: $1.rawValue, input: MessageAddress($1, number: $1.maximumNumber == nil ? 0 : 9), parameter: ParameterIndex($0))
        }
        let parameters = kinds.map { ParameterSpec(id: $0.rawValue, maximum: Double($0.maximumRaw)) }
        let surface = SurfaceSpec(name: "desk", match: SurfaceMatch(client: ""), controls: controls)
        let console = Console(Configuration(parameters: parameters, surfaces: [surface]))
        let port = FakePort(surfaces: 1)
        for (index, control) in controls.enumerated() {
            var other = control.input
            other.channel = 3
            console.handle(MIDIMessage(other, raw: 99), from: 0, at: .ms(1), port: port)
            #expect(console.value(of: ParameterIndex(index)) == 0)
            console.handle(MIDIMessage(control.input, raw: 99), from: 0, at: .ms(1), port: port)
            for (other, _) in controls.enumerated() { #expect(console.value(of: ParameterIndex(other)) == (other <= index ? 99 : 0)) }
        }
    }

    @Test("a message with numbers outside what MIDI allows does nothing")
    func impossibleNumbers() {
        let console = Console(desk(.cc14))
        let port = FakePort(surfaces: 1)
        for kind in MessageKind.allCases {
            for number: UInt16 in [127, 128, 300, 16384, .max] {
                console.handle(MIDIMessage(MessageAddress(kind, number: number, channel: 255), raw: .max), from: 0, at: .ms(1), port: port)
                console.handle(MIDIMessage(MessageAddress(kind, number: number), raw: .max), from: 0, at: .ms(1), port: port)
                console.handle(MIDIMessage(MessageAddress(kind, number: number), raw: 1), from: 64, at: .ms(1), port: port)
                console.handle(MIDIMessage(MessageAddress(kind, number: number), raw: 1), from: -1, at: .ms(1), port: port)
            }
        }
        #expect(console.value(of: 0) == 0)
    }

    @Test("the number that a device had selected does not apply to the next device")
    func selectionOfAnotherDevice() {
        check(
            """
            0ms in desk: cc 99 ch 1 = 1
            in desk: cc 98 ch 1 = 2
            disconnect desk
            connect desk
            in desk: cc 6 ch 1 = 64
            in desk: cc 38 ch 1 = 1
            100ms get fine = 0
            """, on: desk(.nrpn, 130))
    }

    @Test("a button that sends 127 and 0 at alternate presses acts at each press if its parameter follows it")
    func alternating() {
        let mute = ParameterSpec(id: "mute", maximum: 1, step: 1, decimals: 0, kind: .toggle(off: "open", on: "muted"))
        expectTranscript(
            """
            0ms in desk: cc 40 ch 1 = 127
            get mute = 1
            150ms out desk: cc 40 ch 1 = 127
            1000ms in desk: cc 40 ch 1 = 0
            get mute = 0
            1150ms out desk: cc 40 ch 1 = 0
            2000ms set mute 1
            out desk: cc 40 ch 1 = 127
            3000ms in desk: cc 40 ch 1 = 0
            get mute = 0
            3150ms out desk: cc 40 ch 1 = 0
            """, on: Desks.single(Desks.button(.follow, MessageAddress(.cc, number: 40)), mute))
    }
}
