import FaderTesting
import Testing

@testable import FaderMIDI

@Suite("Latency histogram")
struct LatencyHistogramTests {
    @Test(
        "quantiles are right within 6.25 %, from 1 ns to an hour, and never below the truth",
        arguments: [1, 10, 1_000, 1_000_000, 3_600_000_000_000] as [UInt64])
    func quantiles(scale: UInt64) {
        var random = SeededGenerator(seed: scale)
        var histogram = LatencyHistogram()
        let times = (0..<10_000).map { _ in UInt64.random(in: 0...scale, using: &random) }
        for time in times { histogram.record(time, events: 1) }
        let sorted = times.sorted()
        let summary = histogram.summary
        #expect(summary.count == 10_000)
        #expect(summary.maximum == sorted[9_999])
        for (found, exact) in [(summary.p50, sorted[4_999]), (summary.p99, sorted[9_899])] {
            #expect(found >= exact)
            #expect(Double(found) <= Double(exact) * 1.0625 + 1)
        }
    }

    @Test("a batch counts as many times as it has events")
    func weights() {
        var histogram = LatencyHistogram()
        histogram.record(100, events: 98)
        histogram.record(1_000_000, events: 2)
        #expect(histogram.summary.p50 <= 107)
        #expect(histogram.summary.p99 == 1_000_000)
        #expect(histogram.summary.count == 100)
    }

    @Test("more events of one duration than 32 bits can count are all counted")
    func many() {
        var histogram = LatencyHistogram()
        for _ in 0..<4 { histogram.record(100, events: 1 << 30) }
        histogram.record(1_000_000, events: 1)
        #expect(histogram.summary.p50 <= 107)
        #expect(histogram.summary.count == 1 << 32 + 1)
    }

    @Test("nothing recorded is zero, and the longest time there is does not trap")
    func ends() {
        var histogram = LatencyHistogram()
        #expect(histogram.summary == LatencySummary(count: 0, p50: 0, p99: 0, maximum: 0))
        histogram.record(.max, events: 1)
        #expect(histogram.summary.maximum == .max)
    }
}
