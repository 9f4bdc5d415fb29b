import FaderConsole
import FaderModel
import FaderTesting
import Testing

@Suite("Hands on controls are reported as a state")
struct HandTests {
    private let port = FakePort(surfaces: 1)

    private func console(_ configuration: Configuration) -> Console {
        let console = Console(configuration)
        console.connected(0, port.connected[0], at: .zero, port: port)
        #expect(!console.hasReport)
        return console
    }

    private func touch(_ console: Console, _ isTouched: Bool, at time: UInt64) {
        console.handle(
            MIDIMessage(MessageAddress(.note, number: 104), raw: isTouched ? 127 : 0), from: 0, at: .ms(time), port: port)
    }

    private func move(_ console: Console, _ raw: UInt32, at time: UInt64) {
        console.handle(MIDIMessage(MessageAddress(.cc, number: 1), raw: raw), from: 0, at: .ms(time), port: port)
    }

    @Test("a finger that comes and goes is reported, once each; one that did both between two looks leaves it as it was")
    func touches() {
        let console = console(Desks.single())
        touch(console, true, at: 0)
        #expect(console.hasReport)
        #expect(console.nextHand() == HandReport(control: 0, parameter: 0, isTouched: true, isHeld: false))
        #expect(console.nextHand() == nil && !console.hasReport)
        touch(console, true, at: 5)
        #expect(console.nextHand() == nil)
        touch(console, false, at: 10)
        touch(console, true, at: 11)
        #expect(console.nextHand()?.isTouched == true)
        touch(console, false, at: 12)
        #expect(console.nextHand()?.isOn == false)
        #expect(console.nextHand() == nil)
    }

    @Test("a motor without a touch sensor is held from its first movement to the end of its hold-off; a control without a motor never is")
    func holdOff() {
        let held = console(Desks.single(Desks.fader(isTouchable: false)))
        move(held, 10, at: 0)
        #expect(held.nextHand() == HandReport(control: 0, parameter: 0, isTouched: false, isHeld: true))
        move(held, 20, at: 100)
        #expect(held.nextHand() == nil)
        held.advance(to: .ms(200), port: port)
        #expect(held.nextHand() == nil)
        held.advance(to: .ms(250), port: port)
        #expect(held.nextHand()?.isOn == false)
        let free = console(Desks.single(Desks.fader(isTouchable: false, hasMotor: false)))
        move(free, 10, at: 0)
        #expect(free.nextHand() == nil)
    }

    @Test("a hold-off that a value set late finds over is reported as over")
    func lateHoldOff() {
        let console = console(Desks.single(Desks.fader(isTouchable: false)))
        move(console, 10, at: 0)
        #expect(console.nextHand()?.isHeld == true)
        _ = console.handle(.set(parameter: 0, 50, .api), at: .ms(400), port: port)
        #expect(console.nextHand()?.isOn == false)
    }

    @Test("a surface that goes away takes its hands with it")
    func disconnected() {
        let console = console(Desks.single())
        touch(console, true, at: 0)
        #expect(console.nextHand()?.isTouched == true)
        console.connected(0, Connections(), at: .ms(5), port: port)
        #expect(console.nextHand()?.isOn == false)
    }

    @Test("an overrun turns a finger into a hold-off")
    func overrun() {
        let console = console(Desks.single())
        touch(console, true, at: 0)
        _ = console.nextHand()
        console.overrun(at: .ms(5), port: port)
        #expect(console.nextHand() == HandReport(control: 0, parameter: 0, isTouched: false, isHeld: true))
        console.advance(to: .ms(155), port: port)
        #expect(console.nextHand()?.isOn == false)
    }

    @Test("a new configuration reports the hands it took over, and no others")
    func adopted() {
        let (old, configuration) = (console(Desks.single()), Desks.single())
        touch(old, true, at: 0)
        _ = old.nextHand()
        let new = Console(configuration)
        new.adopt(old, Continuity(from: configuration, to: configuration), at: .ms(5), port: port)
        #expect(new.nextHand() == HandReport(control: 0, parameter: 0, isTouched: true, isHeld: false))
        #expect(new.nextHand() == nil)
    }

    @Test("a control of the nearer end reports the end under the hand")
    func nearerEnd() {
        let console = console(Desks.price(controls: Desks.nearest()))
        touch(console, true, at: 0)
        #expect(console.nextHand()?.parameter == 0)
        move(console, 110, at: 5)
        #expect(console.nextHand() == HandReport(control: 0, parameter: 1, isTouched: true, isHeld: false))
    }
}
