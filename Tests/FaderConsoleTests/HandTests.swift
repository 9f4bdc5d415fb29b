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

    @Test("a touch and a release are reported once each; both between two reads leave the state unchanged")
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

    @Test(
        "a control without a touch sensor is held from its first movement to the end of its hold-off, with a motor or without",
        arguments: [true, false])
    func holdOff(hasMotor: Bool) {
        let held = console(Desks.single(Desks.fader(isTouchable: false, hasMotor: hasMotor)))
        move(held, 10, at: 0)
        #expect(held.nextHand() == HandReport(control: 0, parameter: 0, isTouched: false, isHeld: true))
        move(held, 20, at: 100)
        #expect(held.nextHand() == nil)
        held.advance(to: .ms(200), port: port)
        #expect(held.nextHand() == nil)
        held.advance(to: .ms(250), port: port)
        #expect(held.nextHand()?.isOn == false)
        #expect(held.nextDeadline == .never)
    }

    @Test(
        "an encoder that is turned holds its parameter, with or without a ring, and also at the end of the range",
        arguments: [true, false])
    func encoder(hasRing: Bool) {
        let cc = MessageAddress(.cc, number: 1)
        var encoder = ControlSpec(id: "encoder.1", input: cc, motor: hasRing ? cc : nil, parameter: 0)
        encoder.encoder = EncoderSpec(.twos)
        let turned = console(Desks.single(encoder))
        move(turned, 1, at: 0)
        #expect(turned.nextHand() == HandReport(control: 0, parameter: 0, isTouched: false, isHeld: true))
        turned.advance(to: .ms(150), port: port)
        #expect(turned.nextHand()?.isOn == false)
        _ = turned.handle(.set(parameter: 0, 0, .api), at: .ms(200), port: port)
        move(turned, 127, at: 300)
        #expect(turned.nextHand()?.isHeld == true)
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

    @Test("a moving control without a motor wins over a program's gesture")
    func gesture() {
        let fader = console(Desks.single(Desks.fader(isTouchable: false, hasMotor: false)))
        let terms = Terms(change: ChangeNumber.ofCaller(1), grip: .hold)
        #expect(!fader.handle(.set(parameter: 0, 0, .api), under: terms, at: .zero, port: port).isInHand)
        move(fader, 1, at: 10)
        #expect(fader.nextHand()?.isHeld == true)
        #expect(fader.handle(.set(parameter: 0, 50, .api), under: terms, at: .ms(20), port: port).isInHand)
        #expect(fader.value(of: 0) == 1)
    }

    @Test("a control that is given another parameter after it moved holds the new one only when it moves again")
    func rebound() {
        var configuration = Desks.single(Desks.fader(isTouchable: false, hasMotor: false))
        configuration.parameters.append(ParameterSpec(id: "other", maximum: 127, decimals: 0))
        var console = console(configuration)
        move(console, 10, at: 0)
        #expect(console.nextHand()?.parameter == 0)
        console = console.swapped(from: configuration, to: configuration, mappings: [Mapping(parameter: 1)], at: .ms(10), port: port)
        #expect(console.nextHand()?.parameter == 0)
        console.advance(to: .ms(150), port: port)
        #expect(console.nextHand()?.isOn == false)
        #expect(console.nextHand() == nil)
    }

    @Test("a hold-off that has expired when a late value is set is reported as over")
    func lateHoldOff() {
        let console = console(Desks.single(Desks.fader(isTouchable: false)))
        move(console, 10, at: 0)
        #expect(console.nextHand()?.isHeld == true)
        _ = console.handle(.set(parameter: 0, 50, .api), at: .ms(400), port: port)
        #expect(console.nextHand()?.isOn == false)
    }

    @Test("when a surface disappears, its hands are gone")
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
        #expect(console.nextHand() == HandReport(control: 0, parameter: 1, isTouched: true, isHeld: false, isOnHighEnd: true))
    }
}
