import Testing

@testable import FaderTargets

/// The rules of a target, each as a transcript.
struct TargetRulesTests {
    private func check(_ script: String, _ transcript: RulesTranscript = RulesTranscript(), _ place: SourceLocation = #_sourceLocation) {
        var transcript = transcript
        #expect(transcript.play(script) == script, sourceLocation: place)
    }

    private static let bound = """
        0 appears > read
        1 reads 50
        1 ended
        100 tick

        """

    @Test func oneSetIsInFlightAndTheNewestValueWaits() {
        check(
            Self.bound + """
                200 set 51 > write 51
                205 set 52
                230 set 53
                240 done > write 53
                250 done > read
                251 reads 53
                251 ended
                """)
    }

    @Test func setsKeepADistanceAndTheLastValueArrives() {
        check(
            Self.bound + """
                200 set 51 > write 51
                201 done > read
                202 reads 51
                202 ended
                205 set 52
                210 set 53
                219 tick
                220 tick > write 53
                """)
    }

    @Test func readingsAreIgnoredUntilTheAnswerAndThenReadOnce() {
        check(
            Self.bound + """
                200 set 60 > write 60
                201 noticed
                202 reads 50
                203 done > read
                203 noticed
                204 reads 60
                204 ended
                """)
    }

    @Test func manyChangesAtOnceAreReadAFewTimes() {
        check(
            Self.bound + """
                200 noticed > read
                201 reads 51 > adopt 51
                201 ended
                201 noticed
                202 noticed
                204 tick
                205 tick > read
                """)
    }

    @Test func whatItShowsAlreadyIsNotWritten() { check(Self.bound + "200 set 50") }

    @Test func withinHalfAStepIsAnEcho() {
        check(
            Self.bound + """
                200 set 60 > write 60
                201 done > read
                202 reads 60.4
                202 ended
                """)
    }

    @Test func aForeignChangeSetsTheParameterAndIsNotWrittenBack() {
        check(
            Self.bound + """
                200 noticed > read
                201 reads 70 > adopt 70
                201 ended
                203 own 70
                """)
    }

    @Test func aForeignValueBeyondTheRangeIsNotWrittenBack() {
        check(
            Self.bound + """
                200 noticed > read
                201 reads 150 > adopt 150
                201 ended
                203 own 100
                300 noticed > read
                301 reads 150
                301 ended
                """)
    }

    @Test func aHandThatWroteMeanwhileWinsOverAnOlderForeignChange() {
        check(
            Self.bound + """
                200 noticed > read
                201 reads 70 > adopt 70
                201 ended
                202 set 55 > write 55
                203 own 70
                204 done
                222 tick > write 70
                """)
    }

    @Test func aDeviceKeepsItsValueAtTheStart() {
        check(
            """
            0 appears > read
            1 reads 30
            1 ended
            100 tick > adopt 30
            101 own 30
            """)
    }

    @Test func aDeviceGetsAValueThatWasOnItsWayWhenTheRulesChanged() {
        check(
            """
            0 appears > read
            1 reads 30
            1 ended
            100 tick > write 50
            101 done > read
            102 reads 50
            102 ended
            150 goes
            1000 appears > read
            1001 reads 30
            1001 ended
            1100 tick > adopt 30
            """, RulesTranscript(after: TargetRules.Legacy(isWaiting: true)))
    }

    @Test func aValueIsOnItsWayUntilItIsAcknowledged() {
        func isWaiting(_ script: String) -> Bool {
            var transcript = RulesTranscript()
            _ = transcript.play(Self.bound + script)
            return transcript.rules.isWaiting
        }
        #expect(!isWaiting(""))
        #expect(isWaiting("200 set 51"))
        #expect(!isWaiting("200 set 51\n201 done"))
        #expect(isWaiting("200 set 51\n201 done\n202 set 52"))
        #expect(isWaiting("200 appears\n210 set 52"))
        #expect(!isWaiting("200 set 51\n210 goes"))
    }

    @Test func aDeviceThatAgreesIsLeftAlone() { check(Self.bound + "200 tick") }

    @Test func anAppGetsTheParametersValueOnceItWasEverSet() {
        check(
            """
            0 appears > read
            1 reads 100
            1 ended
            100 tick > write 50
            """, RulesTranscript(.parameter))
    }

    @Test func anAppWhoseParameterWasNeverSetKeepsItsOwn() {
        check(
            """
            0 appears > read
            1 reads 100
            1 ended
            100 tick > adopt 100
            """, RulesTranscript(.parameter, isChosen: false))
    }

    @Test func theFirstReadingOfPipeWireIsNotBelieved() {
        check(
            """
            0 appears > read
            1 reads 0
            1 ended
            7 noticed > read
            8 reads 80
            8 ended
            100 tick > adopt 80
            """)
    }

