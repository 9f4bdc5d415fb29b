import FaderConsole
import FaderTesting
import FaderValues
import Testing

/// The nine rules of a value as scripts that are compared as a whole. Timing, faults and loops are tested in other files.
@Suite("The rules of a value")
struct ValueRuleTests {
    @Test("rule 2: a stored value outside a narrower range is clamped, a stored NaN is the default")
    func clampsStored() {
        let console = Console(Configuration(parameters: [Desks.master, Desks.master]), values: [99, .nan])
        #expect(console.value(of: 0) == 6)
        #expect(console.value(of: 1) == -12)
    }

    @Test("rule 5: a set at the moment the hold-off ends costs one message, not two")
    func holdOffEndsAtASet() {
        let console = Console(Desks.pair(Desks.fader(isTouchable: false), Desks.fader(isTouchable: false)))
        let port = FakePort(surfaces: 2)
        for surface in 0...1 as ClosedRange<SurfaceIndex> { console.connected(surface, port.connected[surface], at: .zero, port: port) }
        _ = port.take()
        console.handle(MIDIMessage(MessageAddress(.cc, number: 1), raw: 10), from: 0, at: .ms(1), port: port)
        #expect(port.take() == ["1: cc 1 ch 1 = 10"])
        // The thread was late: the deadline of 151 ms has passed when the input of 160 ms is handled.
        console.handle(MIDIMessage(MessageAddress(.cc, number: 1), raw: 30), from: 1, at: .ms(160), port: port)
        console.advance(to: .ms(160), port: port)
        #expect(port.take() == ["0: cc 1 ch 1 = 30"])
    }
}

extension MonotonicTime {
    /// The time this many milliseconds after the start.
    static func ms(_ count: UInt64) -> MonotonicTime { MonotonicTime(nanoseconds: count * 1_000_000) }
}
