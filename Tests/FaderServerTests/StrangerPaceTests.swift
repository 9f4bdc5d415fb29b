import FaderServer
import Testing

@Suite struct StrangerPaceTests {
    /// Timers that run when the test says so.
    private final class Timers {
        var pauses: [Duration] = []
        private var waiting: [() -> Void] = []
        func wait(_ time: Duration, _ next: @escaping () -> Void) {
            pauses.append(time)
            waiting.append(next)
        }
        func fire() { waiting.removeFirst()() }
        var isIdle: Bool { waiting.isEmpty }
    }

    @Test("requests are answered one at a time, in their order, with a pause after each; those of clients that have gone are left out")
    func order() {
        let timers = Timers()
        let pace = StrangerPace(wait: timers.wait)
        var answered: [Int] = []
        var gone: Set<Int> = []
        for number in 1...5 {
            pace.submit(isWanted: { !gone.contains(number) }) { done in
                answered.append(number)
                done()
            }
        }
        #expect(answered == [1])
        gone = [2, 3]
        timers.fire()
        #expect(answered == [1, 4])
        timers.fire()
        #expect(answered == [1, 4, 5])
        timers.fire()
        // Nothing runs when nobody waits, and the next one is answered at once.
        #expect(timers.isIdle && timers.pauses.allSatisfy { $0 >= .microseconds(100) })
        pace.submit(isWanted: { true }) { done in
            answered.append(6)
            done()
        }
        #expect(answered.last == 6)
    }

    @Test("an answer that comes later holds up the next request, and its pause is at least as long as it took")
    func slow() async throws {
        let timers = Timers()
        let pace = StrangerPace(wait: timers.wait)
        var isSecondAnswered = false
        var finish: (() -> Void)?
        pace.submit(isWanted: { true }) { finish = $0 }
        pace.submit(isWanted: { true }) { done in
            isSecondAnswered = true
            done()
        }
        #expect(timers.isIdle && !isSecondAnswered)
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .milliseconds(3) {}
        finish?()
        #expect(timers.pauses.first ?? .zero >= .milliseconds(3))
        #expect(!isSecondAnswered)
        timers.fire()
        #expect(isSecondAnswered)
    }
}
