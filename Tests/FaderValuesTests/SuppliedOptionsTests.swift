import Testing

@testable import FaderValues

@Suite("Options that come from outside")
struct SuppliedOptionsTests {
    private static func scenes(_ options: [ChoiceOption]) -> ParameterSpec {
        var spec = ParameterSpec(id: "scene", maximum: Double(options.count - 1), step: 1, decimals: 0, kind: .choice(options))
        spec.mentioned = []
        return spec
    }

    private static func scenes(_ names: String...) -> ParameterSpec { scenes(names.map { ChoiceOption(supplied: $0) }) }

    @Test("each name counts once, byte by byte; empty, long and too many names are left out, which is told")
    func limits() {
        let composed = "caf\u{E9}"
        let decomposed = "cafe\u{301}"
        let some = SuppliedOptions([
            "A", "", "A", composed, decomposed, String(repeating: "x", count: 257), String(repeating: "y", count: 256),
        ])
        #expect(some.names.map(\.utf8.count) == [1, 5, 6, 256] && some.leftOut == 1)
        #expect(some.note == "1 of its options is left out: a choice has at most 1024, with names of at most 256 characters")
        let many = SuppliedOptions((0..<5000).map { "\($0)" })
        #expect(many.names.count == 1024 && many.leftOut == 3976 && SuppliedOptions(["A"]).note == nil)
    }

    @Test("an option that was renamed twice before anybody looked has its first name as its former one")
    func renames() {
        let first = SuppliedOptions(["B"], former: ["B": "A", "gone": "X"])
        #expect(first.former == ["B": "A"])
        #expect(SuppliedOptions(["C"], former: ["C": "B"]).following(first).former == ["C": "A"])
        #expect(SuppliedOptions(["B", "D"]).following(first).former == ["B": "A"])
        #expect(SuppliedOptions(["D"]).following(first).former == [:])
    }

    @Test("in other options the number of each is that of its name, or of its new name; one that is gone gets the rest")
    func renumbering() throws {
        let old = Self.scenes("Intro", "Main", "Break")
        let next = Self.scenes([
            ChoiceOption(supplied: "New"), ChoiceOption(supplied: "Pause", former: "Break"), ChoiceOption(supplied: "Intro"),
        ])
        let renumbering = try #require(Renumbering(from: old, to: next, rest: 2))
        withExtendedLifetime(renumbering) {
            let table = renumbering.table
            #expect([0, 1, 2, 3, -1, .nan].map { table.known($0) } == [2, nil, 1, nil, nil, nil])
            #expect([0, 1, 2].map { table.number($0) } == [2, 2, 1])
        }
        #expect(Renumbering(from: old, to: Self.scenes("Intro", "Main", "Break", "More"), rest: 0) == nil)
        #expect(next.number(ofFormer: .word("Break")) == 1 && next.number(of: .word("Break")) == nil)
    }

    @Test("a name that differs from another only in its case is typed exactly; otherwise it is unclear, which of them")
    func cases() throws {
        let text = ValueText(Self.scenes("Intro", "intro", "Outro"))
        #expect(try text.parse("Intro", current: 2).value == 0)
        #expect(try text.parse("intro", current: 2).value == 1)
        #expect(try text.parse("OUTRO", current: 0).value == 2)
        #expect(throws: RefusedValue.self) { try text.parse("INTRO", current: 2) }
        #expect(try text.accept(.word("intro")).value == 1)
        let options = [ChoiceOption(supplied: "Intro"), ChoiceOption(supplied: "intro"), ChoiceOption(supplied: "Out", isThere: false)]
        #expect([options.place(named: "INTRO"), options.place(named: "intro"), options.place(named: "Out")] == [nil, 1, nil])
    }

    @Test("an option that is not there is no example, no beginning of a word and no maximum")
    func absent() throws {
        let text = ValueText(
            Self.scenes([ChoiceOption(supplied: "Intro"), ChoiceOption(supplied: "Main"), ChoiceOption(supplied: "Old", isThere: false)]))
        #expect(text.range() == "Intro, Main" && text.example() == "Intro")
        #expect(try text.parse("max", current: 0).value == 1)
        #expect(throws: RefusedValue.self) { try text.parse("ol", current: 0) }
        let none = ValueText(Self.scenes([ChoiceOption(supplied: "", isThere: false)]))
        #expect(none.format(0) == "" && none.edit(0) == "")
        let refused = #expect(throws: RefusedValue.self) { try none.parse("Intro", current: 0) }
        #expect(
            refused?.description == "\"Intro\" is not one of the options; expected one of the options of its target, which has none now")
    }

    @Test("the label of an option has no control characters and is not too long; its id is as it is")
    func labels() {
        let option = ChoiceOption(supplied: "a\u{1B}[2J\n" + String(repeating: "x", count: 100))
        #expect(!option.label.unicodeScalars.contains { $0.value < 0x20 } && option.label.count == 64 && option.label.hasSuffix("…"))
        #expect(option.id.utf8.count == 106)
    }
}
