import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Buttons whose device may echo their lamps: no press is lost, and no echo counts as one")
struct LampEchoTests {
    @Test("what a ring of a few steps is sent cannot come back as its encoder's message: no slow detent is lost, and nobody is blamed")
    func coarseRing() {
        var encoder = ControlSpec(
            id: "encoder.1", input: MessageAddress(.cc, number: 1, channel: 10), motor: MessageAddress(.cc, number: 9, channel: 10),
            parameter: 0)
        encoder.motorRange = RawRange(1, 13)
        let port = FakePort(surfaces: 1)
        let console = Console(Desks.single(encoder))
        console.connected(0, port.connected[0], at: .zero, port: port)
        _ = console.handle(.set(parameter: 0, 64, .text), at: .ms(900), port: port)
        for detent in 1...12 {
            let now = MonotonicTime.ms(820 + 180 * UInt64(detent))
            while console.nextDeadline < now { console.advance(to: console.nextDeadline, port: port) }
            console.handle(MIDIMessage(encoder.input, raw: UInt32(64 + detent)), from: 0, at: now, port: port)
            #expect(console.value(of: 0) == Double(64 + detent))
        }
        #expect(console.statistics.echoes == 0 && !console.hasNotice)
    }
}
