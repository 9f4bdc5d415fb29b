import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Noise under random hands")
struct NoisePropertyTests {
    /// A fader somewhere on its travel that jitters over `noise` raw steps.
    private struct Bench {
        let console: Console
        let port = FakePort(surfaces: 1)
        let address: MessageAddress
        let top: Int
        let noise: Int
        var now: UInt64 = 0
        var random: SeededGenerator

        init(seed: UInt64) {
            random = SeededGenerator(seed: seed)
            let kind: MessageKind = Bool.random(using: &random) ? .cc : .pitchbend
            address = MessageAddress(kind, number: kind == .cc ? 1 : 0)
            top = Int(kind.maximumRaw)
            noise = Int.random(in: 1...top / 10, using: &random)
            var fader = ControlSpec(id: "fader.1", input: address, parameter: 0)
            (fader.takeover, fader.noise) = (.jump, noise)
            console = Console(Desks.single(fader, kind == .cc ? Desks.level : Desks.fine))
            console.connected(0, port.connected[0], at: .zero, port: port)
        }

        /// The value, which equals the raw step here.
        var value: Int { Int(console.value(of: 0)) }

        mutating func read(_ raw: Int, after milliseconds: UInt64) {
            now += milliseconds
            console.handle(MIDIMessage(address, raw: UInt32(raw)), from: 0, at: .ms(now), port: port)
        }

        /// Moves it to a place where it jitters between `low` and `low + noise`, and lets go.
        mutating func bring(to low: Int) {
            read(Int.random(in: 0...top, using: &random), after: 10)
            for _ in 0..<80 { jitter(at: low, after: 10) }
        }

        mutating func jitter(at low: Int, after milliseconds: UInt64) {
            read(Int.random(in: low...low + noise, using: &random), after: milliseconds)
        }
    }

    @Test("once it is at rest, readings within the noise of one another never change the value, for however long", arguments: 0..<100)
    func still(seed: UInt64) {
        var bench = Bench(seed: seed)
        for _ in 0..<5 {
            let low = Int.random(in: 1...bench.top - bench.noise - 1, using: &bench.random)
            bench.bring(to: low)
            let value = bench.value
            #expect(value >= low && value <= low + bench.noise, "seed \(seed)")
            for _ in 0..<200 {
                bench.jitter(at: low, after: UInt64.random(in: 1...500, using: &bench.random))
                guard bench.value == value else {
                    Issue.record("seed \(seed), noise \(bench.noise): \(value) became \(bench.value)")
                    return
                }
            }
        }
    }

    @Test("the value is never farther than the noise from the reading, and an end stays exactly an end", arguments: 0..<100)
    func near(seed: UInt64) {
        var bench = Bench(seed: seed)
        var place = bench.top / 2
        for _ in 0..<2000 {
            let size = Bool.random(using: &bench.random) ? 2 * bench.noise : 2
            place = min(max(place + Int.random(in: -size...size, using: &bench.random), 0), bench.top)
            bench.read(place, after: UInt64.random(in: 1...200, using: &bench.random))
            let isEnd = place == 0 || place == bench.top
            guard abs(bench.value - place) <= (isEnd ? 0 : bench.noise) else {
                Issue.record("seed \(seed), noise \(bench.noise): read \(place), value \(bench.value)")
                return
            }
        }
    }

    @Test("a movement that leaves the noise every 300 ms is followed at every reading", arguments: 0..<50)
    func followed(seed: UInt64) {
        var bench = Bench(seed: seed)
        bench.bring(to: 1)
        var place = bench.value + bench.noise + 1
        bench.read(place, after: 1000)
        while place < bench.top {
            #expect(bench.value == place, "seed \(seed), noise \(bench.noise)")
            place = min(place + max(1, bench.noise / 4), bench.top)
            bench.read(place, after: 40)
        }
        #expect(bench.value == bench.top, "seed \(seed)")
    }
}
