import Testing

@testable import FaderTargets

/// When a value is written that the target may show already.
struct AskedRulesTests {
    private func check(_ script: String, _ transcript: RulesTranscript, _ place: SourceLocation = #_sourceLocation) {
        var transcript = transcript
        #expect(transcript.play(script) == script, sourceLocation: place)
    }

    private static var program: RulesTranscript {
        RulesTranscript(.parameter, isReadable: false, showsWhatSucceeded: true)
    }

    @Test func whatSomebodySetsIsWrittenEvenIfItIsShown() {
        check(
            """
            0 appears > read
            1 reads 50
            1 ended
            100 tick
            200 set 50
            300 ask 50 > write 50
            """, RulesTranscript())
    }

    @Test func aSetWaitsForTheWriteThatIsUnderWayAndIsNotLost() {
        check(
            """
            0 appears
            1 shows 50
            100 tick
            200 ask 50 > write 50
            210 ask 50
            215 set 50
            300 done > write 50
            400 done
            """, Self.program)
    }

    @Test func aSetDuringTheQuietIsWrittenAfterIt() {
        check(
            """
            0 appears
            1 shows 50
            10 ask 50
            100 tick > write 50
            """, Self.program)
    }

    @Test func aProgramShowsWhatItLastSucceededWith() {
        check(
            """
            0 appears
            1 shows 50
            100 tick
            200 set 50
            300 set 60 > write 60
            400 done
            500 set 60
            600 set 50 > write 50
            """, Self.program)
    }

    @Test func aProgramIsRunAtTheStartIfItLastSucceededWithAnotherValue() {
        check(
            """
            0 appears
            1 shows 49
            100 tick > write 50
            """, Self.program)
    }

    @Test func whatAFailedProgramShowsIsNotKnown() {
        check(
            """
            0 appears
            1 shows 50
            100 tick
            300 set 60 > write 60
            400 failed
            600 set 60 > write 60
            """, Self.program)
    }

    @Test func backToTheValueThatIsOnItsWayNeedsNoOtherWrite() {
        check(
            """
            0 appears
            1 shows 50
            100 tick
            200 set 60 > write 60
            210 set 70
            220 set 60
            300 done
            """, Self.program)
    }

    @Test func aKnownCircleIsEndedAtItsThirdChange() {
        check(
            """
            0 appears
            1 shows 50
            100 tick
            200 set 1 > write 1
            210 led 2 1
            220 done > write 2
            230 led 1 1 2
            240 done > write 1
            250 led 2 1 2 1 > circle 1 2 1 2
            260 done
            300 hand 3 > write 3
            """, Self.program)
    }

    @Test func stepsThatShrinkAreNoCircle() {
        check(
            """
            0 appears
            1 shows 50
            100 tick
            200 set 100 > write 100
            210 led 50 100
            220 done > write 50
            230 led 25 100 50
            240 done > write 25
            250 led 12 100 50 25
            260 done > write 12
            270 led 12 100 50 25 12
            280 done
            """, Self.program)
    }

    /// One client begins, another answers each write.
    private static let circle = """
        0 appears
        100 tick
        1000 by 1 me > write 1
        1040 by 2 it
        1059 tick
        1060 tick > write 2
        1100 by 1 it
        1349 tick
        1350 tick > write 1

        """

    @Test func aCircleThroughAClientIsEndedAndWhoeverSetsItNextBeginsAnew() {
        check(
            Self.circle + """
                1390 by 2 it > circle 1 2 1 2
                9000 tick
                9001 by 3 me > write 3
                9041 by 4 it
                9061 tick > write 4
                """, RulesTranscript(acknowledges: false, isReadable: false))
    }

    @Test func whatWaitsIsWrittenAtOnceIfSomethingElseIsSetMeanwhile() {
        check(
            Self.circle.split(separator: "\n").dropLast(2).joined(separator: "\n") + """

                1200 by 5 it > write 1
                1220 tick > write 5
                1260 by 6 it > write 6
                """, RulesTranscript(acknowledges: false, isReadable: false))
    }
}
