import FaderConfig
import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("What can be wrong with a taper")
struct TaperTests {
    @Test("the named tapers")
    func names() throws {
        let read = try configuration(
            parameters(
                "a: {taper: linear}\nb: {min: 1, max: 2, taper: log}\nc: {min: -8, max: -2, taper: log}\nd: {min: -90, max: 10, taper: audio}"
            ))
        #expect(read.parameters.map(\.taper) == [.linear, .log, .log, .audio])
    }

    @Test("an unknown taper is reported with the one that was meant")
    func unknown() {
        expect(
            parameters("a: {taper: 1️⃣lineer}\nb: {taper: 2️⃣[0, 1]}\nc: {taper: 3️⃣{4️⃣point: []}}"),
            [
                "1️⃣ error: taper must be one of linear, log, audio; found \"lineer\"; did you mean \"linear\"?",
                "2️⃣ error: expected linear, log, audio or {points: [[0, MIN], …, [1, MAX]]}, found a list",
                "3️⃣ error: a taper of this form needs points: {points: [[0, MIN], …, [1, MAX]]}",
                "4️⃣ error: unknown key \"point\" in a taper; did you mean \"points\"?",
            ])
    }

    @Test("a log taper needs a range on one side of zero")
    func log() {
        let rule = "error: a log taper needs min and max on one side of 0, neither of them 0; the range is"
        expect(
            parameters("a: {taper: 1️⃣log}\nb: {min: -1, max: 1, taper: 2️⃣log}\nc: {min: -1, max: 0, taper: 3️⃣log}"),
            ["1️⃣ \(rule) 0…1", "2️⃣ \(rule) -1…1", "3️⃣ \(rule) -1…0"])
        expect(
            parameters("a: {min: 1e200, max: 1.0000000005e200, taper: 1️⃣log}"),
            ["1️⃣ error: the range is too narrow for a log taper: the steps of a fader could not be told apart"])
    }

    @Test("an audio taper needs a range in decibels")
    func audio() {
        expect(
            parameters("a: {min: -151, max: 6, taper: 1️⃣audio}\nb: {min: 0, max: 100, taper: 2️⃣audio}\nc: {max: 1e-12, taper: 3️⃣audio}"),
            [
                "1️⃣ error: an audio taper is in decibels: min and max must lie within -150…50",
                "2️⃣ error: an audio taper is in decibels: min and max must lie within -150…50",
                "3️⃣ error: the range is too narrow for an audio taper: it must span 0.001 dB at least",
            ])
    }

    @Test("points span the range and rise in both directions")
    func points() {
        expect(
            parameters(
                """
                a: {max: 9, taper: {points: [1️⃣[0.1, 0], 2️⃣[1, 8]]}}
                b: {max: 9, taper: {points: [[0, 0], [0.5, 4], 3️⃣[0.5, 5], 4️⃣[0.7, 5], [1, 9]]}}
                c: {max: 9, taper: {points: [[0, 0], 5️⃣[0.5, 10], 6️⃣[1, 9]]}}
                """),
            [
                "1️⃣ error: the first point must be [0, 0], position 0 and min",
                "2️⃣ error: the last point must be [1, 9], position 1 and max",
                "3️⃣ error: positions must rise from point to point",
                "4️⃣ error: values must rise from point to point",
                "6️⃣ error: values must rise from point to point",
            ])
    }

    @Test("points too flat or too near for a fader to tell apart are refused")
    func flatPoints() {
        expect(
            parameters(
                """
                a: {max: 9, taper: {points: [[0, 0], [0.5, 4], 1️⃣[0.6, 4.000000000001], [1, 9]]}}
                b: {max: 9, taper: {points: [[0, 0], 2️⃣[1e-12, 4], [1, 9]]}}
                """),
            [
                "1️⃣ error: the taper is too flat up to here: the steps of a fader could not be told apart",
                "2️⃣ error: the position is too near to the one before",
            ])
    }

    @Test("points have the form of pairs")
    func pointForms() {
        let many = (0...256).map { "[\(Double($0) / 256), \(Double($0) / 256)]" }.joined(separator: ", ")
        expect(
            parameters(
                """
                a: {taper: {points: 1️⃣[[0, 0]]}}
                b: {taper: {points: [[0, 0], 2️⃣[1], 3️⃣1, [4️⃣x, 5️⃣y], [6️⃣2, 1]]}}
                c: {taper: {points: 7️⃣none}}
                d: {taper: {points: 8️⃣[\(many)]}}
                """),
            [
                "1️⃣ error: points must be a list of 2…256 pairs [POSITION, VALUE], found 1",
                "2️⃣ error: expected a pair [POSITION, VALUE], found a list",
                "3️⃣ error: expected a pair [POSITION, VALUE], found \"1\"",
                "4️⃣ error: expected a number for the position, found \"x\"",
                "5️⃣ error: expected a number for the value, found \"y\"",
                "6️⃣ error: a position is 0…1, found 2",
                "7️⃣ error: points must be a list of 2…256 pairs [POSITION, VALUE], found \"none\"",
                "8️⃣ error: points must be a list of 2…256 pairs [POSITION, VALUE], found 257",
            ])
    }

    @Test("the form of a taper is checked even where the range is wrong")
    func withoutRange() {
        expect(
            parameters("a: {min: 1️⃣2, max: 2, taper: 2️⃣lgo, default: 3️⃣x, step: 4️⃣-1}"),
            [
                "1️⃣ error: min and max are both 2",
                "2️⃣ error: taper must be one of linear, log, audio; found \"lgo\"; did you mean \"log\"?",
                "3️⃣ error: expected a number for default, found \"x\"",
                "4️⃣ error: step cannot be negative; 0 is continuous",
            ])
    }

    @Test(
        "for every accepted range and taper, a 14-bit fader returns to each of its positions",
        arguments: [
            "min: -70, max: 6", "min: 1e12, max: 1000000000233", "min: -1e12, max: -999999999767", "max: 1e300", "max: 1e-270",
            "min: -8e307, max: 8e307", "min: 1, max: 1.00000000024, taper: log", "min: 1e200, max: 1.00000011e200, taper: log",
            "min: 1e-300, max: 1e300, taper: log", "min: -1e300, max: -1e-300, taper: log", "min: -150, max: 50, taper: audio",
            "min: 0, max: 0.001, taper: audio", "min: -149.999, max: -149.998, taper: audio",
            "max: 9, taper: {points: [[0, 0], [0.5, 8.9999999989], [1, 9]]}",
            "max: 9, taper: {points: [[0, 0], [0.5, 0.0000000011], [1, 9]]}",
            "max: 9, taper: {points: [[0, 0], [0.00000000024, 8], [1, 9]]}",
            "max: 9, taper: {points: [[0, 0], [0.99999999976, 1], [1, 9]]}",
            "min: -8e307, max: 8e307, taper: {points: [[0, -8e307], [0.00000000024, 7e307], [1, 8e307]]}",
        ])
    func limitsAreRight(keys: String) throws {
        let spec = try #require(try configuration(parameters("a: {\(keys)}")).parameters.first)
        let scale = ValueText(spec)
        let lost = (UInt32(0)...16383).filter { raw in
            let value = scale.value(at: Position(raw: raw, of: 16383))
            return scale.position(of: value).raw(of: 16383) != raw
        }
        #expect(lost == [])
    }
}
