import FaderValues
import Testing

@Suite("texts stored as numbers")
struct TextNumbersTests {
    @Test("a text that is no longer used is forgotten, however old its number is")
    func forgets() {
        var table = TextNumbers(limit: 8)
        let old = table.number(of: "old")
        table.use(old, for: "name")
        for index in 0..<100 { _ = table.number(of: "text \(index)") }
        #expect(table.text(of: old) == "old")
        #expect(table.count == 9)
        table.use(table.number(of: "new"), for: "name")
        #expect(table.text(of: old) == "old", "what tells of the change still names it")
        for index in 100..<200 { _ = table.number(of: "text \(index)") }
        #expect(table.text(of: old) == "")
        #expect(table.count == 9)
        table.drop("name")
        for index in 200..<300 { _ = table.number(of: "text \(index)") }
        #expect(table.count == 8)
    }

    @Test("a text that was just asked for is not forgotten for newer ones, however old its number is")
    func asked() {
        var table = TextNumbers(limit: 8)
        let number = table.number(of: "again")
        for index in 0..<7 { _ = table.number(of: "text \(index)") }
        #expect(table.number(of: "again") == number)
        for index in 10..<17 { _ = table.number(of: "text \(index)") }
        #expect(table.text(of: number) == "again")
        for index in 20..<40 { _ = table.number(of: "text \(index)") }
        #expect(table.text(of: number) == "")
        #expect(table.number(of: "again") != number, "a number never stands for two texts, and a text that comes again gets a new one")
    }

    @Test("two parameters may have the same text")
    func shared() {
        var table = TextNumbers(limit: 2)
        let number = table.number(of: "both")
        table.use(number, for: "a")
        table.use(number, for: "b")
        table.drop("a")
        for index in 0..<9 { _ = table.number(of: "text \(index)") }
        #expect(table.text(of: number) == "both")
    }

    @Test("texts that only look alike are different")
    func exact() {
        var table = TextNumbers()
        let (one, other) = (table.number(of: "caf\u{e9}"), table.number(of: "cafe\u{301}"))
        #expect(one != other)
        #expect(Array(table.text(of: other).utf8) == Array("cafe\u{301}".utf8))
        #expect(Value.word("caf\u{e9}") != .word("cafe\u{301}"))
        #expect(Set([Value.word("caf\u{e9}"), .word("cafe\u{301}")]).count == 2)
    }
}
