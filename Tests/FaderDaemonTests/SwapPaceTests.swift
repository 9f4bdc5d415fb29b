import Testing

@testable import FaderDaemon

@Suite("How often another configuration comes into force")
struct SwapPaceTests {
    private let start = ContinuousClock.now

    @Test("a hundred follow each other at once, then four a second; a rest saves them up again")
    func pace() {
        var pace = SwapPace()
        for _ in 0..<SwapPace.most {
            #expect(pace.wait(at: start + .seconds(100)) == .zero)
            pace.swaps(at: start + .seconds(100))
        }
        var now = start + .seconds(100)
        for _ in 0..<8 {
            let wait = pace.wait(at: now)
            #expect(wait > .zero && wait <= .milliseconds(250))
            now += wait
            pace.swaps(at: now)
        }
        #expect(now == start + .seconds(102))
        for _ in 0..<SwapPace.most {
            #expect(pace.wait(at: now + .seconds(60)) == .zero)
            pace.swaps(at: now + .seconds(60))
        }
    }

    @Test("a target causes one a second, and keeps nobody else waiting")
    func peer() {
        var pace = SwapPace()
        #expect(pace.waitOfPeer(at: start + .seconds(1)) == .zero)
        pace.peerSwaps(at: start + .seconds(1))
        pace.swaps(at: start + .seconds(1))
        #expect(pace.waitOfPeer(at: start + .milliseconds(1400)) == .milliseconds(600))
        #expect(pace.wait(at: start + .milliseconds(1400)) == .zero)
    }
}
