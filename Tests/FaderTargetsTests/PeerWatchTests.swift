import Testing

@testable import FaderTargets

/// When an OSC peer counts as gone and as back.
struct PeerWatchTests {
    /// Plays lines of a time in ms and an event; `wait` runs the ticks that are due until then. Returns each effect with its time.
    private func play(keepAlive: Int? = nil, answers: Bool = false, _ script: [(Int, PeerWatch.Event?)]) -> [String] {
        var watch = PeerWatch(keepAlive: keepAlive.map { .milliseconds($0) }, answers: answers)
        var told: [String] = []
        func tell(_ effects: [PeerWatch.Effect], _ time: Duration) {
            told += effects.map { "\(Int(time / .milliseconds(1))) \(Self.text($0))" }
        }
        for (time, event) in script {
            while let due = watch.deadline, due < .milliseconds(time) { tell(watch.handle(.tick, at: due), due) }
            if let event { tell(watch.handle(event, at: .milliseconds(time)), .milliseconds(time)) }
        }
        return told
    }

    private static func text(_ effect: PeerWatch.Effect) -> String {
        switch effect {
        case .open: "open"
        case .keepAlive: "keepalive"
        case .ask: "ask"
        case .probe: "probe"
        case .gone(let reason, let since): "gone since \(Int(since / .milliseconds(1))): \(reason)"
        case .back(let isLate): isLate ? "back late" : "back"
        }
    }

    @Test func aConsoleInUseThatStopsAnsweringIsGoneWithinThreeSeconds() {
        let told = play(
            keepAlive: 8000, answers: true,
            [(1000, .opened), (1010, .heard), (1905, .heard), (2805, .heard), (2900, .used), (6000, nil)])
        #expect(
            told == [
                "1000 keepalive", "1000 back", "1900 ask", "2800 ask", "3700 ask", "4600 ask",
                "5500 gone since 2805: it has not answered for 2.7 s",
            ])
    }

    @Test func aConsoleAtRestIsAskedOnlyWithEachKeepAlive() {
        var script: [(Int, PeerWatch.Event?)] = [(1000, .opened)]
        for second in 1..<60 { script.append((second * 1000 + 10, .heard)) }
        // The last question of its time in use is answered late.
        script += [(62000, nil), (65010, .heard), (70000, nil)]
        let told = play(keepAlive: 8000, answers: true, script).filter { Int($0.prefix { $0 != " " }) ?? 0 > 32000 }
        #expect(
            told == [
                "33000 keepalive", "33000 ask", "41000 keepalive", "41000 ask", "49000 keepalive", "49000 ask", "57000 keepalive",
                "57000 ask", "65000 keepalive", "65000 ask",
            ])
    }

    @Test func atRestItIsGoneSoonAfterTheNextKeepAlive() {
        var script: [(Int, PeerWatch.Event?)] = [(1000, .opened)]
        for second in 1..<40 { script.append((second * 1000 + 10, .heard)) }
        let told = play(keepAlive: 8000, answers: true, script + [(45000, nil)])
        #expect(
            told.last == "42800 gone since 39010: it has not answered for 3.8 s"
                || told.contains("42800 gone since 39010: it has not answered for 3.8 s"))
    }

    @Test func aGoneConsoleIsTriedAgainAndIsBackWhenItIsHeard() {
        let told = play(answers: true, [(1000, .opened), (1010, .heard), (5000, nil), (5001, .opened), (5002, .heard)])
        #expect(
            told == [
                "1000 back", "1900 ask", "2800 ask", "3700 gone since 1010: it has not answered for 2.7 s", "4700 open", "5001 ask",
                "5002 back",
            ])
    }

    @Test func aConsoleThatIsSwitchedOnLaterIsNotThereBefore() {
        #expect(
            play(keepAlive: 8000, answers: true, [(1000, .opened), (3000, nil)])
                == ["1000 keepalive", "1000 back", "1900 ask", "2800 gone since 1000: it has not answered yet"])
        // It comes before that: what it was asked first is lost.
        #expect(play(answers: true, [(1000, .opened), (1910, .heard)]) == ["1000 back", "1900 ask", "1910 back late"])
    }

    @Test func aRefusalEndsAPeerThatAnswersNothingAndItsPortIsTriedLessAndLessOften() {
        let told = play(
            keepAlive: 8000,
            [
                (1000, .opened), (17001, .refused("no")), (19000, nil), (19000, .opened), (19001, .refused("no")), (21500, .opened),
                (22000, nil),
            ])
        #expect(
            told == [
                "1000 keepalive", "1000 back", "9000 keepalive", "17000 keepalive", "17001 gone since 9000: no", "18001 open",
                "19000 keepalive", "20001 open", "21500 keepalive", "21800 back",
            ])
    }

    @Test func withoutAKeepAliveAnEmptyBundleIsSentAndNothingIsDoneAtRest() {
        #expect(
            play([(1000, .opened), (5000, .used), (5001, .refused("no")), (6002, .opened), (6400, nil), (90000, nil)])
                == ["1000 back", "5001 gone since 4001: no", "6001 open", "6002 probe", "6302 back"])
        var watch = PeerWatch(keepAlive: nil, answers: false)
        _ = watch.handle(.opened, at: .seconds(1))
        #expect(watch.deadline == nil)
    }

    @Test func aMovementMakesTheNextTryComeSooner() {
        let told = play([(1000, .opened), (2000, .refused("no")), (12000, .refused("no")), (12500, .used), (14000, nil)])
        #expect(told.contains("13500 open"), "\(told)")
    }

    @Test func aPortThatIsTakenIsTriedEvery30SecondsAndAtAReload() {
        let told = play([
            (1000, .refused("taken", pause: .seconds(30))), (31001, nil), (31001, .refused("taken", pause: .seconds(30))),
            (40000, .reloaded),
        ])
        #expect(told == ["31000 open", "40000 open"])
    }
}
