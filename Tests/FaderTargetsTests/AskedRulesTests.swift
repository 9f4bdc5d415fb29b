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

    /// A program may set the very value with which it was run.
    @Test func theValueThatIsOnItsWayIsNotWrittenAgain() {
        check(
            """
            0 appears
            1 shows 50
            100 tick
            200 set 60 > write 60
            210 ask 60
            300 done
            310 ask 60 > write 60
            """, Self.program)
    }
}
