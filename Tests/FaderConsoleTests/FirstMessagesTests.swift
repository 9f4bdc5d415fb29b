import FaderTesting
import FaderValues
import Testing

@testable import FaderConsole

@Suite("What devices are sent first")
struct FirstMessagesTests {
    private let port = FakePort(surfaces: 2)

    private func console(pacing: Int?) -> Console {
        var configuration = Desks.pair()
        configuration.surfaces[0].begin = [
            .exclusive([0xF0, 1, 2, 3, 4, 5, 6, 7, 8, 0xF7]), .exclusive([0xF0, 2, 0xF7]), .exclusive([0xF0, 3, 0xF7]),
        ]
        configuration.surfaces[0].panel.pacing = pacing
        let console = Console(configuration)
        console.connected(0, Connections(inputs: 1, outputs: 1), at: .zero, port: port)
        return console
    }

    private static let motor = "0: cc 1 ch 1 = 0"
    private static let first = "0: sysex F0 01 02 03 04 05 06 07 08 F7"

    @Test("without a limit all messages are sent at once, then the motors")
    func atOnce() {
        _ = console(pacing: nil)
        #expect(port.take() == [Self.first, "0: sysex F0 02 F7", "0: sysex F0 03 F7", Self.motor])
    }

    @Test("a link that carries 1,000 bytes a second gets each message when the one before it has gone through, then the motors")
    func paced() {
        let console = console(pacing: 1000)
        #expect(port.take() == [Self.first])
        #expect(console.nextDeadline == .ms(10))
        console.advance(to: .ms(9), port: port)
        #expect(port.take() == [])
        console.advance(to: .ms(10), port: port)
        #expect(port.take() == ["0: sysex F0 02 F7"])
        console.advance(to: .ms(13), port: port)
        #expect(port.take() == ["0: sysex F0 03 F7", Self.motor])
        #expect(console.nextDeadline == .never)
    }

    @Test("a motor is sent a value set meanwhile, once; a device that disappears and returns is sent everything from the start")
    func meanwhile() {
        let console = console(pacing: 1000)
        _ = port.take()
        _ = console.handle(.set(parameter: 0, 50, .text), at: .ms(1), port: port)
        console.connected(0, Connections(), at: .ms(2), port: port)
        console.connected(0, Connections(inputs: 1, outputs: 1), at: .ms(3), port: port)
        #expect(port.take() == [Self.first])
        console.advance(to: .ms(13), port: port)
        console.advance(to: .ms(16), port: port)
        #expect(port.take() == ["0: sysex F0 02 F7", "0: sysex F0 03 F7", "0: cc 1 ch 1 = 50"])
    }
}
