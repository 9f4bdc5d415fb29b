import Testing

@testable import FaderTargets

/// A change at the target ends a fade, whatever is on its way there; what the target says of the fade's own writes does not.
struct FadeRulesTests {
    private static let lamp = RulesTranscript(acknowledges: false, isReadable: false)

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
}
