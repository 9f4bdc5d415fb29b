import Testing

@testable import FaderMIDI

/// A sequencer that remembers its links and refuses the ones in `refused`.
private final class FakeWiring: Wiring {
    var links: Set<SequencerLink> = []
    var refused: Set<SequencerLink> = []
    var calls = 0

    func connect(_ link: SequencerLink) throws(SequencerError) -> Bool {
        calls += 1
        if refused.contains(link) { throw .held }
        return links.insert(link).inserted
    }
    func disconnect(_ link: SequencerLink) { links.remove(link) }
    func isConnected(_ link: SequencerLink) -> Bool { links.contains(link) }
}

@Suite struct LinkKeeperTests {
    private let wiring = FakeWiring()
    private let start = ContinuousClock.now
    private let link = SequencerLink(source: at(20), destination: at(128))
    private let back = SequencerLink(source: at(128), destination: at(20))

    @Test("a wanted link is made once, an unwanted one is cut")
    func makesAndCuts() {
        var keeper = LinkKeeper()
        #expect(keeper.reconcile([link, back], wiring, now: start).isEmpty)
        #expect(keeper.reconcile([link, back], wiring, now: start).isEmpty)
        #expect(wiring.calls == 2)
        #expect(wiring.links == [link, back])
        _ = keeper.reconcile([link], wiring, now: start)
        #expect(wiring.links == [link])
    }

    @Test("a link made by hand is never cut")
    func keepsHandMade() {
        wiring.links = [link]
        var keeper = LinkKeeper()
        _ = keeper.reconcile([link], wiring, now: start)
        #expect(keeper.isSettled(link))
        _ = keeper.reconcile([], wiring, now: start)
        #expect(wiring.links == [link])
    }

    @Test("a link cut by hand stays cut until its device comes back or the configuration is loaded again")
    func staysCut() {
        var keeper = LinkKeeper()
        _ = keeper.reconcile([link], wiring, now: start)
        wiring.links = []
        _ = keeper.reconcile([link], wiring, now: start)
        #expect(wiring.links.isEmpty)
        keeper.forget(client: 20, wiring)
        _ = keeper.reconcile([link], wiring, now: start)
        #expect(wiring.links == [link])
        wiring.links = []
        keeper.verify(wiring)
        _ = keeper.reconcile([link], wiring, now: start)
        #expect(wiring.links == [link])
    }

    @Test("a link cut by hand is noticed, and so is one made again by hand, which is then never cut")
    func seesHands() {
        var keeper = LinkKeeper()
        _ = keeper.reconcile([link], wiring, now: start)
        wiring.links = []
        keeper.observe(wiring, programs: [], at: start)
        #expect(keeper.isCut(link))
        _ = keeper.reconcile([link], wiring, now: start)
        #expect(wiring.links.isEmpty)
        wiring.links = [link]
        keeper.observe(wiring, programs: [], at: start)
        #expect(keeper.isSettled(link))
        _ = keeper.reconcile([], wiring, now: start)
        #expect(wiring.links == [link])
    }

    @Test("a port that disappears takes only its own links with it")
    func forgetsPort() {
        let other = SequencerLink(source: at(20, 1), destination: at(128, 1))
        var keeper = LinkKeeper()
        _ = keeper.reconcile([link, other], wiring, now: start)
        wiring.links.remove(other)
        keeper.forget(at(20, 1), wiring)
        #expect(keeper.isSettled(link))
        #expect(!keeper.isSettled(other))
    }

