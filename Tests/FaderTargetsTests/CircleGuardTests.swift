import Testing

@testable import FaderTargets

/// What is a circle, and what only looks like one.
struct CircleGuardTests {
    /// A target that is written every change at once, and what became of them.
    private struct World {
        var circles = CircleGuard()
        var now = Duration.seconds(1)
        var written: [Double] = []
        var withheld: (value: Double, until: Duration)?
        var isEnded = false

        /// A change by somebody, after a time.
        mutating func change(_ value: Double, after time: Duration, _ source: CircleGuard.Source = .unknown) {
            pass(time)
            var verdict = circles.judge(value, source, isBusy: false, at: now)
            if verdict == .release {
                write(withheld?.value ?? .nan)
                verdict = .write
            }
            switch verdict {
            case .write, .release: write(value)
            case .withhold: withheld = (value, circles.heldUntil ?? now)
            case .end: isEnded = true
            }
        }

        mutating func pass(_ time: Duration) {
            let end = now + time
            if let withheld, withheld.until <= end {
                now = withheld.until
                write(withheld.value)
            }
            now = end
        }

        private mutating func write(_ value: Double) {
            circles.wrote(value, at: now)
            written.append(value)
            withheld = nil
        }
    }

    /// Somebody answers every write, and nothing else, with a change; returns how many there were until the circle was ended.
    private func answers(
        to first: Double, after lag: Duration, _ source: CircleGuard.Source = .unknown, _ answer: (Double) -> Double
    ) -> Int? {
        var world = World()
        world.change(first, after: .zero)
        for count in 1...100 {
            if let withheld = world.withheld { world.pass(withheld.until - world.now) }
            world.change(answer(world.written.last ?? .nan), after: lag, source)
            if world.isEnded { return count }
        }
        return nil
    }

    @Test("a circle through others is ended after longer and longer pauses, the sooner the quicker it is")
    func others() {
        #expect(answers(to: 1, after: .milliseconds(12)) { 3 - $0 } == 14)
        #expect(answers(to: 1, after: .milliseconds(12)) { $0 } == 13)
        #expect(answers(to: 1, after: .milliseconds(700)) { 3 - $0 } == 24)
    }

    @Test("a circle through another target of the parameter is ended when the third value returns")
    func told() {
        #expect(answers(to: 1, after: .milliseconds(12), .target) { 3 - $0 } == 4)
        #expect(answers(to: 1, after: .milliseconds(140), .target) { 1 + $0.truncatingRemainder(dividingBy: 3) } == 5)
        #expect(answers(to: 1, after: .milliseconds(700), .target) { 3 - $0 } == 24, "a person may be as slow")
    }

    @Test(
        "what somebody moves back and forth at another target is written in the end, however fast",
        arguments: [4, 16, 30, 60, 90, 250, 1_000], [Int](1...8))
    func moved(interval: Int, rests: Int) {
        var world = World()
        for value in 0..<400 {
            world.change(Double(value % 3), after: .milliseconds(interval), .target)
            // A hand that rests for a while, of another length each time.
            if value % 25 == 24 { world.pass(.milliseconds(370 * rests)) }
        }
        world.pass(.seconds(10))
        #expect(world.written.last == Double(399 % 3))
        #expect(world.written.count > 380, "what is lost is the first value after a rest that is as long as the pause, and the next is not")
    }

    @Test("from the third value that returns on, a change may be part of a circle, until nobody answers any more")
    func suspected() {
        var world = World()
        for count in 0..<3 {
            world.change(Double(count % 2), after: .milliseconds(20))
            #expect(world.circles.suspect == nil)
        }
        world.change(1, after: .milliseconds(20))
        #expect(world.circles.suspect == world.now...world.now + .seconds(2))
        for count in 0..<4 { world.change(Double(count % 2), after: .milliseconds(20)) }
        let held = world.withheld?.until ?? .zero
        #expect(world.circles.suspect == held...held + .seconds(2), "not while a write is withheld")
        world.change(5, after: .milliseconds(20))
        #expect(world.circles.suspect == nil)
    }

    @Test("a script that waits for the effect of each value loses none")
    func waiting() {
        var world = World()
        let values = (0..<12).map { Double($0 % 2) }
        for value in values {
            if let withheld = world.withheld { world.pass(withheld.until - world.now) }
            world.change(value, after: .milliseconds(40))
        }
        world.pass(.seconds(100))
        #expect(!world.isEnded && world.written == values)
    }

    @Test("a ramp is no circle")
    func ramp() {
        var world = World()
        for step in 0..<200 { world.change(Double(step), after: .milliseconds(12)) }
        #expect(world.withheld == nil && world.written.count == 200)
    }

    @Test(
        "a script that goes on whatever is written is no circle, and each of its values is written",
        arguments: [5, 20, 60, 90, 300, 1_500])
    func script(interval: Int) {
        var world = World()
        let values = (0..<500).map { Double($0 % 3) }
        for value in values { world.change(value, after: .milliseconds(interval)) }
        world.pass(.seconds(10))
        #expect(!world.isEnded)
        #expect(world.written == values)
    }

    @Test("a hand is never part of a circle")
    func hand() {
        var world = World()
        let values = (0..<50).map { Double($0 % 2) }
        for value in values { world.change(value, after: .milliseconds(10), .hand) }
        #expect(world.written == values)
    }

    @Test("a circle of known writes is ended although nothing is quick")
    func known() {
        var world = World()
        world.change(1, after: .zero)
        for _ in 0..<2 { world.change(3 - (world.written.last ?? 0), after: .seconds(60), .writes(world.written)) }
        #expect(world.written == [1, 2, 1])
        world.change(2, after: .seconds(60), .writes(world.written))
        #expect(world.isEnded && world.written == [1, 2, 1])
    }

    @Test("a chain of known writes that never ends is ended, however small its steps")
    func endless() {
        var world = World()
        var (value, step) = (0.0, 1.0)
        world.change(value, after: .zero)
        for _ in 0..<50 where !world.isEnded {
            (value, step) = (value + step, step * 0.9)
            world.change(value, after: .seconds(1), .writes(world.written))
        }
        #expect(world.isEnded && world.written.count <= 17)
    }
}
