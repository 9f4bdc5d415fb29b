import FaderStore
import FaderValues
import Testing

@Suite("Values of unconfigured parameters")
struct KeptValuesTests {
    private static let limit = 1_000

    private func fill(_ kept: inout KeptValues, _ prefix: String, _ count: Int) {
        let age = kept.nextAge()
        for number in 0..<count { kept.keep("\(prefix).\(1_000_000 + number)", .number(1), age: age) }
    }

    @Test("beyond the limit the oldest values are dropped, those of equal age by id, and never more than needed")
    func oldestFirst() {
        var kept = KeptValues(["master": .number(-6)], ages: [:]) { $0 == "master" }
        fill(&kept, "old", 10)
        fill(&kept, "new", Self.limit - 3)
        #expect(kept.trim(to: Self.limit, bytes: 1 << 20) == (0..<7).map { "old.\(1_000_000 + $0)" })
        #expect(kept["old.1000006"] == nil)
        #expect(kept["old.1000007"] == .number(1))
        #expect(kept["master"] == .number(-6))
        #expect(kept.trim(to: Self.limit, bytes: 1 << 20) == [])
    }

    @Test("a value that is imported again is as new as that import")
    func renewed() {
        var kept = KeptValues([:], ages: [:]) { _ in false }
        fill(&kept, "a", 3)
        fill(&kept, "b", 2)
        fill(&kept, "a", 1)
        fill(&kept, "c", Self.limit - 3)
        #expect(kept.trim(to: Self.limit, bytes: 1 << 20) == ["a.1000001", "a.1000002"])
    }

    @Test("a configured value does not count, until it is no longer configured")
    func configured() {
        var kept = KeptValues([:], ages: [:]) { _ in false }
        fill(&kept, "a", 2)
        let answers = [kept.configure("a.1000000"), kept.configure("a.1000000")]
        #expect(answers == [true, false])
        #expect(kept.trim(to: 1, bytes: 1 << 20) == [])
        fill(&kept, "b", Self.limit)
        #expect(kept.trim(to: Self.limit, bytes: 1 << 20) == ["a.1000001"])
        #expect(kept["a.1000000"] == .number(1))
        kept.keep("a.1000000", .number(2), age: kept.nextAge())
        #expect(kept.trim(to: Self.limit, bytes: 1 << 20) == ["b.1000000"])
    }

    @Test("texts have a limit of bytes")
    func bytes() {
        var kept = KeptValues([:], ages: [:]) { _ in false }
        let text = String(repeating: "\u{1}", count: 1 << 16)
        for id in ["a", "b", "c", "d", "e"] { kept.keep(id, .word(text), age: kept.nextAge()) }
        // Each takes six bytes in the file.
        #expect(kept.trim(to: Self.limit, bytes: 1 << 20) == ["a", "b", "c"])
    }

    @Test("ages are read from the file, and a value without one is the newest")
    func ages() {
        var values: [String: KeptValue] = ["x": .number(0)]
        for number in 0..<Self.limit { values["v.\(number)"] = .number(1) }
        var kept = KeptValues(values.merging(["old": .number(2)]) { $1 }, ages: ["old": 7, "v.5": 8]) { _ in false }
        #expect(kept.trim(to: Self.limit, bytes: 1 << 20) == ["old", "v.5"])
        let next = kept.nextAge()
        #expect(next > 8)
    }
}