    @Test func nothingIsSetInTheQuietAndAHandInItWins() {
        check(
            """
            0 appears > read
            1 reads 30
            1 ended
            50 set 60
            100 tick > write 60
            """)
    }

    @Test func anAbsentTargetIsNotWrittenTo() {
        check(
            Self.bound + """
                150 goes
                160 set 10
                1000 appears > read
                1001 reads 40
                1001 ended
                1100 tick > adopt 40
                """)
    }

    @Test func anAbsentAppGetsTheNewestValueWhenItComesBack() {
        check(
            """
            0 set 10
            1000 appears > read
            1001 reads 100
            1001 ended
            1100 tick > write 10
            """, RulesTranscript(.parameter))
    }

    @Test func aForeignChangeWaitsForTheFingerToLeave() {
        check(
            Self.bound + """
                200 touch
                201 set 51 > write 51
                202 done > read
                203 reads 51
                203 ended
                210 noticed > read
                211 reads 70
                211 ended
                300 release > adopt 70
                """)
    }

    @Test func aHandThatMovesOnDropsTheForeignChangeThatWaits() {
        check(
            Self.bound + """
                200 touch
                210 noticed > read
                211 reads 70
                211 ended
                220 set 52 > write 52
                221 done > read
                222 reads 52
                222 ended
                300 release
                """)
    }

    @Test func aSetGoesToAllMembersAndOneThatDiffersIsTold() {
        var transcript = RulesTranscript(.parameter)
        let script = """
            0 appears > read
            1 reads 10 1
            1 reads 20 2
            1 ended
            100 tick > write 50
            101 done > read
            102 reads 50 1
            102 reads 50 2
            102 ended
            200 noticed > read
            201 reads 50 1
            201 reads 80 2 > adopt 80
            201 ended
            202 own 80
            """
        #expect(transcript.play(script) == script)
        #expect(transcript.rules.isDivided)
        // The member that was not changed is not a foreign change when it is read again.
        let after = """
            300 noticed > read
            301 reads 50 1
            301 reads 80 2
            301 ended
            310 left 1
            """
        #expect(transcript.play(after) == after)
        #expect(!transcript.rules.isDivided)
    }

    @Test func aSetThatFailsIsReadAgainAndNotRepeated() {
        check(
            Self.bound + """
                200 set 60 > write 60
                201 failed > read
                202 reads 50 > adopt 50
                202 ended
                """)
    }

    @Test func anAnswerThatCameTooLateChangesNothing() {
        check(
            Self.bound + """
                200 set 60 > write 60
                210 goes
                211 done
                211 reads 3
                """)
    }

    @Test func withoutAcknowledgementsWhatWasSentIsAnEchoForAMoment() {
        check(
            """
            0 appears
            100 tick
            200 set 51 > write 51
            220 set 60 > write 60
            225 reads 51
            230 reads 60
            500 reads 51 > adopt 51
            """, RulesTranscript(acknowledges: false, isReadable: false))
    }

    @Test func theEchoOfAnOlderSetDoesNotStandInTheWayOfTheNewest() {
        check(
            """
            0 appears
            100 tick
            200 set 1 > write 1
            240 set 0 > write 0
            260 reads 1
            280 set 1 > write 1
            300 reads 0
            340 reads 1
            """, RulesTranscript(acknowledges: false, isReadable: false))
    }

    @Test func silenceIsAnEchoOfSilence() {
        check(
            """
            0 appears
            100 tick
            200 set -inf > write -inf
            220 set -20 > write -20
            240 reads -inf
            260 reads -20
            500 reads -inf > adopt -inf
            510 reads -inf
            """, RulesTranscript(acknowledges: false, isReadable: false))
    }

    @Test func aConsoleThatIsHeardOnlyLaterKeepsItsValue() {
        check(
            """
            0 appears
            100 tick
            900 reads 20 > adopt 20
            """, RulesTranscript(acknowledges: false, isReadable: false))
    }

    @Test func notANumberIsIgnored() { check(Self.bound + "200 noticed > read\n201 reads nan\n201 ended") }

    @Test func aLoopIsSlowedDown() {
        var transcript = RulesTranscript()
        _ = transcript.play(Self.bound)
        var (writes, now, isUp) = (0, 200, false)
        // Another program answers every set by moving the value back, and moves the parameter up again.
        while now < 60_000 {
            isUp.toggle()
            var isWritten = transcript.play("\(now) set \(isUp ? 60 : 61)").contains("write")
            while !isWritten {
                now += 10
                isWritten = transcript.play("\(now) tick").contains("write")
            }
            writes += 1
            now += 5
            _ = transcript.play("\(now) done\n\(now) reads 40\n\(now) ended\n\(now) own 40")
            now += 25
        }
        #expect(writes < 40, "without the rule it is 2,000")
        // Nothing is lost: the newest value waits, and is finally set.
        let last = transcript.play("\(now) set 77\n\(now + 60_000) tick")
        #expect(last.hasSuffix("write 77"))
    }
}
