import Testing

@testable import FaderStore

@Suite("when a save is due")
struct SaveScheduleTests {
    let start = SuspendingClock.now

    private func time(_ milliseconds: Int) -> SuspendingClock.Instant { start + .milliseconds(milliseconds) }

    /// Runs motion at the given milliseconds and returns the times at which saves began. A save takes no time here.
    private func saves(_ motion: [Int], until end: Int) -> [Int] {
        var schedule = SaveSchedule()
        var saves: [Int] = []
        let moves = Set(motion)
        for now in 0...end {
            if moves.contains(now) { schedule.move(at: time(now)) }
            guard schedule.due(at: time(now)) == .now else { continue }
            schedule.begin(at: time(now))
            schedule.succeed()
            saves.append(now)
        }
        return saves
    }

    @Test("nothing is due while nothing changes")
    func never() {
        var schedule = SaveSchedule()
        #expect(schedule.due(at: time(0)) == .never)
        schedule.move(at: time(0))
        schedule.begin(at: time(600))
        schedule.succeed()
        #expect(schedule.due(at: time(100_000)) == .never)
    }

    @Test("motion is saved within a second of its end", arguments: [0, 20, 900, 4010, 7777])
    func end(last: Int) throws {
        let motion = Array(0...last)
        let saves = saves(motion, until: last + 5000)
        let after = try #require(saves.first { $0 >= last })
        #expect(after <= last + 1000)
        #expect(saves.last == after)
    }

    @Test("the last of several strokes is saved within a second, too", arguments: (1...20).map { $0 * 95 })
    func lastStroke(pause: Int) throws {
        let saves = saves([0, pause, 2 * pause], until: 2 * pause + 5000)
        #expect(try #require(saves.first { $0 >= 2 * pause }) <= 2 * pause + 1000)
    }

    @Test("endless motion is saved at least every five seconds and at most once a second")
    func endless() {
        let saves = saves(Array(0...60_000), until: 60_000)
        #expect(saves.count >= 12)
        var before = 0
        for save in saves {
            #expect(save - before <= 5000)
            #expect(save - before >= 1000)
            before = save
        }
    }

    @Test("motion in short strokes is saved at most once a second")
    func strokes() {
        let saves = saves(stride(from: 0, to: 30_000, by: 510).map { $0 }, until: 32_000)
        for (one, next) in zip(saves, saves.dropFirst()) { #expect(next - one >= 1000) }
        #expect(saves.count > 10)
    }

    @Test("a save that is waited for is due at once, even while saving fails")
    func demand() {
        var schedule = SaveSchedule()
        schedule.demand()
        #expect(schedule.due(at: time(0)) == .now)
        schedule.begin(at: time(0))
        schedule.fail(at: time(0))
        schedule.demand()
        #expect(schedule.due(at: time(1)) == .now)
    }

    @Test("a failing save is tried again after 1, 2, 4, 8, 16 and then every 30 seconds, and after a success from 1 again")
    func retries() {
        var schedule = SaveSchedule()
        schedule.demand()
        var now = 0
        for delay in [1, 2, 4, 8, 16, 30, 30] {
            schedule.begin(at: time(now))
            schedule.fail(at: time(now))
            schedule.move(at: time(now))
            now += delay * 1000
            #expect(schedule.due(at: time(now - 1)) == .at(time(now)))
            #expect(schedule.due(at: time(now)) == .now)
        }
        schedule.begin(at: time(now))
        schedule.succeed()
        #expect(schedule.due(at: time(now)) == .never)
        schedule.begin(at: time(now))
        schedule.fail(at: time(now))
        #expect(schedule.due(at: time(now)) == .at(time(now + 1000)))
    }

    @Test("a requested attempt does not delay the next retry")
    func asked() {
        var schedule = SaveSchedule()
        schedule.begin(at: time(0))
        schedule.fail(at: time(0))
        for attempt in 1...5 {
            schedule.demand()
            schedule.begin(at: time(attempt))
            schedule.fail(at: time(attempt))
        }
        #expect(schedule.due(at: time(10)) == .at(time(1000)))
    }
}
