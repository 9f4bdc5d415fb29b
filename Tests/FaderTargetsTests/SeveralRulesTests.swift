import Testing

@testable import FaderTargets

/// The rules of a target that does not lead: another target of its parameter does.
struct SeveralRulesTests {
    private static let follower = RulesTranscript(keepsMoves: true, leads: false)

    @discardableResult
    private func check(
        _ script: String, _ transcript: RulesTranscript = Self.follower, _ place: SourceLocation = #_sourceLocation
    ) -> TargetRules {
        var transcript = transcript
        #expect(transcript.play(script) == script, sourceLocation: place)
        return transcript.rules
    }

    @Test func whatItShowsWhenItAppearsIsLeftAloneAndTold() {
        let rules = check(
            """
            0 appears > read
            5 reads 70
            6 ended
            100 tick
            """)
        #expect(rules.isApart)
        #expect(RulesTranscript(leads: true).rules.isApart == false)
    }

    /// So that the value counts as known.
    @Test func whatATargetThatLeadsShowsFirstIsToldAlsoIfItIsTheDefaultThatNobodyChose() {
        for leads in [true, false] {
            check(
                """
                0 appears > read
                5 reads 50
                6 ended
                100 tick\(leads ? " > adopt 50" : "")
                101 own 50
                200 noticed > read
                201 reads 50
                """, RulesTranscript(isChosen: false, leads: leads))
            check(
                """
                0 appears
                100 tick
                200 reads 50\(leads ? " > adopt 50" : "")
                201 own 50
                300 reads 50
                """, RulesTranscript(isChosen: false, acknowledges: false, isReadable: false, leads: leads))
        }
    }

    @Test func aChangeOfItIsAdoptedAndOneOfTheParameterIsWritten() {
        let rules = check(
            """
            0 appears > read
            5 reads 70
            6 ended
            100 tick
            200 noticed > read
            201 reads 60 > adopt 60
            202 ended
            203 own 60
            300 set 20 > write 20
            303 done > read
            304 reads 20
            305 ended
            """)
        #expect(!rules.isApart)
    }

    @Test func whatAnotherTargetShowedWhenItAppearedIsNotWritten() {
        var rules = check(
            """
            0 appears > read
            5 reads 50
            6 ended
            100 tick
            """)
        #expect(!rules.isApart)
        rules.follow(30)
        #expect(rules.isApart && rules.handle(.tick, at: .milliseconds(200)) == [])
        #expect(rules.handle(.parameter(30), at: .milliseconds(300)) == [.write(30)], "somebody chose it afterwards")
    }

    @Test func whatAnotherTargetShowedReplacesAValueThatIsOnItsWay() {
        var rules = check(
            """
            0 appears
            100 tick > write 50
            """, RulesTranscript(.parameter, isReadable: false, showsWhatSucceeded: true, leads: false))
        rules.follow(30)
        #expect(rules.handle(.acknowledged, at: .milliseconds(150)) == [.write(30)])
    }

    @Test func aChangeWhileItIsAwayIsWrittenWhenItIsBack() {
        check(
            """
            0 appears > read
            5 reads 50
            6 ended
            100 tick
            200 goes
            300 set 80
            400 appears > read
            405 reads 50
            406 ended
            500 tick > write 80
            """)
    }

    @Test func aStreamOfAProgramIsSetWhenItAppearsThoughItDoesNotLead() {
        check(
            """
            0 appears > read
            5 reads 70
            6 ended
            100 tick > write 50
            """, RulesTranscript(.parameter, leads: false))
    }

    @Test func whenAMemberLeavesTheParameterStays() {
        check(
            """
            0 heard 50 1 > read
            100 tick
            110 heard 70 2
            300 left 1
            """, RulesTranscript(.parameter, isChosen: false, leads: false))
    }

    @Test func theFirstMessageOfAPeerThatOnlyTellsChangesIsOne() {
        let silent = RulesTranscript(acknowledges: false, isReadable: false, keepsMoves: true, leads: false, reportsState: false)
        check(
            """
            0 appears
            100 tick
            200 reads 10 > adopt 10
            """, silent)
        #expect(
            check(
                """
                0 appears
                100 tick
                200 reads 10
                300 reads 20 > adopt 20
                """, RulesTranscript(acknowledges: false, isReadable: false, keepsMoves: true, leads: false)
            ).isFound == false)
    }

    @Test func theFirstValueOfOneThatLeadsIsFoundAndALaterOneIsNot() {
        var rules = check(
            """
            0 appears > read
            5 reads 70
            6 ended
            100 tick > adopt 70
            101 own 70
            """, RulesTranscript())
        #expect(rules.isFound)
        _ = rules.handle(.reading(60), at: .milliseconds(300))
        #expect(!rules.isFound)
    }
}
