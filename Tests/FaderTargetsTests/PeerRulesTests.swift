import Testing

@testable import FaderTargets

/// The rules of a target that does not acknowledge what it is sent, such as an OSC peer; and those for a reload.
struct PeerRulesTests {
    private func check(_ script: String, _ transcript: RulesTranscript, _ place: SourceLocation = #_sourceLocation) {
        var transcript = transcript
        #expect(transcript.play(script) == script, sourceLocation: place)
    }

    private static let silent = RulesTranscript(acknowledges: false, isReadable: false)

    @Test func aSlowChangeIsFollowedHoweverSmallItsSteps() {
        check(
            """
            0 appears
            100 tick
            200 set 60 > write 60
            2000 reads 60.3
            2010 reads 60.5
            2020 reads 60.75 > adopt 60.75
            2021 own 60.75
            2030 reads 61
            2040 reads 61.5 > adopt 61.5
            """, Self.silent)
    }

    @Test func anEchoMayTakeASecondUntilThatOfALaterSetHasCome() {
        check(
            """
            0 appears
            100 tick
            200 set 10 > write 10
            220 set 20 > write 20
            240 set 30 > write 30
            500 reads 10
            520 reads 20
            540 reads 30
            600 reads 20 > adopt 20
            """, Self.silent)
    }

    @Test func whatThePeerSetsAfterAnotherChangeIsNoEcho() {
        check(
            """
            0 appears
            100 tick
            200 set 10 > write 10
            220 set 90 > write 90
            600 reads 40 > adopt 40
            601 own 40
            700 reads 10 > adopt 10
            701 own 10
            800 reads 90 > adopt 90
            """, Self.silent)
    }

    @Test func anAnswerFromBeforeTheSetIsDoubtedOnce() {
        let start = """
            0 appears > read
            0 ended
            10 set 80
            100 tick > write 80
            150 reads 25 > read
            150 ended

            """
        let transcript = RulesTranscript(acknowledges: false)
        check(start + "180 reads 80", transcript)
        check(start + "180 reads 25 > adopt 25", transcript)
        let known = """
            0 appears > read
            0 ended
            20 reads 50
            100 tick
            1000 set 70 > write 70
            1020 set 80 > write 80
            1050 reads 50 > read
            1050 ended

            """
        check(known + "1080 reads 80", transcript)
        check(known + "1080 reads 50 > adopt 50", transcript)
        // What it did not show before is a change.
        check(
            known.replacing("reads 50 > read\n1050 ended\n", with: "reads 40 > adopt 40\n") + "1051 own 40\n1060 reads 50 > adopt 50",
            transcript)
    }

    @Test func ratiosOfALogarithmicScaleAreCompared() {
        var traits = TargetRules.Traits()
        (traits.halfStep, traits.halfRatio) = (0, 1.0034)
        #expect(traits.isSame(20, 20.05) && traits.isSame(20000, 19950) && traits.isSame(-20, -20.05) && traits.isSame(0, 0))
        #expect(!traits.isSame(20, 21) && !traits.isSame(20, -20) && !traits.isSame(0, 0.001) && !traits.isSame(-.infinity, -1))
    }

    @Test func aStreamThatWasThereKeepsItsValueOverAReloadAndTheNextOneIsSet() {
        check(
            """
            0 appears > read
            1 reads 100 1
            1 ended
            100 tick > adopt 100
            101 own 100
            200 goes
            300 appears > read
            301 reads 30 1
            301 ended
            400 tick > write 100
            """, RulesTranscript(.parameter, after: TargetRules.Legacy(wasPresent: true)))
    }

    @Test func aValueOnItsWayComesFirstEvenIfTheStreamWasThere() {
        check(
            """
            0 appears > read
            1 reads 100 1
            1 ended
            100 tick > write 50
            """, RulesTranscript(.parameter, after: TargetRules.Legacy(isWaiting: true, wasPresent: true)))
    }

    @Test func whatAPeerHasShownOutlastsAReload() {
        var transcript = Self.silent
        _ = transcript.play("0 appears\n100 tick\n200 touch\n300 reads 90")
        check("0 appears\n100 tick > adopt 90", RulesTranscript(acknowledges: false, isReadable: false, after: transcript.rules.legacy))
    }

    @Test func aReloadThatFollowsAtOnceKnowsWhatTheFirstOneKnew() {
        let legacy = TargetRules.Legacy(wasPresent: true, shown: 90)
        var transcript = RulesTranscript(acknowledges: false, isReadable: false, after: legacy)
        _ = transcript.play("0 appears\n50 tick")
        #expect(transcript.rules.legacy == legacy)
        _ = transcript.play("60 goes")
        #expect(transcript.rules.legacy == TargetRules.Legacy())
    }

