import FaderConsole
import FaderTesting
import FaderValues
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

    @Test("a finger whose leaving was dropped is not on a control without a motor for ever")
    func dropped() {
        let console = console(Desks.single(Desks.fader(hasMotor: false)))
        touch(console, true, at: 0)
        console.overrun(at: .ms(100), port: port)
        #expect(console.nextHand() == HandReport(control: 0, parameter: 0, isTouched: false, isHeld: true))
        console.advance(to: .ms(250), port: port)
        #expect(console.nextHand()?.isOn == false)
        #expect(console.nextDeadline == .never)
    }

    @Test("a fader that has not picked up its parameter holds nothing; a finger on a fader without a motor does")
    func waiting() {
        let pickup = console(Desks.single(Desks.fader(hasMotor: false)))
        _ = pickup.handle(.set(parameter: 0, 100, .api), at: .zero, port: port)
        move(pickup, 10, at: 10)
        // It is reported, so that somebody can ask where it waits, but it holds nothing.
        #expect(pickup.nextHand() == HandReport(control: 0, parameter: 0, isTouched: false, isHeld: false))
        #expect(pickup.takeoverStates(from: 0).places[0] == 20)
        touch(pickup, true, at: 20)
        #expect(pickup.nextHand()?.isTouched == true)
        touch(pickup, false, at: 30)
        #expect(pickup.nextHand()?.isOn == false)
        #expect(pickup.nextDeadline == .never)
    }

    @Test("a hold-off that has expired when a late value is set is reported as over")
    func lateHoldOff() {
        let console = console(Desks.single(Desks.fader(isTouchable: false)))
        move(console, 10, at: 0)
        #expect(console.nextHand()?.isHeld == true)
        _ = console.handle(.set(parameter: 0, 50, .api), at: .ms(400), port: port)
        #expect(console.nextHand()?.isOn == false)
    }
}
