import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Feedback: connections, busy readers, blocked output")
struct FeedbackTests {
    @Test("a reader that stays busy costs at most one wake-up a second, and never one for room to write")
    func busyIsBounded() {
        let console = Console(Desks.pair())
        let port = FakePort(surfaces: 2)
        for surface in 0...1 as ClosedRange<SurfaceIndex> { console.connected(surface, port.connected[surface], at: .zero, port: port) }
        port.results = [.busy]
        _ = console.handle(.set(parameter: 0, 50, .text), at: .zero, port: port)
        var wakeUps = 0
        while console.nextDeadline < .ms(60_000), wakeUps < 1000 {
            #expect(!console.isBlocked)
            console.advance(to: console.nextDeadline, port: port)
            wakeUps += 1
        }
        #expect(wakeUps < 75, "\(wakeUps)")
        _ = port.take()
        port.results = [.sent]
        console.advance(to: console.nextDeadline, port: port)
        #expect(port.take() == ["0: cc 1 ch 1 = 50", "1: cc 1 ch 1 = 50"])
        #expect(console.nextDeadline == .never)
    }

    @Test("a surface whose reader is stuck does not delay another whose reader was busy for a moment")
    func stuckNeighbour() {
        let (console, port) = (Console(Desks.pair()), FakePort(surfaces: 2))
        port.stuck = 0
        for surface: SurfaceIndex in [0, 1] { console.connected(surface, port.connected[surface], at: .ms(1), port: port) }
        while console.nextDeadline < .ms(5000) { console.advance(to: console.nextDeadline, port: port) }
        _ = port.take()
        port.results = [.busy, .sent]
        _ = console.handle(.set(parameter: 0, 90, .text), at: .ms(5000), port: port)
        while console.nextDeadline <= .ms(5010) { console.advance(to: console.nextDeadline, port: port) }
        #expect(port.take().count == 1)
        #expect(port.tries < 40)
    }

    @Test("overruns that were not reported yet are one notice with the newest count")
    func overrunNotices() {
        let console = Console(Desks.single())
        let port = FakePort(surfaces: 1)
        for _ in 0..<100 { console.overrun(at: .zero, port: port) }
        #expect(console.nextNotice() == .overrun(count: 100))
        #expect(!console.hasNotice)
        #expect(console.statistics.overruns == 100)
    }
}
