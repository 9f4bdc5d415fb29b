import FaderJSON
import FaderValues
import FoundationEssentials
import Testing

@testable import FaderStore

@Suite("values in the state file")
struct ValueTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private static let all: [(Value, String)] = [
        (.number(-6), "-6.0"), (.number(0.1), "0.1"), (.number(-.infinity), "\"-inf\""), (.flag(true), "true"), (.flag(false), "false"),
        (.word("tails"), "\"tails\""), (.word(""), "\"\""), (.word("a \"b\"\n"), "\"a \\\"b\\\"\\n\""), (.word("#ff8800"), "\"#ff8800\""),
        (.pair(100, 900), "[100.0, 900.0]"), (.pair(-.infinity, 6), "[\"-inf\", 6.0]"),
    ]

    @Test("each kind has its JSON", arguments: all)
    func written(value: Value, text: String) {
        #expect(JSONValue(value).rendered == text)
    }

    @Test("each is read back, but −∞ as the word -inf, which may be a text", arguments: all)
    func read(value: Value, text: String) throws {
        let read = try JSONValue.read(Array(text.utf8)).value
        #expect(read == (value == .number(-.infinity) ? .word("-inf") : value))
    }

    @Test(
        "other JSON is no value", arguments: ["null", "{}", "[]", "[1]", "[1, 2, 3]", "[1, true]", "[1, \"inf\"]", "1e999", "[1, 1e999]"])
    func none(text: String) throws {
        #expect(try JSONValue.read(Array(text.utf8)).value == nil)
    }

    @Test("all are saved and loaded again, and nothing is written twice")
    func saved() async {
        let (store, _) = scratch.load()
        for (index, (value, _)) in Self.all.enumerated() { store.note("p.\(index)", KeptValue(value)) }
        #expect(await store.flush() == .durable)
        let found = scratch.reloaded()
        for (index, (value, _)) in Self.all.enumerated() {
            #expect(found["p.\(index)"] == (value == .number(-.infinity) ? .word("-inf") : value))
        }
        store.note(Dictionary(uniqueKeysWithValues: Self.all.enumerated().map { ("p.\($0)", KeptValue($1.0)) }))
        #expect(await store.flush() == .durable)
        #expect(store.status.generations == 1)
    }

    @Test("an older file loads without a warning and is not changed by saving its own values")
    func before() async throws {
        let text = """
            {
              "version": 1,
              "parameters": {
                "a": { "value": 0.1 },
                "master": { "value": -6.0 }
              },
              "snapshots": {}
            }

            """
        try scratch.write(text)
        let (store, report) = scratch.load()
        #expect(report == LoadReport(values: ["a": 0.1, "master": -6], origin: .present, warnings: []))
        #expect(store.history.entries.isEmpty && store.snapshots.isEmpty)
        #expect(await store.save("master", -6) == .durable)
        #expect(try scratch.text() == text)
    }

    @Test("a time is preserved to the millisecond, and an invalid one is refused")
    func times() {
        for milliseconds in [0, 1, 999, 1_770_091_445_678, 1_770_091_445_001, 253_402_300_799_000] {
            let seconds = Double(milliseconds) / 1000
            #expect(WallTime.seconds(WallTime.text(seconds)) == seconds)
        }
        #expect(WallTime.text(1_770_091_445.678) == "2026-02-03T04:04:05.678Z")
        #expect(WallTime.seconds("2026-02-03T04:04:05Z") == 1_770_091_445)
        for odd in [-.infinity, .nan, -5] as [Double] { #expect(WallTime.text(odd) == "1970-01-01T00:00:00.000Z") }
        #expect(WallTime.text(.infinity).hasPrefix("9999-12-31"))
        for text in ["", "today", "2026-02-03", "2026-13-03T04:04:05Z", "1969-12-31T23:59:59Z"] { #expect(WallTime.seconds(text) == nil) }
    }
}
