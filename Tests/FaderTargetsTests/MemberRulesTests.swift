import Testing

@testable import FaderTargets

/// The rules for members that join and leave, each as a transcript.
struct MemberRulesTests {
    private func check(_ script: String, _ transcript: RulesTranscript, _ place: SourceLocation = #_sourceLocation) {
        var transcript = transcript
        #expect(transcript.play(script) == script, sourceLocation: place)
    }

    @Test func aMemberThatJoinsHoldsUpNoSetAndIsSetAfterItsQuiet() {
        check(
            """
            0 appears > read
            1 reads 50 1
            1 ended
            100 tick
            200 joined 2
            201 noticed > read
            202 reads 50 1
            202 reads 0 2
            202 ended
            250 set 60 > write 60
            251 done > read
            252 reads 60 1
            252 reads 90 2
            252 ended
            300 tick > write 60 to 2
            """, RulesTranscript(.parameter))
    }

    @Test func aMemberThatJoinsIsSetAloneAndTheOthersKeepWhatSomebodyGaveThem() {
        check(
            """
            0 appears > read
            1 reads 50 1
            1 ended
            100 tick
            200 noticed > read
            201 reads 150 1 > adopt 150
            201 ended
            202 own 100
            300 joined 2
            400 tick > write 100 to 2
            401 done > read
            402 reads 150 1
            402 reads 100 2
            402 ended
            500 set 100 > write 100
            """, RulesTranscript(.parameter))
    }

    @Test func aSetThatWaitsWithAMemberThatJoinsGoesToAll() {
        check(
            """
            0 appears > read
            1 reads 50 1
            1 ended
            100 tick
            200 joined 2
            290 set 60 > write 60
            295 done > read
            296 reads 60 1
            296 ended
            300 tick
            305 set 70
            310 tick > write 70
            311 done > read
            312 reads 70 1
            312 reads 70 2
            312 ended
            """, RulesTranscript(.parameter))
    }

    @Test func aMemberThatJoinsInTheQuietDoesNotMakeItLonger() {
        check(
            """
            0 appears > read
            1 reads 10 1
            1 ended
            90 joined 2
            100 tick > write 50
            101 done > read
            102 reads 50 1
            102 reads 0 2
            102 ended
            190 tick > write 50 to 2
            """, RulesTranscript(.parameter))
    }

    @Test func aMemberThatJoinsWhereNobodyEverChoseAValueKeepsItsOwn() {
        check(
            """
            0 appears > read
            1 reads 50 1
            1 ended
            100 tick > adopt 50
            200 joined 2
            300 tick > read
            301 reads 50 1
            301 reads 90 2 > adopt 90
            301 ended
            """, RulesTranscript(.parameter, isChosen: false))
    }

    @Test func whatAServerRestoresTooLateIsSetAgainAndAnyOtherValueIsAForeignChange() {
        let start = """
            0 appears > read
            1 reads 50 1
            1 ended
            100 tick
            1150 set 44 > write 44
            1151 done > read
            1152 reads 44 1
            1152 ended
            1180 set 86 > write 86
            1181 done > read
            1182 reads 86 1
            1182 ended
            1200 joined 2
            1300 tick > write 86 to 2
            1301 done > read
            1302 reads 86 1
            1302 reads 86 2
            1302 ended

            """
        func check(_ end: String) { self.check(start + end, RulesTranscript(.parameter)) }
        // It had 44 before.
        check("1400 noticed > read\n1401 reads 86 1\n1401 reads 44 2 > write 86 to 2\n1401 ended\n1410 done > read\n1411 reads 86 2")
        check("1400 noticed > read\n1401 reads 86 1\n1401 reads 45 2 > adopt 45\n1401 ended")
        // Only once: it is somebody else who goes on setting it.
        check(
            "1400 noticed > read\n1401 reads 86 1\n1401 reads 44 2 > write 86 to 2\n1401 ended\n1410 done > read\n1411 reads 44 2 > adopt 44"
        )
        // Another member, and this one a second later, were changed from outside.
        check("1400 noticed > read\n1401 reads 44 1 > adopt 44\n1401 reads 86 2\n1401 ended")
        check("2400 noticed > read\n2401 reads 86 1\n2401 reads 44 2 > adopt 44\n2401 ended")
    }

    private static let alone = """
        0 appears > read
        1 reads 100 1
        1 reads 100 2
        1 ended
        100 tick > adopt 100
        200 noticed > read
        201 reads 100 1

        """

    @Test func whenTheMemberLeavesThatTheParameterShowsTheLoudestOfTheOthersIsShown() {
        let transcript = RulesTranscript(.parameter, wanted: 100, isChosen: false)
        check(Self.alone + "201 reads 50 2 > adopt 50\n201 ended\n202 own 50\n300 left 2 > adopt 100", transcript)
        // Not when another one leaves, or one that is beyond the range.
        check(Self.alone + "201 reads 50 2 > adopt 50\n201 ended\n202 own 50\n300 left 1", transcript)
        check(Self.alone + "201 reads 150 2 > adopt 150\n201 ended\n202 own 100\n300 left 2", transcript)
    }

    @Test func aMemberThatLeavesTakesTheChangeWithItThatWaitsForTheFinger() {
        let transcript = RulesTranscript(.parameter, wanted: 100, isChosen: false)
        check(
            Self.alone.replacing("200 noticed", with: "150 touch\n200 noticed") + "201 reads 20 2\n201 ended\n210 left 2\n300 release",
            transcript)
    }

    @Test func aMemberThatLeavesBeforeItsQuietIsOverChangesNothing() {
        check(
            """
            0 appears > read
            1 reads 50 1
            1 ended
            100 tick
            200 joined 2
            250 left 2
            300 tick
            """, RulesTranscript(.parameter))
    }

    @Test func aStreamThatWasListenedToIsSetOrAdoptedAtOnce() {
        check(
            """
            0 heard 100 1 > write 50
            1 done > read
            2 reads 50 1
            2 ended
            300 heard 80 2 > write 50 to 2
            301 done > read
            302 reads 50 1
            302 reads 50 2
            302 ended
            400 heard 50 3
            """, RulesTranscript(.parameter))
        check(
            """
            0 heard 100 1 > adopt 100, read
            1 own 100
            2 reads 100 1
            2 ended
            """, RulesTranscript(.parameter, isChosen: false))
        check(
            """
            0 heard 50 1 > adopt 50, read
            1 reads 50 1
            1 ended
            2 touch
            3 heard 90 2
            4 release > adopt 90
            """, RulesTranscript(.parameter, isChosen: false))
    }

    @Test func manyMembersLeaveAtOnceAndTheLoudestOfTheOthersCounts() {
        check(
            """
            0 heard 50 1 > read
            1 reads 50 1
            1 ended
            2 heard 50 2
            3 heard 20 3 > write 50 to 3
            9 done > read
            10 reads 50 1
            10 reads 50 2
            10 reads 20 3 > adopt 20
            10 ended
            11 own 20
            12 left 3 1 > adopt 50
            """, RulesTranscript(.parameter))
    }
}