    @Test("a refusal is reported once and tried again at growing intervals, at most two seconds apart")
    func backsOff() throws {
        wiring.refused = [link]
        var keeper = LinkKeeper()
        let told = keeper.reconcile([link], wiring, now: start)
        #expect(told.map(\.link) == [link])
        #expect(told.map(\.error) == [.held])
        var now = start
        var pauses: [Duration] = []
        for _ in 0..<8 {
            let next = try #require(keeper.nextTry)
            #expect(keeper.reconcile([link], wiring, now: next - .milliseconds(1)).isEmpty)
            #expect(keeper.reconcile([link], wiring, now: next).isEmpty)
            pauses.append(now.duration(to: next))
            now = next
        }
        #expect(wiring.calls == 9)
        #expect(pauses.prefix(3) == [.milliseconds(50), .milliseconds(100), .milliseconds(200)])
        #expect(pauses.last == .seconds(2))
        wiring.refused = []
        _ = keeper.reconcile([link], wiring, now: try #require(keeper.nextTry))
        #expect(keeper.isSettled(link))
        #expect(keeper.nextTry == nil)
    }

    @Test("late news of a removed port leaves the link of a new port with its number alone")
    func forgetsNothingNew() {
        var keeper = LinkKeeper()
        _ = keeper.reconcile([link], wiring, now: start)
        keeper.forget(at(128), wiring)
        keeper.forget(client: 20, wiring)
        #expect(keeper.isSettled(link))
        _ = keeper.reconcile([], wiring, now: start)
        #expect(wiring.links.isEmpty)
    }

    @Test("nothing is tried again for a device that disappeared")
    func forgetsRefused() {
        wiring.refused = [link]
        var keeper = LinkKeeper()
        _ = keeper.reconcile([link], wiring, now: start)
        _ = keeper.reconcile([], wiring, now: start)
        #expect(keeper.nextTry == nil)
    }

    // MARK: Cut by the program at the other end

    /// Cuts both directions at an instant, as seen by the next look.
    private func cut(_ keeper: inout LinkKeeper, at now: ContinuousClock.Instant, programs: Set<Int> = [20]) {
        wiring.links = []
        keeper.observe(wiring, programs: programs, at: now)
    }

    @Test("links that the program at the other end cut are made again after 5 s, later each time it happens again, and at once never")
    func mends() throws {
        var keeper = LinkKeeper()
        _ = keeper.reconcile([link, back], wiring, now: start)
        var (now, pauses): (_, [Duration]) = (start, [])
        for _ in 0..<6 {
            cut(&keeper, at: now)
            #expect(keeper.isCut(link) && keeper.isMended(link) && keeper.isMended(back))
            let next = try #require(keeper.nextTry)
            _ = keeper.reconcile([link, back], wiring, now: next - .milliseconds(1))
            #expect(wiring.links.isEmpty)
            _ = keeper.reconcile([link, back], wiring, now: next)
            #expect(wiring.links == [link, back] && keeper.isSettled(link))
            pauses.append(now.duration(to: next))
            now = next + .seconds(1)
        }
        #expect(pauses == [5, 10, 20, 40, 60, 60].map { .seconds($0) })
        #expect(keeper.nextTry == nil)
        now += .seconds(120)
        cut(&keeper, at: now)
        #expect(keeper.nextTry == now + .seconds(5))
    }

    @Test("links of a driver's client stay cut, and so do those that were cut in one direction, or while a client was passing")
    func staysCutByHand() {
        var keeper = LinkKeeper()
        _ = keeper.reconcile([link, back], wiring, now: start)
        cut(&keeper, at: start, programs: [])
        #expect(keeper.isCut(link) && !keeper.isMended(link) && keeper.nextTry == nil)
        keeper.verify(wiring)
        _ = keeper.reconcile([link, back], wiring, now: start)
        wiring.links = [back]
        keeper.observe(wiring, programs: [20], at: start)
        #expect(keeper.isCut(link) && !keeper.isMended(link) && keeper.nextTry == nil)
        // The other direction may follow a moment later.
        let later = start + .seconds(1)
        cut(&keeper, at: later)
        #expect(keeper.isMended(link) && keeper.isMended(back) && keeper.nextTry == later + .seconds(5))
        _ = keeper.reconcile([link, back], wiring, now: later + .seconds(5))
        #expect(wiring.links == [link, back])
        cut(&keeper, at: later + .seconds(6))
        #expect(keeper.isMended(link))
        keeper.leave([link, back])
        #expect(!keeper.isMended(link) && !keeper.isMended(back) && keeper.nextTry == nil)
    }

    @Test("only a client that came before a link was cut and went soon after has cut it")
    func passers() {
        var passing = PassingClients()
        passing.noteStart(of: 130, at: start)
        passing.noteCut(link, at: start)
        passing.noteStart(of: 131, at: start)
        passing.noteStart(of: 132, at: start + .seconds(1))
        #expect(passing.noteExit(of: 131, at: start + .seconds(1)).isEmpty)
        passing.noteCut(back, at: start + .seconds(1))
        #expect(passing.noteExit(of: 130, at: start + .seconds(2)) == [link, back])
        #expect(passing.noteExit(of: 132, at: start + .seconds(4)).isEmpty)
        passing.noteCut(link, at: start + .seconds(4))
        #expect(passing.noteExit(of: 133, at: start + .seconds(4)).isEmpty)
    }
}
