import Testing

@testable import FaderTargets

/// A change at the target ends a fade, whatever is on its way there; what the target says of the fade's own writes does not.
struct FadeRulesTests {
    private func check(_ script: String, _ transcript: RulesTranscript = RulesTranscript(), _ place: SourceLocation = #_sourceLocation) {
        var transcript = transcript
        #expect(transcript.play(script) == script, sourceLocation: place)
    }

    private static let lamp = RulesTranscript(acknowledges: false, isReadable: false)

    /// A fade that has written 10 … 14, each read before the next write and after it, and writes 15.
    private static let fade = """
        0 appears > read
        10 reads 50
        10 ended
        100 tick
        1000 fade 10 > read, write 10
        1001 reads 50
        1001 ended
        1002 done
        1006 tick > read
        1007 reads 10
        1007 ended
        1020 fade 11 > read, write 11
        1021 reads 10
        1021 ended
        1022 done
        1026 tick > read
        1027 reads 11
        1027 ended
        1040 fade 12 > read, write 12
        """

    @Test func aChangeThatIsReadBeforeTheWriteThatReplacesItIsWrittenAgain() {
        check(
            Self.fade + """

                1041 reads 70 > adopt 70
                1041 ended
                1042 done
                1043 own 70
                1060 tick > write 70
                1061 done > read
                1062 reads 70
                1062 ended
                """)
    }

    @Test func aChangeBetweenTwoWritesIsNotWrittenAgain() {
        check(
            Self.fade + """

                1041 reads 11
                1041 ended
                1042 done
                1046 tick > read
                1047 reads 70 > adopt 70
                1047 ended
                1048 own 70
                1080 noticed > read
                1081 reads 70
                1081 ended
                """)
    }

    @Test func aStepThatComesBeforeTheChangeIsAcceptedIsReplaced() {
        check(
            Self.fade + """

                1041 told 70 > adopt 70
                1042 fade 13
                1043 own 70
                1044 done
                1045 reads 12
                1045 ended
                1060 tick > write 70
                """)
    }

    @Test func whatTheTargetTellsOfTheFadeItselfIsNoChange() {
        check(Self.fade + "\n1041 told 12\n1041 told 11\n1042 reads 11\n1042 ended")
    }

    @Test func whatAHandMovesIsNoFade() {
        check(
            """
            0 appears > read
            0 ended
            100 tick
            1000 touch
            1001 set 10 > write 10
            1002 done > read
            1002 ended
            1020 set 20
            1021 tick > write 20
            1021 reads 70
            1022 done > read
            """)
    }

    /// What the rules adopt during a fade of a lamp from 10 in steps of 2, of which `says` gives the readings after each write, and what they do
    /// with the last reading.
    private func said(steps: Int = 20, _ says: (Int, Int) -> [(Int, Double)], then last: String) -> String {
        var transcript = Self.lamp
        _ = transcript.play("0 appears\n100 tick")
        var answers: [(at: Int, value: Double)] = []
        var adopted = ""
        for step in 0..<steps {
            let now = 1000 + step * 100
            for answer in answers where answer.at < now { adopted += Self.adopting(transcript.play("\(answer.at) reads \(answer.value)")) }
            answers.removeAll { $0.at < now }
            _ = transcript.play("\(now) fade \(10 + step * 2)")
            answers += says(now, 10 + step * 2)
        }
        return adopted + transcript.play("\(1000 + steps * 100 - 20) reads \(last)")
    }

    private static func adopting(_ played: String) -> String { played.contains("adopt") ? played + "; " : "" }

    @Test func oneMessageEndsAFadeOfALampThatAnswers() {
        for value in ["5", "90", "21"] {
            #expect(said({ [($0 + 10, Double($1))] }, then: value) == "2980 reads \(value) > adopt \(value)")
        }
        #expect(said({ [($0 + 10, Double($1))] }, then: "48") == "2980 reads 48")
    }

    @Test func oneMessageEndsAFadeOfALampThatSaysNothing() {
        for value in ["5", "90", "21"] { #expect(said({ _, _ in [] }, then: value) == "2980 reads \(value) > adopt \(value)") }
    }

    @Test func aLampThatRoundsOrIsLateEndsNoFade() {
        #expect(said({ [($0 + 10, Double($1 / 5 * 5))] }, then: "45") == "2980 reads 45")
        #expect(said({ [($0 + 310, Double($1))] }, then: "44") == "2980 reads 44")
        #expect(said({ [($0 + 310, Double($1) + 0.7)] }, then: "42.7") == "2980 reads 42.7")
        #expect(said({ [($0 + 1210, Double($1))] }, then: "24") == "2980 reads 24")
        // One that is far off was changed.
        #expect(said({ [($0 + 10, Double($1 / 5 * 5))] }, then: "90") == "2980 reads 90 > adopt 90")
    }

    @Test func whatALampSaysLastCountsWhenTheFadeIsOver() {
        check(
            """
            0 appears
            100 tick
            1000 fade 10 > write 10
            1100 fade 12 > write 12
            1200 fade 14 > write 14
            1250 reads 13
            2200 tick > adopt 13
            """, Self.lamp)
    }

    @Test func whatALampSaysLateOfAnEndedFadeIsNoChange() {
        check(
            """
            0 appears
            100 tick
            1000 fade 10 > write 10
            1100 fade 12 > write 12
            1200 fade 14 > write 14
            1300 set 30 > write 30
            2300 reads 12
            2400 reads 14
            2500 reads 30
            """, Self.lamp)
    }

    @Test func aFadeSoonAfterAnotherIsWatchedFromItsFirstWriteOn() {
        check(
            """
            0 appears
            100 tick
            1000 fade 10 > write 10
            1100 fade 12 > write 12
            2600 fade 20 > write 20
            2700 fade 22 > write 22
            2750 reads 21
            """, Self.lamp)
    }

    @Test func whatWasUnclearIsForgottenWhenSomebodySetsTheParameter() {
        check(
            """
            0 appears
            100 tick
            1000 fade 10 > write 10
            1100 fade 12 > write 12
            1150 reads 11
            1200 set 12
            1300 fade 12
            3400 tick
            """, Self.lamp)
    }

    @Test func whatComesBackAfterAnInterruptedFadeIsNoChange() {
        check(
            """
            0 appears
            100 tick
            1000 fade 10 > write 10
            1100 fade 12 > write 12
            1150 reads 90 > adopt 90
            1160 own 90 > write 90
            2300 reads 12
            2400 reads 90
            """, Self.lamp)
    }
}
