import FaderConfig
import FaderConsole
import FaderValues
import Testing

@Suite("What can be wrong with a parameter")
struct ParameterTests {
    @Test("an unknown key is reported with the one that was meant")
    func unknownKey() {
        expect(
            parameters("a: {1️⃣defualt: 0, 2️⃣colour: red}"),
            [
                "1️⃣ error: unknown key \"defualt\" in a parameter; did you mean \"default\"?",
                "2️⃣ error: unknown key \"colour\" in a parameter; did you mean \"color\"?",
            ])
        expect("version: 1\n1️⃣paramters: {}\n", ["1️⃣ error: unknown key \"paramters\" in a config; did you mean \"parameters\"?"])
    }

    @Test("a duplicate key is reported with the first one, in small and large blocks")
    func duplicates() {
        expect(
            parameters("a: {min: -1, 1️⃣min: -2}\n2️⃣a: {}"),
            [
                "1️⃣ error: duplicate key \"min\", first given at line 3, column 7",
                "2️⃣ error: duplicate key \"a\", first given at line 3, column 3",
            ])
        let many = (1...40).map { "p\($0): {}" }.joined(separator: "\n")
        expect(
            parameters(many + "\n1️⃣p3: {}\n2️⃣p40: {}"),
            [
                "1️⃣ error: duplicate key \"p3\", first given at line 5, column 3",
                "2️⃣ error: duplicate key \"p40\", first given at line 42, column 3",
            ])
    }

    @Test("a value of the wrong type is reported with what was found")
    func wrongTypes() {
        expect(
            parameters("a: 1️⃣[1]\nb: {min: 2️⃣low, label: 3️⃣[x], decimals: 4️⃣1.5, step: 5️⃣{}, unit: 6️⃣{a: b}}\nc: 7️⃣12"),
            [
                "1️⃣ error: expected the keys of a parameter, found a list",
                "2️⃣ error: expected a number for min, found \"low\"",
                "3️⃣ error: expected the label, found a list",
                "4️⃣ error: decimals must be a whole number 0…15, found \"1.5\"",
                "5️⃣ error: expected a number for step, found a block of keys; a text with braces must be put in quotes",
                "6️⃣ error: expected the unit, found a block of keys",
                "7️⃣ error: expected the keys of a parameter, found \"12\"",
            ])
    }

    @Test("a number written in another way is reported with the right spelling")
    func nearlyNumbers() {
        expect(
            parameters("a:\n  min: 1️⃣−70\n  max: 2️⃣\"6\"\n  default: 3️⃣-12 dB\n  step: 4️⃣0,5\n  decimals: 5️⃣0x2"),
            [
                "1️⃣ error: expected a number for min, found \"−70\"; did you mean \"-70\"?",
                "2️⃣ error: expected a number for max, found \"6\" in quotes; write 6 without quotes",
                "3️⃣ error: expected a number for default, found \"-12 dB\"; did you mean \"-12\"?",
                "4️⃣ error: expected a number for step, found \"0,5\"; did you mean \"0.5\"?",
                "5️⃣ error: expected a number for decimals, found \"0x2\"; write 2",
            ])
        expect(
            parameters("a: {step: 0,1️⃣5}"), ["1️⃣ error: unknown key \"5\" in a parameter; a number is written with a point, not a comma"])
    }

    @Test("a number that is not finite is always refused", arguments: [".inf", "-.inf", ".nan", "nan", "inf", "-Infinity", "1e999"])
    func notFinite(text: String) {
        for key in ["min", "max", "default", "step", "decimals"] where key != "min" || text != "-.inf" {
            expect(parameters("a: {\(key): 1️⃣\(text)}"), ["1️⃣ error: \(key) must be a finite number, found \"\(text)\""])
        }
    }

    @Test("min must not equal max, and may exceed it only if both are written")
    func minimumAndMaximum() {
        expect(
            parameters("a: {min: 1️⃣3, max: 3}\nb: {min: 2️⃣5}\nc: {max: 3️⃣-1}\nd: {min: 9, max: 1, default: 4️⃣10}"),
            [
                "1️⃣ error: min and max are both 3",
                "2️⃣ error: min 5 is not below max (1, as no max is given)",
                "3️⃣ error: min (0, as none is given) is not below max -1",
                "4️⃣ error: default 10 is outside the range 9…1",
            ])
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
        expect(
            parameters("a: {min: 9, max: 1, taper: {points: [1️⃣[0, 1], 2️⃣[1, 9]]}}"),
            [
                "1️⃣ error: the first point must be [0, 9], position 0 and min",
                "2️⃣ error: the last point must be [1, 1], position 1 and max",
                "2️⃣ error: values must fall from point to point, as min is above max",
            ])
    }

    @Test("a default, and a value with a word, below the lowest finite one is outside a range that ends in -inf")
    func belowTheLowest() {
        expect(
            parameters("a: {min: -inf, max: 10, taper: audio, default: 1️⃣-200}"),
            ["1️⃣ error: default -200 is outside the range -inf or -90…10"])
    }

    @Test("the default must lie within the range")
    func defaultWithinRange() {
        expect(
            parameters("a: {min: -70, max: 6, default: 1️⃣6.5}\nb: {default: 2️⃣-0.1}"),
            ["1️⃣ error: default 6.5 is outside the range -70…6", "2️⃣ error: default -0.1 is outside the range 0…1"])
    }

