import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Lamps with messages of their own")
struct LampMessageTests {
    private static let red = LampSpec.raw(127, StripColor("red") ?? .white)

    /// A toggle on a button whose lamp has these messages; the last word of each is a place.
    private func desk(_ messages: String...) throws -> Configuration {
        let input = MessageAddress(.note, number: 24)
        var lamp = LampSpec(off: 0, on: LampSpec.raw(127, .white))
        lamp.messages = try messages.map { try LampMessage(parsing: $0) }
        var button = ControlSpec(id: "pad.1", input: input, motor: input, parameter: 0, action: .toggle)
        (button.lamp, button.lampStates) = (lamp, LampStates([0, Self.red]))
        button.motorRange = RawRange(lamp.off, lamp.on)
        return Desks.single(button, ParameterSpec(id: "on", maximum: 1, decimals: 0, kind: .toggle(off: "off", on: "on")))
    }

    private func running(_ configuration: Configuration) -> (Console, FakePort) {
        let (console, port) = (Console(configuration, values: [1]), FakePort(surfaces: 1))
        console.connected(0, port.connected[0], at: .zero, port: port)
        return (console, port)
    }

    private func reloaded(_ old: Console, _ from: Configuration, _ to: Configuration, _ port: FakePort) -> Console {
        let next = Console(to)
        next.adopt(old, Continuity(from: from, to: to), at: .ms(1000), port: port)
        return next
    }

    @Test("a reload sends nothing to the same lamp, everything to one with other messages, and then only what changes")
    func reload() throws {
        let (one, other) = (
            try desk("note 24 ch 2 = {red}", "note 24 ch 1 = {value}"), try desk("note 30 ch 2 = {red}", "note 24 ch 1 = {value}")
        )
        let (console, port) = running(one)
        #expect(port.take() == ["0: note 24 ch 2 = 127", "0: note 24 ch 1 = 127"])
        let same = reloaded(console, one, one, port)
        #expect(port.take() == [])
        _ = same.handle(.set(parameter: 0, 0, .text), at: .ms(1001), port: port)
        #expect(port.take() == ["0: note 24 ch 1 = 0"])
        _ = same.handle(.set(parameter: 0, 1, .text), at: .ms(1002), port: port)
        #expect(port.take() == ["0: note 24 ch 1 = 127"])
        _ = reloaded(same, one, other, port)
        #expect(port.take() == ["0: note 30 ch 2 = 127", "0: note 24 ch 1 = 127"])
    }

    @Test("a device that comes back, and a control that is given back, are sent everything")
    func again() throws {
        let (console, port) = running(try desk("note 24 ch 2 = {red}", "F0 01 {value} F7"))
        let all = ["0: note 24 ch 2 = 127", "0: sysex F0 01 7F F7"]
        #expect(port.take() == all)
        port.connected[0] = Connections()
        console.connected(0, port.connected[0], at: .ms(1), port: port)
        port.connected[0] = Connections(inputs: 1, outputs: 1)
        console.connected(0, port.connected[0], at: .ms(2), port: port)
        #expect(port.take() == all)
        #expect(console.lend(0, .begin, at: .ms(3), port: port))
        #expect(console.lend(0, .drive(Position(0)), at: .ms(4), port: port))
        #expect(port.take() == ["0: sysex F0 01 00 F7"])
        #expect(console.lend(0, .end, at: .ms(5), port: port))
        #expect(port.take() == all)
    }

    @Test("a message that its device has no room for is sent once there is some, without those before it")
    func partial() throws {
        let configuration = try desk("note 24 ch 2 = {red}", "note 24 ch 3 = {green}", "note 24 ch 1 = {value}")
        let (console, port) = (Console(configuration, values: [1]), FakePort(surfaces: 1))
        port.results = [.sent, .wouldBlock]
        console.connected(0, port.connected[0], at: .zero, port: port)
        #expect(port.take() == ["0: note 24 ch 2 = 127"] && console.isBlocked)
        port.results = [.sent]
        console.writable(at: .ms(1), port: port)
        #expect(port.take() == ["0: note 24 ch 3 = 0", "0: note 24 ch 1 = 127"])
    }

    @Test("what a device receives is the lamp again, also with parts of another range", arguments: [UInt8(127), 63, 15])
    func roundTrip(highest: UInt8) throws {
        let message = try LampMessage(parsing: "F0 01 {value} {red:\(highest)} {green} {blue} F7")
        let raw = LampSpec.raw(3, try #require(StripColor("#ff0080")))
        let bytes: [UInt8] = [0xF0, 0x01, 3, highest, 0, 64, 0xF7]
        #expect(message.raw(0, after: bytes.span) == raw)
        let others: [UInt8] = [0xF0, 0x02, 3, highest, 0, 64, 0xF7]
        #expect(message.raw(0, after: others.span) == nil)
    }
}
