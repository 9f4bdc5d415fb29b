import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Triggers: presses that are counted, and lamps that show what becomes of them")
struct TriggerTests {
    private static let go = ParameterSpec(id: "go", maximum: 2, step: 1, decimals: 0, kind: .trigger)

    private func desk(_ lamp: TriggerLamp = TriggerLamp(), hasLamp: Bool = true) -> Configuration {
        Desks.single(Desks.button(.press(lamp), hasLamp: hasLamp), Self.go)
    }

    @Test("a program lights the lamps of a trigger without pressing it, on every surface, until it is gone")
    func litBy() {
        var light = ControlSpec(id: "lit-by.1", input: MessageAddress(.note, number: 94), parameter: 0, action: .light)
        light.echo = .never
        let configuration = Configuration(
            parameters: [Self.go],
            surfaces: [Desks.surface("desk", Desks.button(.press(TriggerLamp()))), Desks.surface("daw", light)])
        expectTranscript(
            """
            0ms in daw: note 94 ch 1 = 127
            out desk: note 16 ch 1 = 127
            get go = 0
            in daw: note 94 ch 1 = 0
            out desk: note 16 ch 1 = 0
            in daw: note 94 ch 1 = 1
            out desk: note 16 ch 1 = 127
            blink go 1
            out desk: note 16 ch 1 = 0
            blink go 0
            out desk: note 16 ch 1 = 127
            disconnect daw
            out desk: note 16 ch 1 = 0
            """, on: configuration)
    }

    @Test("a button of a trigger is reported as a hand while it is down, even if its surface goes meanwhile")
    func hands() throws {
        let console = Console(desk())
        let port = FakePort(surfaces: 1)
        console.connected(0, Connections(inputs: 1, outputs: 1), at: .zero, port: port)
        let message = { (raw: UInt32) in MIDIMessage(MessageAddress(.note, number: 16), raw: raw) }
        console.handle(message(127), from: 0, at: .zero, port: port)
        #expect(console.nextHand() == HandReport(control: 0, parameter: 0, isTouched: true, isHeld: false))
        console.handle(message(0), from: 0, at: .ms(100), port: port)
        #expect(console.nextHand()?.isTouched == false)
        console.handle(message(127), from: 0, at: .ms(500), port: port)
        #expect(console.nextHand()?.isTouched == true)
        console.connected(0, Connections(), at: .ms(600), port: port)
        #expect(console.nextHand()?.isTouched == false)
    }

    @Test("the messages of a trigger are sent from where there was no room, and not at all without its surface")
    func dispatches() {
        var configuration = desk()
        let address = MessageAddress(.note, number: 94)
        let messages = [DeviceMessage.message(MIDIMessage(address, raw: 127)), .exclusive([0xF0, 0x7F, 0x06, 0x02, 0xF7])]
        configuration.dispatches = [Dispatch(surface: "desk", messages: messages)]
        let console = Console(configuration)
        let port = FakePort(surfaces: 1)
        #expect(console.dispatch(0, from: 0, port: port) == nil)
        console.connected(0, Connections(inputs: 1, outputs: 1), at: .zero, port: port)
        _ = port.take()
        port.results = [.wouldBlock]
        #expect(console.dispatch(0, from: 0, port: port) == 0)
        port.results = [.sent]
        #expect(console.dispatch(0, from: 0, port: port) == 2)
        #expect(console.dispatch(1, from: 0, port: port) == nil)
    }

    @Test("a new configuration keeps what is not done yet, and the lamp")
    func reload() {
        let old = Console(desk())
        let port = FakePort(surfaces: 1)
        old.connected(0, Connections(inputs: 1, outputs: 1), at: .zero, port: port)
        old.handle(MIDIMessage(MessageAddress(.note, number: 16), raw: 127), from: 0, at: .zero, port: port)
        let next = Console(desk())
        next.adopt(old, Continuity(from: desk(), to: desk()), at: .zero, port: port)
        #expect(next.value(of: 0) == 1)
    }
}