    @Test("a range that a double cannot divide into the steps of a fader is refused")
    func narrowRange() {
        expect(
            parameters(
                "a: {min: 1️⃣1e12, max: 1000000000001}\nb: {min: 2️⃣0, max: 5e-324}\nc: {min: 3️⃣-1.7e308, max: 1.7e308}\nd: {max: 1e-30}"),
            [
                "1️⃣ error: the range from min to max is too narrow: the steps of a fader could not be told apart",
                "2️⃣ error: the range from min to max is too narrow: the steps of a fader could not be told apart",
                "3️⃣ error: the range from min to max is too wide for a number",
            ])
    }

    @Test("a step must fit into the range")
    func steps() {
        expect(
            parameters("a: {step: 1️⃣-0.5}\nb: {step: 2️⃣1.5}\nc: {step: 3️⃣1e-12}\nd: {step: 1}\ne: {step: 0}"),
            [
                "1️⃣ error: step cannot be negative; 0 is continuous",
                "2️⃣ error: step 1.5 is larger than the range from min to max",
                "3️⃣ error: step 1e-12 is too small for the range; leave it out for a continuous parameter",
            ])
    }

    @Test("decimals are 0…15")
    func decimals() throws {
        expect(
            parameters("a: {decimals: 1️⃣16}\nb: {decimals: 2️⃣-1}\nc: {decimals: 0}\nd: {decimals: 15}"),
            [
                "1️⃣ error: decimals must be a whole number 0…15, found \"16\"",
                "2️⃣ error: decimals must be a whole number 0…15, found \"-1\"",
            ])
    }

    @Test("an invalid id is reported with a valid one")
    func badIDs() {
        let long = String(repeating: "x", count: 65)
        expect(
            parameters("1️⃣Master Out: {}\n2️⃣a..b: {}\n3️⃣\"\": {}\n4️⃣\(long): {}\n5️⃣größe: {}\na_b-c.9: {}"),
            [
                "1️⃣ error: \"Master Out\" cannot be a parameter id: lower-case words of a-z, 0-9, _ and - with dots between; did you mean \"master-out\"?",
                "2️⃣ error: \"a..b\" cannot be a parameter id: lower-case words of a-z, 0-9, _ and - with dots between",
                "3️⃣ error: \"\" cannot be a parameter id: lower-case words of a-z, 0-9, _ and - with dots between",
                "4️⃣ error: \"\(String(long.prefix(60)))…\" cannot be a parameter id: at most 64 bytes",
                "5️⃣ error: \"größe\" cannot be a parameter id: lower-case words of a-z, 0-9, _ and - with dots between",
            ])
    }

    @Test("labels and units are short lines without control characters")
    func texts() {
        let long = String(repeating: "x", count: 65)
        expect(
            parameters(
                "a: {label: 1️⃣\(long)}\nb: {label: 2️⃣\"a\\nb\"}\nc: {unit: 3️⃣\"\\e[31m\"}\nd: {label: 4️⃣\"\"}\ne: {unit: 5️⃣\(String(long.prefix(17)))}\nf: {unit: \"\"}"
            ),
            [
                "1️⃣ error: the label is longer than 64 characters",
                "2️⃣ error: the label cannot contain line breaks or control characters",
                "3️⃣ error: the unit cannot contain line breaks or control characters",
                "4️⃣ error: expected the label, found an empty text",
                "5️⃣ error: the unit is longer than 16 characters",
            ])
    }

    @Test("a unit cannot be taken for the end of a number")
    func units() throws {
        expect(
            parameters("a: {unit: 1️⃣2}\nb: {unit: 2️⃣\" dB\"}\nc: {unit: 3️⃣e5}\nd: {unit: 4️⃣\".5\"}"),
            [
                "1️⃣ error: the unit \"2\" could be mistaken for part of a number", "2️⃣ error: the unit begins or ends with a space",
                "3️⃣ error: the unit \"e5\" could be mistaken for part of a number",
                "4️⃣ error: the unit \".5\" could be mistaken for part of a number",
            ])
        let units = ["%", "m3", "1/s", "x 10", "e", "°"]
        let read = try configuration(parameters(units.enumerated().map { "p\($0): {unit: \"\($1)\"}" }.joined(separator: "\n")))
        #expect(read.parameters.map(\.unit) == units)
    }

    @Test("out-of-range is clamp or reject")
    func outOfRange() {
        expect(
            parameters("a: {out-of-range: 1️⃣regect}\nb: {out-of-range: 2️⃣wrap}"),
            [
                "1️⃣ error: out-of-range must be one of clamp, reject; found \"regect\"; did you mean \"reject\"?",
                "2️⃣ error: out-of-range must be one of clamp, reject; found \"wrap\"",
            ])
    }

    @Test("there can be 65,535 parameters and not one more")
    func tooMany() {
        let lines = (0..<65_536).map { "  p\($0):\n" }.joined()
        let told = read("version: 1\nparameters:\n" + lines).diagnostics
        #expect(told.map(\.headline) == ["desk.yaml:65538:3: error: more than 65535 parameters"])
    }
}
