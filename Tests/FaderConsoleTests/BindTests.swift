import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("The parameter of a control changes between two messages")
struct BindTests {
    @Test("controls that are bound together are sent their positions once")
    func act() {
        let faders = (1...8).map { Desks.fader(number: $0, parameter: 0) }
        let desk = Configuration(
            parameters: [Desks.level] + (1...8).map { ParameterSpec(id: "p\($0)", maximum: 127, defaultValue: Double($0)) },
            surfaces: [SurfaceSpec(name: "desk", match: SurfaceMatch(client: "desk"), controls: faders)])
        let (console, port) = (Console(desk), FakePort(surfaces: 1))
        console.connected(0, port.connected[0], at: .zero, port: port)
        _ = port.take()
        let mappings = (1...8).map { Mapping(parameter: ParameterIndex($0)) }
        _ = console.swapped(from: desk, to: desk, mappings: mappings, at: .ms(1), port: port)
        #expect(port.take() == (1...8).map { "0: cc \($0) ch 1 = \($0)" })
    }

    @Test("a control whose parameter went while it rested, and that is given another one in its hold-off, sleeps until that is over")
    func deadline() {
        let port = FakePort(surfaces: 1)
        var console = Console(Decks.one())
        console.connected(0, port.connected[0], at: .zero, port: port)
        let fader = MessageAddress(.cc, number: 1)
        console.handle(MIDIMessage(fader, raw: 50), from: 0, at: .zero, port: port)
        var other = Decks.one()
        for column in other.decks[0].pages[0].columns.indices {
            let cells = other.decks[0].pages[0].columns[column].cells
            other.decks[0].pages[0].columns[column].cells = cells.map { $0.parameter == 0 ? .none : $0 }
        }
        console = console.swapped(from: Decks.one(), to: other, at: .ms(1000), port: port)
        console.handle(MIDIMessage(fader, raw: 60), from: 0, at: .ms(2000), port: port)
        _ = console.show(.page(1), on: DeckIndex(0), at: .ms(2010), port: port)
        while console.nextDeadline <= .ms(2010) { console.advance(to: .ms(2010), port: port) }
        #expect(console.nextDeadline > .ms(2100))
    }
}
