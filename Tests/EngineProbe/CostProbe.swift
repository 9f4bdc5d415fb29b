import FaderConsole
import FaderTesting
import FaderValues
import Glibc

/// Measures what one event costs in the console alone: a controller moves on one surface, a motor on another follows.
struct CostProbe {
    private let console: Console
    private let port = NullPort()

    /// Every parameter is on one control of the first surface and on one motor of another.
    init(parameters: Int, surfaces: Int) {
        var specs = (0..<max(surfaces, 2)).map { SurfaceSpec(name: "s\($0)", match: SurfaceMatch(client: "")) }
        for parameter in 0..<parameters {
            let address = Self.address(parameter)
            let other = 1 + parameter % (specs.count - 1)
            specs[0].controls.append(ControlSpec(id: "in.\(parameter)", input: address, parameter: ParameterIndex(parameter)))
            specs[other].controls.append(
                ControlSpec(id: "out.\(parameter)", input: address, motor: address, parameter: ParameterIndex(parameter)))
        }
        let all = (0..<parameters).map { ParameterSpec(id: "p\($0)", minimum: -70, maximum: 6) }
        console = Console(Configuration(parameters: all, surfaces: specs))
        for surface in specs.rowIndices {
            console.connected(surface, Connections(inputs: 1, outputs: 1), at: MonotonicTime(nanoseconds: 0), port: port)
        }
    }

    /// Controllers 0 to 95 on each of 16 channels; beyond those, NRPNs.
    private static func address(_ parameter: Int) -> MessageAddress {
        let channel = UInt8(parameter % 16)
        let number = UInt16(parameter / 16)
        if number < 96 { return MessageAddress(.cc, number: number, channel: channel) }
        return MessageAddress(.nrpn, number: number, channel: channel)
    }

    func run(events: Int) {
        let before = port.sent
        let start = Self.processorTime
        for index in 0..<events {
            let message = MIDIMessage(MessageAddress(.cc, number: 0, channel: 0), raw: UInt32(index % 127))
            console.handle(message, from: SurfaceIndex(0), at: MonotonicTime(nanoseconds: UInt64(index) * 1_000_000), port: port)
            while console.nextReport() != nil {}
        }
        let nanoseconds = Self.processorTime - start
        print("\(nanoseconds / Double(events)) ns an event, \(port.sent - before) messages out for \(events) in")
    }

    /// The processor time of this process alone, in nanoseconds.
    private static var processorTime: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}

/// A port that accepts everything.
final class NullPort: MIDIPort {
    private(set) var sent = 0
    let pollDescriptor: Int32 = -1
    func read() -> PortInput { .none }
    func send(_ message: MIDIMessage, to surface: SurfaceIndex) -> SendResult {
        sent += 1
        return .sent
    }
    func send(_ message: Span<UInt8>, to surface: SurfaceIndex) -> SendResult { .sent }
    func connections(of surface: SurfaceIndex) -> Connections { Connections(inputs: 1, outputs: 1) }
    func arrange(_ names: [String], previous: [SurfaceIndex?]) {}
    func close() {}
}
