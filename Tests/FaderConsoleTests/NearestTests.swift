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
