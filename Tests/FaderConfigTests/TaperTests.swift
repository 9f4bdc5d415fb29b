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

    @Test("a taper has at most 256 points")
    func tooMany() {
        let many = (0...256).map { "[\(Double($0) / 256), \(Double($0) / 256)]" }.joined(separator: ", ")
        expect(
            parameters("a: {taper: {points: 1️⃣[\(many)]}}"),
            ["1️⃣ error: points must be a list of 2…256 pairs [POSITION, VALUE], found 257"])
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
