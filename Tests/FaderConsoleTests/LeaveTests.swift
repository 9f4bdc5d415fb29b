import FaderTesting
import FaderValues
import Testing

@testable import FaderConsole

@Suite("What devices are sent last")
struct LeaveTests {
    private let port = FakePort(surfaces: 2)
    private static let last = MIDIMessage(MessageAddress(.note, number: 1, channel: 15), raw: 0)

    private static func desk(end: [DeviceMessage] = [.message(last), .exclusive([0xF0, 0x01, 0xF7])]) -> Configuration {
        var configuration = Desks.pair()
        configuration.surfaces[0].end = end
        return configuration
    }

    private func console(_ configuration: Configuration) -> Console {
        let console = Console(configuration)
        for surface in configuration.surfaces.rowIndices {
            console.connected(surface, Connections(inputs: 1, outputs: 1), at: .zero, port: port)
        }
        _ = port.take()
        return console
    }

    private static let told = ["0: note 1 ch 16 = 0", "0: sysex F0 01 F7"]

    @Test("a surface without a device, or whose device has not answered, is sent nothing")
    func nobody() {
        let desk = console(Self.desk())
        desk.connected(0, Connections(), at: .ms(1), port: port)
        #expect(desk.leave(at: .ms(2), port: port))
        var configuration = ProtocolDesk.configuration(.mackie(MackieSpec()), ["fader.1": 0])
        configuration.surfaces[0].end = [.message(Self.last)]
        let silent = console(configuration)
        #expect(silent.leave(at: .ms(2), port: port))
        #expect(port.take() == [])
    }

    @Test("it is sent if a new configuration lacks the surface or gives its name another device or mode, and not otherwise")
    func reload() {
        func told(_ change: (inout Configuration) -> Void) -> [String] {
            let old = Self.desk()
            var new = old
            change(&new)
            let console = console(old)
            #expect(console.leave(for: Continuity(from: old, to: new), at: .ms(1), port: port))
            return port.take()
        }
        #expect(told { $0.surfaces.removeFirst() } == Self.told)
        #expect(told { $0.surfaces[0].match.client = "other" } == Self.told)
        #expect(told { $0.surfaces[0].profile = "other" } == Self.told)
        #expect(told { $0.surfaces[0].begin = [.message(Self.last)] } == Self.told)
        #expect(told { $0.surfaces[0].speaks = .hui } == Self.told)
        #expect(told { $0.surfaces[0].name = "other" } == Self.told)
        #expect(told { $0.surfaces.swapAt(0, 1) } == [])
        #expect(told { $0.surfaces[0].controls[0].parameter = nil } == [])
        #expect(told { $0.surfaces[0].end = [] } == [])
        #expect(told { $0.surfaces[1].match.client = "other" } == [], "one that is sent nothing last keeps its port")
    }
}
