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