    private static let console = RulesTranscript(acknowledges: false, keepsMoves: true)

    @Test func whatSomebodyMovedWhileAConsoleWasAwayIsWrittenWhenItIsBack() {
        check(
            """
            0 appears > read
            1 reads 50
            1 ended
            100 tick
            1000 lost 900
            2000 set 80
            5000 appears > read
            5001 reads 30
            5001 ended
            5100 tick > write 80
            """, Self.console)
    }

    @Test func whatNobodyMovedMeanwhileIsTakenFromTheConsole() {
        check(
            """
            0 appears > read
            1 reads 50
            1 ended
            100 tick
            500 set 60 > write 60
            1000 lost 900
            5000 appears > read
            5001 reads 30
            5001 ended
            5100 tick > adopt 30
            """, Self.console)
    }

    @Test func aMoveThatWasSentToADeadConsoleIsWrittenAgain() {
        check(
            """
            0 appears > read
            1 reads 50
            1 ended
            100 tick
            950 set 60 > write 60
            1000 lost 900
            5000 appears > read
            5001 reads 50
            5001 ended
            5100 tick > write 60
            """, Self.console)
        // What the console asked for in the end is no move of ours.
        check(
            """
            0 appears > read
            1 reads 50
            1 ended
            100 tick
            950 set 60 > write 60
            970 reads 90 > adopt 90
            971 own 90
            1000 lost 900
            5000 appears > read
            5001 reads 20
            5001 ended
            5100 tick > adopt 20
            """, Self.console)
    }

    @Test func aMoveBeforeAConsoleFirstComesIsWritten() {
        check("10 set 70\n1000 appears > read\n1001 reads 20\n1001 ended\n1100 tick > write 70", Self.console)
        // It goes again before its first 100 ms are over.
        check(
            "10 set 70\n1000 appears > read\n1001 ended\n1050 lost 0\n2000 appears > read\n2000 ended\n2100 tick > write 70", Self.console)
        #expect(Self.console.rules.legacy.isWaiting == false)
        var moved = Self.console
        _ = moved.play("10 set 70")
        #expect(moved.rules.legacy.isWaiting)
    }

    @Test func aSecondEchoOfOneSetIsAnEchoToo() {
        check(
            """
            0 appears
            100 tick
            200 set 60 > write 60
            220 set 70 > write 70
            300 reads 60
            450 reads 60
            500 reads 70
            """, Self.silent)
    }

    @Test func whatWaitsForTheFingerIsOverOnceThePeerShowsWhatItWasSet() {
        check(
            """
            0 appears
            100 tick
            200 set 60 > write 60
            210 touch
            220 reads 90
            300 reads 60
            400 release
            """, Self.silent)
    }

    @Test func whatThePeerAskedForBeforeAReloadIsNotWrittenBack() {
        var transcript = Self.silent
        _ = transcript.play("0 appears\n100 tick\n300 reads 90 > adopt 90")
        check(
            """
            0 appears
            20 reads 91
            50 own 90
            100 tick > adopt 91
            """, RulesTranscript(acknowledges: false, isReadable: false, after: transcript.rules.legacy))
    }

    /// Rules of a target at which a button held 80 when the daemon was killed; before that it was 50.
    private static func held(acknowledges: Bool = true, isReadable: Bool = true) -> RulesTranscript {
        var transcript = RulesTranscript(acknowledges: acknowledges, isReadable: isReadable)
        transcript.rules.leftHeld = 80
        return transcript
    }

    @Test func whatAButtonHeldAtAKillGoesBackIfItIsStillShown() {
        check("0 appears > read\n10 reads 80\n10 ended\n100 tick > write 50", Self.held())
        check("0 appears > read\n120 tick\n130 reads 80 > write 50", Self.held())
        check("0 appears > read\n10 reads 70\n10 ended\n100 tick > adopt 70\n101 own 70\n200 reads 80 > adopt 80", Self.held())
        check("0 appears > read\n10 reads 50\n10 ended\n100 tick\n200 reads 80 > adopt 80", Self.held())
        check("0 set 60\n1 appears > read\n10 reads 80\n10 ended\n101 tick > adopt 80", Self.held())
    }

    @Test func aTargetThatSaysNothingCountsAsShowingWhatWasHeld() {
        check("0 appears\n100 tick > write 50", Self.held(acknowledges: false, isReadable: false))
        check("0 appears\n20 reads 70\n100 tick > adopt 70", Self.held(acknowledges: false, isReadable: false))
    }
}
