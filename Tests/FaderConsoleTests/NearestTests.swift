import FaderConsole
import FaderTesting
import FaderValues
import Testing

/// One fader (controller 1, touch: note 104) for both ends of `price`: 20 and 100.
@Suite("A control that drives the nearer end of a range")
struct NearestTests {
    private let desk = Desks.price(controls: Desks.nearest())

    @Test("a change of the other end has no decision for it")
    func decisions() {
        let console = Console(desk)
        let port = FakePort(surfaces: 1)
        console.connected(0, Connections(inputs: 1, outputs: 1), at: .zero, port: port)
        let before = console.decision(of: 0, back: 0)
        _ = console.handle(.set(parameter: 1, 90, .text), at: .ms(1), port: port)
        #expect(console.decision(of: 0, back: 0) == before)
        #expect(console.decision(of: 1, back: 0)?.kind == .changed)
    }

    @Test("a reload keeps the end driven last if it is an end of the same range")
    func reload() {
        let port = FakePort(surfaces: 1)
        let old = Console(desk)
        old.connected(0, Connections(inputs: 1, outputs: 1), at: .zero, port: port)
        old.handle(MIDIMessage(MessageAddress(.cc, number: 1), raw: 90), from: 0, at: .ms(1), port: port)
        old.advance(to: .ms(500), port: port)
        let new = Console(desk)
        new.adopt(old, Continuity(from: desk, to: desk), at: .ms(600), port: port)
        _ = port.take()
        _ = new.handle(.set(parameter: 1, 80, .text), at: .ms(700), port: port)
        #expect(port.take() == ["0: cc 1 ch 1 = 80"])
        var other = desk
        other.parameters[1].id = "price.top"
        let strange = Console(other)
        strange.adopt(new, Continuity(from: desk, to: other), at: .ms(800), port: port)
        #expect(port.take() == ["0: cc 1 ch 1 = 20"])
    }

    @Test("an encoder whose end can come no nearer to the other one turns that one at its next movement, in both directions")
    func encoderBetweenEnds() {
        for step in [0.0, 1] {
            var encoder = ControlSpec(id: "encoder.1", input: MessageAddress(.cc, number: 11), parameter: 0)
            (encoder.encoder, encoder.otherEnd) = (EncoderSpec(.twos), 1)
            let (console, port) = (Console(Desks.price(gap: 10, step: step, controls: encoder)), FakePort(surfaces: 1))
            console.connected(0, port.connected[0], at: .zero, port: port)
            func turn(_ raw: UInt32, _ times: Int, at time: UInt64) {
                for _ in 0..<times { console.handle(MIDIMessage(encoder.input, raw: raw), from: 0, at: .ms(time), port: port) }
                console.advance(to: .ms(time + 1000), port: port)
            }
            func ends() -> [Double] { [console.value(of: 0), console.value(of: 1)] }
            turn(1, 200, at: 1000)
            #expect(ends() == [90, 100])
            turn(1, 5, at: 3000)
            #expect(ends()[0] == 90 && ends()[1] > 100)
            #expect(console.nextHand()?.isOnHighEnd == true)
            turn(127, 200, at: 5000)
            #expect(ends() == [90, 100])
            turn(127, 5, at: 7000)
            #expect(ends()[0] < 90 && ends()[1] == 100)
            #expect(console.nextHand()?.isOnHighEnd == false)
        }
    }

    @Test("which end a control drives is reported, also without a hand: when it drives something else, and after a reload")
    func reported() {
        let (console, port) = (Console(desk), FakePort(surfaces: 1))
        console.connected(0, port.connected[0], at: .zero, port: port)
        func touch(_ isTouched: Bool) {
            console.handle(MIDIMessage(MessageAddress(.note, number: 104), raw: isTouched ? 127 : 0), from: 0, at: .ms(1), port: port)
        }
        touch(true)
        #expect(console.nextHand()?.isOnHighEnd == false)
        console.handle(MIDIMessage(MessageAddress(.cc, number: 1), raw: 90), from: 0, at: .ms(1), port: port)
        #expect(console.nextHand() == HandReport(control: 0, parameter: 1, isTouched: true, isHeld: false, isOnHighEnd: true))
        touch(false)
        #expect(console.nextHand() == HandReport(control: 0, parameter: 1, isTouched: false, isHeld: false, isOnHighEnd: true))
        let next = Console(desk)
        next.adopt(console, Continuity(from: desk, to: desk), at: .ms(2), port: port)
        #expect(next.nextHand() == HandReport(control: 0, parameter: 1, isTouched: false, isHeld: false, isOnHighEnd: true))
        let low = next.swapped(from: desk, to: desk, mappings: [Mapping(parameter: 0)], at: .ms(3), port: port)
        #expect(low.nextHand() == nil)
    }

    @Test("increments continue with the end driven last; if both are at the same place, with the one in front")
    func increments() {
        var control = Desks.nearest(hasMotor: false)
        control.input = MessageAddress(.nrpn, number: 130)
        expectTranscript(
            """
            0ms both price.low 60 60
            in desk: cc 99 ch 1 = 1
            in desk: cc 98 ch 1 = 2
            in desk: cc 96 ch 1 = 0
            get price.low = 60
            get price.high = \(127 * 7741.0 / 16383)
            """, on: Desks.price(gap: 0, controls: control))
    }
}
