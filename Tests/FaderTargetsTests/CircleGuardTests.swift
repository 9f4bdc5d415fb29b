import FaderTesting
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
        mutating func change(_ value: Double, after time: Duration, _ source: CircleGuard.Source = .unknown, isBusy: Bool = false) {
            pass(time)
            var verdict = circles.judge(value, source, isBusy: isBusy, at: now)
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

    /// Somebody answers every write, and nothing else, with a change; returns how many values were written until the circle was ended.
    private func writes(
        after lags: [Int], by source: CircleGuard.Source, from first: CircleGuard.Source = .unknown,
        _ answer: (Double) -> Double = { 3 - $0 }
    ) -> Int? {
        var world = World()
        world.change(1, after: .zero, first)
        for count in 0..<200 {
            if let withheld = world.withheld { world.pass(withheld.until - world.now) }
            world.change(answer(world.written.last ?? .nan), after: .milliseconds(lags[count % lags.count]), source)
            if world.isEnded { return world.written.count }
        }
        return nil
    }

    private static let robot = CircleGuard.Source.client(["process 7", "parent 3", "group 3"])
    private static let person = CircleGuard.Source.client(["process 9", "parent 3", "group 9"])

    @Test(
        "if one client answers what another has begun, the third value is the last, or the fifth if it is no quicker than a person",
        arguments: [2, 5, 12, 50, 100, 150, 400, 1_000])
    func other(lag: Int) {
        let most = lag <= 150 ? 3 : 5
        for first in [Self.person, .hand, .program, .target] {
            #expect(writes(after: [lag], by: Self.robot, from: first) == most)
            #expect(writes(after: [lag], by: Self.robot, from: first) { $0 } == most)
            #expect(writes(after: [lag], by: Self.robot, from: first) { $0 + 1 } == most, "values that grow for ever")
        }
        let uneven = writes(after: [lag, lag * 5 / 4, lag * 9 / 8], by: Self.robot, from: .hand)
        #expect(uneven == (lag == 150 ? 4 : most), "not always as quick")
        #expect(writes(after: [lag], by: .target, from: Self.person) == most)
    }

    @Test("a client that answers twice, however quickly, is written both values; the second a little later", arguments: [2, 20, 140])
    func answersTwice(lag: Int) {
        var world = World()
        world.change(1, after: .zero, .hand)
        for value in [5.0, 6] {
            if let withheld = world.withheld { world.pass(withheld.until - world.now) }
            world.change(value, after: .milliseconds(lag), Self.robot)
        }
        let late = (world.withheld?.until ?? world.now) - world.now
        #expect(late <= max(.milliseconds(250), .milliseconds(lag * 4)))
        world.pass(.seconds(1))
        #expect(!world.isEnded && world.written == [1, 5, 6])
        // Whoever answers next is somebody else.
        world.change(7, after: .milliseconds(lag), .client(["process 11"]))
        world.pass(.seconds(1))
        #expect(!world.isEnded && world.written == [1, 5, 6, 7])
    }

    @Test("several clients that each answer once are no circle, unless their values return again and again", arguments: [2, 20, 140])
    func severalOnce(lag: Int) {
        for isReturning in [false, true] {
            var world = World()
            world.change(-1, after: .zero, Self.person)
            for process in 0..<40 where !world.isEnded {
                if let withheld = world.withheld { world.pass(withheld.until - world.now) }
                let value = isReturning ? process % 2 : process
                world.change(Double(value), after: .milliseconds(lag), .client(["process \(100 + process)"]))
            }
            #expect(world.isEnded == isReturning)
            if isReturning { #expect(10...16 ~= world.written.count, "\(world.written.count)") }
        }
    }

    @Test("a client that starts another program for each answer is known by what they share")
    func started() {
        var world = World()
        world.change(1, after: .zero, Self.person)
        for process in 0..<5 where !world.isEnded {
            if let withheld = world.withheld { world.pass(withheld.until - world.now) }
            world.change(
                Double(process % 2), after: .milliseconds(process * 20 + 30), .client(["process \(process)", "parent 4", "group 3"]))
        }
        #expect(world.isEnded && world.written.count == 3)
    }

    @Test("whoever has set it several times may be the one who begins")
    func twice() {
        var world = World()
        for value in 0..<4 {
            world.change(Double(value), after: .milliseconds(300), .client(["process \(value)", "parent 2", "session 2"]))
        }
        for _ in 0..<5 where !world.isEnded {
            if let withheld = world.withheld { world.pass(withheld.until - world.now) }
            world.change(10 - (world.written.last ?? 0), after: .milliseconds(30), Self.robot)
        }
        #expect(world.isEnded && world.written.count == 6, "\(world.written)")
    }

    @Test("whoever has set it once before, from another program, may be the one who begins")
    func begunTwice() {
        for lag in [1, 30, 140] {
            var world = World()
            world.change(5, after: .zero, .client(["process 1", "parent 2", "session 2"]))
            world.change(1, after: .milliseconds(30), .client(["process 2", "parent 2", "session 2"]))
            for _ in 0..<5 where !world.isEnded {
                if let withheld = world.withheld { world.pass(withheld.until - world.now) }
                world.change(3 - (world.written.last ?? 0), after: .milliseconds(lag), .client(["process 9", "session 2"]))
            }
            #expect(world.isEnded && world.written.count == 4, "after the first: \(world.written)")
        }
    }

    @Test("a script that starts another program for each value, and waits for its effect, loses none")
    func startingInTurn() {
        var world = World()
        let values = (0..<12).map { Double($0 % 2) }
        for (process, value) in values.enumerated() {
            if let withheld = world.withheld { world.pass(withheld.until - world.now) }
            world.change(value, after: .milliseconds(60), .client(["process \(process)", "parent 2", "session 2"]))
        }
        world.pass(.seconds(100))
        #expect(!world.isEnded && world.written == values)
    }

    @Test("a program that still runs when its answer comes may take as long as it likes for that")
    func running() {
        var world = World()
        world.change(1, after: .zero, Self.person)
        for lag in [700, 500, 300, 450, 600] {
            if let withheld = world.withheld { world.pass(withheld.until - world.now) }
            world.change(3 - (world.written.last ?? 1), after: .milliseconds(lag), Self.robot, isBusy: true)
        }
        #expect(world.isEnded && world.written.count == 5)
    }

    @Test("values that approach each other are no circle")
    func approaching() {
        var world = World()
        world.change(1_000, after: .zero, Self.person)
        for _ in 0..<9 { world.change((world.written.last ?? 0) / 2, after: .milliseconds(30), Self.robot) }
        #expect(world.withheld == nil && world.written.count == 10)
    }

    @Test("if nobody knows who began, a circle is ended only after more answers and longer pauses, and only if values return")
    func unsure() {
        for source in [CircleGuard.Source.unknown, Self.robot] {
            #expect(writes(after: [12], by: source, from: source) == 15)
            #expect(writes(after: [12], by: source, from: source) { $0 } == 14)
            #expect(writes(after: [700], by: source, from: source) == 15)
            #expect(writes(after: [12], by: source, from: source) { $0 + 1 } == nil)
        }
    }

    @Test("a circle through another target of the parameter is ended although that began it, if it is quick")
    func told() {
        #expect(writes(after: [12], by: .target, from: .target) == 5)
        #expect(writes(after: [140], by: .target, from: .target) { 1 + $0.truncatingRemainder(dividingBy: 3) } == 6)
        #expect(writes(after: [700], by: .target, from: .target) == 15, "a person may be as slow")
    }

    @Test("a circle that begins with a write that nobody's change has led to, such as at the start, is ended as soon")
    func written() {
        var world = World()
        world.circles.wrote(1, at: world.now)
        for _ in 0..<5 where !world.isEnded {
            if let withheld = world.withheld { world.pass(withheld.until - world.now) }
            world.change(3 - (world.written.last ?? 1), after: .milliseconds(20), Self.robot)
        }
        #expect(world.isEnded && world.written.count == 2, "after the first")
    }

    @Test("somebody else who sets it meanwhile does not keep a circle alive")
    func between() {
        var world = World()
        world.change(1, after: .zero, Self.person)
        for count in 0..<40 where !world.isEnded {
            if count == 3 { world.change(9, after: .milliseconds(2), .client(["process 11"])) }
            if let withheld = world.withheld { world.pass(withheld.until - world.now) }
            world.change(3 - (world.written.last ?? 0), after: .milliseconds(12), Self.robot)
        }
        #expect(world.isEnded && world.written.count <= 10)
    }

    @Test(
        "a script that goes on after somebody else's change is written every value, blinking or not",
        arguments: [5, 20, 33, 90, 100, 200, 300, 700, 1_500])
    func blinking(interval: Int) {
        for rests in [[], [1_000], [250], [500], [2_000], [1_000 - interval], [1_000 + interval], [100, 1_000, 4_000]] {
            for length in 2...9 {
                var (world, values) = (World(), [Double](repeating: 9, count: 1))
                world.change(9, after: .zero, .hand)
                for step in 0..<200 {
                    let rest = step % length == 0 && !rests.isEmpty ? rests[step / length % rests.count] : 0
                    values.append(Double(step % 2))
                    world.change(Double(step % 2), after: .milliseconds(rest > 0 ? rest : interval), Self.robot)
                }
                world.pass(.seconds(10))
                #expect(!world.isEnded && world.written == values, "\(rests), \(length)")
            }
        }
    }

    @Test("a fade after somebody else's change is late by half a step at most, and seldom", arguments: [2, 10, 20, 50, 100, 400, 1_000])
    func fade(pace: Int) {
        var (world, late) = (World(), 0)
        world.change(0, after: .zero, Self.person)
        for step in 1...200 {
            // A clock that is not quite even.
            world.change(Double(step), after: .milliseconds(pace) + .microseconds(step * 7 % 5 * pace), Self.robot)
            guard let withheld = world.withheld else { continue }
            late += 1
            #expect(withheld.until - world.now <= max(.milliseconds(pace) * 11 / 20, .milliseconds(20)))
        }
        #expect(!world.isEnded && late <= 8)
        #expect(world.written == (0...200).map { Double($0) })
    }

    @Test("what a person clicks to and fro is written in the end", arguments: [150, 250, 400, 700, 1_200])
    func clicked(usual: Int) {
        var random = SeededGenerator(seed: UInt64(usual))
        for _ in 0..<200 {
            var world = World()
            world.change(1, after: .zero, .hand)
            var value = 1.0
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                value = 1 - value
                let rest = Int.random(in: 0..<6, using: &random) == 0 ? Int.random(in: 0...4_000, using: &random) : 0
                world.change(value, after: .milliseconds(rest + Int.random(in: usual * 2 / 3...usual * 2, using: &random)), Self.person)
            }
            world.pass(.seconds(10))
            #expect(world.written.last == value)
        }
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
        for count in 0..<6 { world.change(Double(count % 2), after: .milliseconds(20)) }
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

    @Test("a client that waits for the effect of each value from its own first change on loses none", arguments: [2, 40, 300])
    func lockstep(lag: Int) {
        var world = World()
        world.change(7, after: .zero, .hand)
        // Later than anybody answers.
        world.pass(.seconds(3))
        let values = (0..<12).map { Double($0 % 2) }
        for value in values {
            if let withheld = world.withheld { world.pass(withheld.until - world.now) }
            world.change(value, after: .milliseconds(lag), Self.robot)
        }
        world.pass(.seconds(100))
        #expect(!world.isEnded && world.written == [7] + values)
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
