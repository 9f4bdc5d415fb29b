import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("A borrowed control drives and shows nothing")
struct BorrowTests {
    @Test("a reload does not return it")
    func reload() {
        let configuration = Desks.single()
        let (old, port) = (Console(configuration), FakePort(surfaces: 1))
        old.connected(0, port.connected[0], at: .zero, port: port)
        #expect(old.lend(0, .begin, at: .ms(10), port: port))
        let new = Console(configuration)
        new.adopt(old, Continuity(from: configuration, to: configuration), at: .ms(20), port: port)
        _ = port.take()
        let before = new.value(of: 0)
        new.handle(MIDIMessage(MessageAddress(.cc, number: 1), raw: 99), from: 0, at: .ms(30), port: port)
        #expect(new.value(of: 0) == before)
        #expect(new.lend(0, .end, at: .ms(40), port: port))
        #expect(port.take().count == 1)
    }
}
