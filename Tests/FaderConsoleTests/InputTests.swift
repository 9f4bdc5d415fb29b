import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Input: 14-bit pairs, NRPN and RPN, increments")
struct InputTests {
    private func desk(_ kind: MessageKind, _ number: UInt16 = 7, hasMotor: Bool = false) -> Configuration {
        let address = MessageAddress(kind, number: number)
        // These tests are about the messages of a fader, not about takeover.
        return Desks.single(
            Desks.jumping(ControlSpec(id: "fader.1", input: address, motor: hasMotor ? address : nil, parameter: 0)), Desks.fine)
    }

    @Test("a 14-bit value in one sequencer message is read as a whole")
    func wholePair() {
        expectTranscript("0ms in desk: cc14 7 ch 1 = 8191\nget fine = 8191\nin desk: nrpn 7 ch 1 = 5\nget fine = 8191", on: desk(.cc14))
        expectTranscript(
            "0ms in desk: nrpn 300 ch 1 = 8191\nget fine = 8191\nin desk: rpn 300 ch 1 = 5\nget fine = 8191", on: desk(.nrpn, 300))
    }

    @Test("the null number deselects: data entry after it does nothing")
    func null() {
        for (msb, lsb, kind) in [(101, 100, MessageKind.rpn), (99, 98, .nrpn)] {
            expectTranscript(
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

    @Test("controllers 6, 38 and 96…101 are plain where the channel has no (N)RPN mapped")
    func plainControllers() {
        for number in [6, 38, 96, 97, 98, 99, 100, 101] {
            let address = MessageAddress(.cc, number: UInt16(number))
            expectTranscript(
                "0ms in desk: cc \(number) ch 1 = 100\nget level = 100",
                on: Desks.single(ControlSpec(id: "knob", input: address, parameter: 0)))
        }
    }

    @Test("a pair on controller 6 is a pair where the channel has no (N)RPN mapped")
    func pairOnDataEntry() {
        expectTranscript("0ms in desk: cc 6 ch 1 = 1\nin desk: cc 38 ch 1 = 2\nget fine = 130", on: desk(.cc14, 6))
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
}
