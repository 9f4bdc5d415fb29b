import FaderConsole
import FaderMIDI
import FaderTesting
import FaderValues
import Glibc
import Synchronization

/// Measures how long the MIDI thread does not read its port while it changes to another configuration.
enum SwapProbe {
    private static let rounds = 41

    /// Every parameter has a motor; the surfaces share them. Prints the middle and the longest gap of all swaps, as the
    /// time of the thread's processor, which does not depend on what else the machine does.
    static func run(parameters: Int, surfaces: Int) async -> Int32 {
        let kinds: [(String, (Int) -> Configuration)] = [
            ("other limits", { configuration(parameters, surfaces, maximum: 6 + Double($0 % 2)) }),
            ("one parameter more or less", { configuration(parameters + $0 % 2, surfaces, maximum: 6) }),
            ("another one first", { configuration(parameters, surfaces, maximum: 6, isRotated: $0.isMultiple(of: 2)) }),
        ]
        for (name, make) in kinds {
            let port = SpinningPort()
            var old = make(0)
            guard let engine = try? EngineHandle.start(port: port, console: Console(old), isRealtime: false, handler: { _ in }) else {
                return 70
            }
            var gaps: [UInt64] = []
            for round in 1...rounds {
                let next = make(round)
                let (console, continuity) = (Console(next), Continuity(from: old, to: next))
                for index in [0, 7, 19] {
                    _ = try? await engine.submit(
                        .set(parameter: ParameterIndex(index), Double(round), .api), generation: Generation(UInt64(round)))
                }
                usleep(20_000)
                port.longest.store(0, ordering: .relaxed)
                let names = next.surfaces.map(\.name)
                let generation = Generation(UInt64(round) + 1)
                guard (try? await engine.swap(to: console, continuity: continuity, surfaceNames: names, generation: generation)) != nil
                else {
                    return 70
                }
                usleep(1000)
                gaps.append(port.longest.load(ordering: .relaxed))
                old = next
            }
            await engine.stop()
            gaps.sort()
            print("\(name): \(Double(gaps[gaps.count / 2]) / 1e6) ms, longest \(Double(gaps[gaps.count - 1]) / 1e6) ms")
        }
        return 0
    }

    private static func configuration(_ parameters: Int, _ surfaces: Int, maximum: Double, isRotated: Bool = false) -> Configuration {
        var specs = (0..<max(surfaces, 2)).map { SurfaceSpec(name: "s\($0)", match: SurfaceMatch(client: "")) }
        let all = (0..<parameters).map { ParameterSpec(id: "p\(isRotated ? ($0 + 1) % parameters : $0)", minimum: -70, maximum: maximum) }
        for parameter in 0..<parameters {
            let address = MessageAddress(.nrpn, number: UInt16(parameter / 16), channel: UInt8(parameter % 16))
            let index = ParameterIndex(parameter)
            specs[parameter % specs.count].controls.append(
                ControlSpec(id: "out.\(parameter)", input: address, motor: address, parameter: index))
        }
        return Configuration(parameters: all, surfaces: specs)
    }
}

/// A port that always seems to have input, so that the thread reads it again and again. Used only by the MIDI thread, but for `longest`.
final class SpinningPort: MIDIPort, @unchecked Sendable {
    /// The longest time between two reads, in nanoseconds of the thread's processor.
    let longest = Atomic<UInt64>(0)
    private var last: UInt64?
    let pollDescriptor: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        _ = unsafe pipe(&ends)
        pollDescriptor = ends[0]
        var byte: UInt8 = 0
        _ = unsafe write(ends[1], &byte, 1)
    }

    func read() -> PortInput {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        let now = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
        if let last, now - last > longest.load(ordering: .relaxed) { longest.store(now - last, ordering: .relaxed) }
        last = now
        return .none
    }
    func send(_ message: MIDIMessage, to surface: SurfaceIndex) -> SendResult { .sent }
    func send(_ message: Span<UInt8>, to surface: SurfaceIndex) -> SendResult { .sent }
    func connections(of surface: SurfaceIndex) -> Connections { Connections(inputs: 1, outputs: 1) }
    func arrange(_ names: [String], previous: [SurfaceIndex?]) {}
    func close() {}
}
