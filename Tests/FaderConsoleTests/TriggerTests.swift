import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Triggers: presses that are counted, and lamps that show what becomes of them")
struct TriggerTests {
    @Test("the messages of a trigger are sent from where there was no room, and not at all without its surface")
    func dispatches() {
        let go = ParameterSpec(id: "go", maximum: 2, step: 1, decimals: 0, kind: .trigger)
        var configuration = Desks.single(Desks.button(.press(TriggerLamp())), go)
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
}
