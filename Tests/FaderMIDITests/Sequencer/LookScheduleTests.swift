import Testing

@testable import FaderMIDI

@Suite struct LookScheduleTests {
    private let start = ContinuousClock.now

    private func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

    /// The times of all looks that follow when there is no more news.
    private func looks(_ schedule: inout LookSchedule, hasPrograms: Bool) -> [Duration] {
        var looks: [Duration] = []
        while let next = schedule.next, looks.count < 100 {
            looks.append(start.duration(to: next))
            schedule.noteLook(at: next, hasPrograms: hasPrograms)
        }
        return looks
    }

    @Test("news is looked at once it has settled, and in a storm after a tenth of a second at the latest")
    func settles() {
        var schedule = LookSchedule()
        #expect(schedule.next == nil)
        schedule.noteNews(at: at(0))
        schedule.noteNews(at: at(10))
        #expect(schedule.next == at(30))
        for moment in stride(from: 20, to: 100, by: 10) { schedule.noteNews(at: at(moment)) }
        #expect(schedule.next == at(100))
    }

    @Test("without programs there is one look; with programs, names are looked at for a while, and then no more")
    func names() {
        var schedule = LookSchedule()
        schedule.demand(at: at(0))
        #expect(looks(&schedule, hasPrograms: false) == [.zero])
        schedule.demand(at: at(0))
        #expect(looks(&schedule, hasPrograms: true) == [.zero] + LookSchedule.naming)
        #expect(schedule.next == nil)
    }

    @Test("a client that lost a port counts as leaving for a second, or until it is gone or has another port")
    func departures() {
        var schedule = LookSchedule()
        schedule.noteDeparture(of: 20, at: at(0))
        schedule.noteDeparture(of: 24, at: at(0))
        schedule.clearDeparture(of: 24)
        #expect(schedule.departing == [20])
        #expect(schedule.next == at(1000))
        schedule.noteLook(at: at(500), hasPrograms: false)
        #expect(schedule.departing == [20])
        schedule.noteLook(at: at(1000), hasPrograms: false)
        #expect(schedule.departing.isEmpty)
        #expect(schedule.next == nil)
    }
}
