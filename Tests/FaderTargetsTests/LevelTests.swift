import FaderValues
import Logging
import Testing

@testable import FaderTargets

/// How loud targets are, as those who show it are told.
struct LevelTests {
    @Test("of the levels that nobody has taken yet the highest counts, but silence counts more than those before it: it is told once")
    func silence() {
        let targets = Targets(log: Logger(label: "test"), texts: TargetTexts(text: { "\($0)" }, number: { _ in 0 }))
        let sink = TargetSpec(PulseTargetSpec(.defaultSink))
        let series: [(told: [Double], taken: Double)] = [([-20, -6, -12], -6), ([-6, -.infinity], -.infinity), ([-.infinity, -30], -30)]
        for (told, taken) in series {
            for level in told { targets.note(level, of: sink) }
            #expect(targets.popLevels() == [sink.identity: taken])
        }
        #expect(targets.popLevels().isEmpty)
    }
}
