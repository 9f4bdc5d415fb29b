import Testing

@testable import FaderDaemon

@Suite("How often another console is swapped in")
struct SwapPaceTests {
    private let start = ContinuousClock.now

    @Test("of requests there are at most four in any second")
    func requests() {
        var (pace, now, all) = (SwapPace(), start, [ContinuousClock.Instant]())
        for _ in 0..<20 {
            now += pace.wait(for: .request, at: now)
            pace.swaps(because: .request, at: now)
            all.append(now)
            now += .milliseconds(70)
        }
        for (first, fifth) in zip(all, all.dropFirst(4)) { #expect(fifth - first >= .seconds(1)) }
        // The first four at once, and none later than it must.
        #expect(all[3] == start + .milliseconds(210) && all[4] == start + .seconds(1) && all[19] - start < .seconds(5))
    }

    @Test("a hundred declarations follow each other at once, then four a second; a rest saves them up again; no request waits for them")
    func declarations() {
        var pace = SwapPace()
        for _ in 0..<SwapPace.mostDeclarations {
            #expect(pace.wait(for: .declaration, at: start + .seconds(100)) == .zero)
            pace.swaps(because: .declaration, at: start + .seconds(100))
        }
        var now = start + .seconds(100)
        #expect(pace.wait(for: .request, at: now) == .zero)
        for _ in 0..<8 {
            let wait = pace.wait(for: .declaration, at: now)
            #expect(wait > .zero && wait <= .milliseconds(250))
            now += wait
            pace.swaps(because: .declaration, at: now)
        }
        #expect(now == start + .seconds(102))
        for _ in 0..<SwapPace.mostDeclarations {
            #expect(pace.wait(for: .declaration, at: now + .seconds(60)) == .zero)
            pace.swaps(because: .declaration, at: now + .seconds(60))
        }
    }

    @Test("a peer causes one a second and has something look otherwise four times a second, and keeps nobody else waiting")
    func peer() {
        var pace = SwapPace()
        #expect(pace.waitOfPeer(swaps: true, at: start + .seconds(1)) == .zero)
        pace.swaps(because: .peer, at: start + .seconds(1))
        #expect(pace.waitOfPeer(swaps: true, at: start + .milliseconds(1400)) == .milliseconds(600))
        #expect(pace.waitOfPeer(swaps: false, at: start + .milliseconds(1100)) == .milliseconds(150))
        pace.relabels(because: .peer, at: start + .milliseconds(1300))
        #expect(pace.waitOfPeer(swaps: false, at: start + .milliseconds(1400)) == .milliseconds(150))
        #expect(pace.waitOfPeer(swaps: true, at: start + .milliseconds(1400)) == .milliseconds(600))
        for reason in [SwapPace.Reason.request, .declaration] { #expect(pace.wait(for: reason, at: start + .milliseconds(1400)) == .zero) }
    }
}
