import FaderConfig
import FaderConsole
import FaderValues
import Testing

@Suite("What can be wrong with a parameter")
struct ParameterTests {
    @Test("a number that is not finite is always refused", arguments: [".inf", "-.inf", ".nan", "nan", "inf", "-Infinity", "1e999"])
    func notFinite(text: String) {
        for key in ["min", "max", "default", "step", "decimals"] where key != "min" || text != "-.inf" {
            expect(parameters("a: {\(key): 1️⃣\(text)}"), ["1️⃣ error: \(key) must be a finite number, found \"\(text)\""])
        }
    }

    @Test("min above max reverses the travel of numbers and integers")
    func turned() throws {
        let read = try configuration(
            parameters(
                """
                a: {min: 8, max: 0}
                b: {kind: integer, min: 8, max: 2}
                c: {min: 10, max: 2, taper: {points: [[0, 10], [0.25, 4], [1, 2]]}}
                d: {min: 100, max: 20, format: {words: {min: deep, middle: half, max: high}}}
                e: {min: 6, max: -90, taper: audio}
                f: {min: 1000, max: 10, taper: log}
                """))
        #expect(read.parameters.map(\.isTurned) == [true, true, true, true, true, true])
        #expect(read.parameters.map(\.minimum) == [0, 2, 2, 20, -90, 10])
        #expect(read.parameters.map(\.maximum) == [8, 8, 10, 100, 6, 1000])
        #expect(read.parameters.map(\.defaultValue) == [0, 8, 10, 100, 0, 1000])
        #expect(read.parameters[3].format.words.map(\.value) == [100, 60, 20])
        #expect(ValueText(read.parameters[2]).value(at: Position(0.25)) == 4)
    }

    @Test("a unit cannot be taken for the end of a number")
    func units() throws {
        let units = ["%", "m3", "1/s", "x 10", "e", "°"]
        let read = try configuration(parameters(units.enumerated().map { "p\($0): {unit: \"\($1)\"}" }.joined(separator: "\n")))
        #expect(read.parameters.map(\.unit) == units)
    }

    @Test("there can be 65,535 parameters and not one more")
    func tooMany() {
        let lines = (0..<65_536).map { "  p\($0):\n" }.joined()
        let told = read("version: 1\nparameters:\n" + lines).diagnostics
        #expect(told.map(\.headline) == ["desk.yaml:65538:3: error: more than 65535 parameters"])
    }
}
