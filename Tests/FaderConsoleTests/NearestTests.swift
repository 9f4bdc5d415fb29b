import FaderConsole
import FaderModel
import FaderTesting
import Testing

/// One fader (controller 1, touch: note 104) for both ends of `price`: 20 and 100.
@Suite("A control that drives the nearer end of a range")
struct NearestTests {
    private func check(_ script: String, on configuration: Configuration, at location: SourceLocation = #_sourceLocation) {
        #expect(Transcript.play(script, on: configuration) == script, sourceLocation: location)
    }

    private let desk = Desks.price(controls: Desks.nearest())

    @Test("the first movement under a finger chooses the end, which is kept until the release; the motor shows that end")
    func finger() {
        check(
            """
            0ms in desk: note 104 ch 1 = 127
            in desk: cc 1 ch 1 = 70
            get price.high = 70
            in desk: cc 1 ch 1 = 25
            get price.high = 30
            get price.low = 20
            in desk: note 104 ch 1 = 0
            out desk: cc 1 ch 1 = 30
            500ms in desk: note 104 ch 1 = 127
            in desk: cc 1 ch 1 = 22
            get price.low = 20
            in desk: note 104 ch 1 = 0
            out desk: cc 1 ch 1 = 20
            """, on: Desks.price(controls: Desks.nearest()))
    }

    @Test("a finger that rests on the fader, and a repeated position, choose nothing")
    func noMovement() {
        check(
            """
            0ms in desk: note 104 ch 1 = 127
            in desk: cc 1 ch 1 = 20
            set price.low 5
            in desk: cc 1 ch 1 = 90
            get price.high = 90
            get price.low = 5
            """, on: desk)
    }

    @Test("without a touch sensor the end is kept until the hold-off is over, with or without a motor")
    func holdOff() {
        check(
            """
            0ms in desk: cc 1 ch 1 = 90
            100ms in desk: cc 1 ch 1 = 40
            200ms in desk: cc 1 ch 1 = 25
            get price.high = 26
            get price.low = 20
            350ms in desk: cc 1 ch 1 = 18
            get price.low = 18
            get price.high = 26
            """, on: Desks.price(gap: 6, controls: Desks.nearest(isTouchable: false, hasMotor: false)))
        check(
            """
            0ms in desk: cc 1 ch 1 = 90
            100ms in desk: cc 1 ch 1 = 40
            200ms in desk: cc 1 ch 1 = 25
            get price.high = 26
            get price.low = 20
            350ms out desk: cc 1 ch 1 = 26
            1000ms in desk: cc 1 ch 1 = 22
            1150ms out desk: cc 1 ch 1 = 20
            get price.low = 20
            """, on: Desks.price(gap: 6, controls: Desks.nearest(isTouchable: false)))
    }

    @Test("the motor follows the end driven last, the low one at first, and not the other")
    func motor() {
        check(
            """
            0ms set price.low 30
            out desk: cc 1 ch 1 = 30
            set price.high 90
            in desk: note 104 ch 1 = 127
            in desk: cc 1 ch 1 = 80
            in desk: note 104 ch 1 = 0
            out desk: cc 1 ch 1 = 80
            set price.low 40
            set price.high 85
            out desk: cc 1 ch 1 = 85
            disconnect desk
            connect desk
            out desk: cc 1 ch 1 = 85
            """, on: desk)
    }

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

    @Test("if both ends are at the same place, the low one moves down and the high one up")
    func meeting() {
        check(
            """
            0ms both price.low 60 60
            get price.high = 60
            in desk: cc 1 ch 1 = 70
            get price.high = 70
            200ms set price.high 60
            in desk: cc 1 ch 1 = 50
            get price.low = 50
            get price.high = 60
            """, on: Desks.price(gap: 0, controls: Desks.jumping(Desks.nearest(hasMotor: false))))
    }

    @Test("exactly between both ends, the one driven last is driven again")
    func between() {
        check(
            """
            0ms in desk: cc 1 ch 1 = 60
            get price.low = 60
            200ms set price.low 20
            400ms in desk: cc 1 ch 1 = 90
            get price.high = 90
            600ms in desk: cc 1 ch 1 = 55
            get price.high = 55
            """, on: Desks.price(controls: Desks.nearest(hasMotor: false)))
    }

    @Test("with push the other end goes ahead of it, and the fader keeps the end it chose")
    func push() {
        check(
            """
            0ms in desk: note 104 ch 1 = 127
            in desk: cc 1 ch 1 = 25
            in desk: cc 1 ch 1 = 110
            get price.low = 110
            get price.high = 120
            in desk: note 104 ch 1 = 0
            out desk: cc 1 ch 1 = 110
            """, on: Desks.price(meet: .push, controls: Desks.nearest()))
    }

    @Test("its echo chooses nothing")
    func echo() {
        check(
            """
            0ms set price.low 30
            out desk: cc 1 ch 1 = 30
            set price.low 10
            out desk: cc 1 ch 1 = 10
            20ms in desk: cc 1 ch 1 = 30
            in desk: cc 1 ch 1 = 10
            get price.low = 10
            get price.high = 100
            """, on: desk)
    }

    @Test("a finger that stays through an overrun keeps its end, and chooses again after a pause")
    func overrun() {
        check(
            """
            0ms in desk: note 104 ch 1 = 127
            in desk: cc 1 ch 1 = 90
            overrun
            told: overrun(count: 1)
            100ms in desk: cc 1 ch 1 = 40
            get price.high = 40
            250ms out desk: cc 1 ch 1 = 40
            400ms in desk: cc 1 ch 1 = 15
            get price.low = 15
            """, on: desk)
        check(
            """
            0ms in desk: note 104 ch 1 = 127
            in desk: cc 1 ch 1 = 90
            overrun
            told: overrun(count: 1)
            150ms out desk: cc 1 ch 1 = 90
            400ms in desk: cc 1 ch 1 = 15
            get price.low = 15
            """, on: desk)
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
        next.patch(.bind(control: 0, Mapping(parameter: 0)), at: .ms(3), port: port)
        #expect(next.nextHand() == HandReport(control: 0, parameter: 0, isTouched: false, isHeld: false))
        console.patch(.close(parameter: 1), at: .ms(3), port: port)
        #expect(console.nextHand() == HandReport(control: 0, parameter: nil, isTouched: false, isHeld: false))
    }

    @Test("increments continue with the end driven last; if both are at the same place, with the one in front")
    func increments() {
        var control = Desks.nearest(hasMotor: false)
        control.input = MessageAddress(.nrpn, number: 130)
        check(
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
