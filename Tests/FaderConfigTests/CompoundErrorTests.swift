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
    }

    @Test("the ids of parts must not be too long")
    func longIDs() throws {
        let id = String(repeating: "x", count: 60)
        let part = String("\(id).high".prefix(64))
        #expect(part.utf8.count == 64)
        let fits = String(repeating: "x", count: 59)
        #expect(try configuration(parameters("\(fits): {kind: range}")).parameters.map(\.id) == ["\(fits).low", "\(fits).high"])
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
