import FaderConfig
import FaderConsole
import FaderValues
import Testing

@Suite("What can be wrong with a text, a range or a color")
struct CompoundErrorTests {
    @Test("the gap and the default of a range fit into it")
    func ranges() {
        // 0.1 + 0.2 is a little more than 0.3.
        expect(
            parameters(
                """
                a: {kind: range, min: 0, max: 1, gap: 0.2, default: [0.1, 0.3]}
                b: {kind: range, min: 0.1, max: 0.3, gap: 0.2}
                c: {min: 0.1, max: 0.3, step: 0.2}
                """), [])
        expect(
            parameters(
                """
                a: {kind: range, max: 10, gap: 1️⃣11}
                b: {kind: range, max: 10, gap: 2️⃣-1, meet: 3️⃣bounce}
                c: {kind: range, max: 10, default: 4️⃣[7, 3]}
                d: {kind: range, max: 10, gap: 5, default: 5️⃣[3, 7]}
                e: {kind: range, max: 10, default: [6️⃣-1, 7️⃣11]}
                f: {kind: range, max: 10, default: 8️⃣5}
                g: {kind: range, max: 10, default: 9️⃣[1, 2, 3]}
                """),
            [
                "1️⃣ error: gap 11 is larger than the range from min to max", "2️⃣ error: gap cannot be negative",
                "3️⃣ error: meet must be one of stop, push; found \"bounce\"",
                "4️⃣ error: the low default 7 is above the high one 3",
                "5️⃣ error: the ends of the default are nearer than the gap 5",
                "6️⃣ error: the low default -1 is outside the range 0…10", "7️⃣ error: the high default 11 is outside the range 0…10",
                "8️⃣ error: the default of a range is two numbers [LOW, HIGH], found \"5\"",
                "9️⃣ error: the default of a range is two numbers [LOW, HIGH], found a list of another length",
            ])
        expect(
            parameters("a: {kind: range, min: 1️⃣5, max: 1, default: [2️⃣x, 3], gap: 9}"),
            [
                "1️⃣ error: min 5 is not below max 1; to reverse a fader of a range, give its control invert: true",
                "2️⃣ error: expected a number for default, found \"x\"",
            ])
    }

    @Test("a color is six hexadecimal digits in quotes")
    func colors() {
        expect(
            parameters(
                """
                a: {kind: color, default: 1️⃣red}
                b: {kind: color, default: 2️⃣"#ff88"}
                c: {kind: color, default: 3️⃣[255, 0, 0]}
                d:
                  kind: color
                  default:4️⃣ #ff8800
                """),
            [
                "1️⃣ error: expected a color such as \"#ff8800\" for default, found \"red\"",
                "2️⃣ error: expected a color such as \"#ff8800\" for default, found \"#ff88\"",
                "3️⃣ error: expected a color such as \"#ff8800\" for default, found a list",
                "4️⃣ error: expected a color for default, found nothing; a color must be in quotes: \"#ff8800\"",
            ])
    }

    @Test("the ids of parts must not be taken")
    func parts() {
        expect(
            parameters(
                """
                price: {kind: range}
                1️⃣price.low: {}
                2️⃣price.nearest: {}
                price.middle: {}
                3️⃣tint.hue: {}
                tint: {kind: color}
                """),
            [
                "1️⃣ error: price.low is a part of the range price (line 3, column 3); give one of them another id",
                "2️⃣ error: price.nearest is what a map calls the nearer end of the range price (line 3, column 3); give one of them another id",
                "3️⃣ error: tint.hue is a part of the color tint (line 8, column 3); give one of them another id",
            ])
    }

    @Test("the ids of parts must not be too long")
    func longIDs() throws {
        let id = String(repeating: "x", count: 60)
        let part = String("\(id).high".prefix(64))
        expect(
            parameters("1️⃣\(id): {kind: range}"),
            ["1️⃣ error: \"\(id)\" cannot be the id of a range: \"\(id).high\", a part of it, is longer than 64 bytes"])
        #expect(part.utf8.count == 64)
        let fits = String(repeating: "x", count: 59)
        #expect(try configuration(parameters("\(fits): {kind: range}")).parameters.map(\.id) == ["\(fits).low", "\(fits).high"])
    }

    @Test("the default of a text keeps to its pattern and length")
    func texts() {
        expect(
            parameters(
                """
                a: {kind: text, pattern: "[a-z]+", default: 1️⃣Marcus}
                b: {kind: text, max-length: 3, default: 2️⃣marcus}
                3️⃣c: {kind: text, pattern: "[a-z]+"}
                d: {kind: text, pattern: "[a-z]*", default: 4️⃣[x]}
                """),
            [
                "1️⃣ error: the default does not fit: \"Marcus\" does not match; expected a text of at most 256 characters that matches "
                    + "[a-z]+, for example \"name\"",
                "2️⃣ error: the default does not fit: the text is longer than 3 characters; expected a text of at most 3 characters, "
                    + "for example \"abc\"",
                "3️⃣ error: the pattern does not take an empty text, so a default is needed",
                "4️⃣ error: expected the default, found a list",
            ])
    }

    @Test("a pattern is a regular expression, a length is a number of characters")
    func patterns() {
        let told = read(parameters("a: {kind: text, pattern: \"[a-z\", max-length: 0}\nb: {kind: text, max-length: 5000}")).diagnostics
        #expect(told.map(\.line) == [3, 3, 4])
        #expect(told.first?.message.hasPrefix("\"[a-z\" is not a valid regular expression: ") == true)
        #expect(
            told.dropFirst().map(\.message) == [
                "max-length must be a whole number 1…4096, found \"0\"", "max-length must be a whole number 1…4096, found \"5000\"",
            ])
    }

    @Test("the parts of compounds count as parameters")
    func tooMany() {
        let lines = (0..<32_768).map { "  p\($0): {kind: range}\n" }.joined()
        let told = read("version: 1\nparameters:\n" + lines).diagnostics
        #expect(told.map(\.headline) == ["desk.yaml:32770:3: error: more than 65535 parameters"])
    }
}
