import FaderValues
import Testing

@Suite struct DeclarationsTests {
    private typealias Declared = Declarations<String>

    private func declare(
        _ id: String, by name: String? = nil, of owner: String, isKept: Bool = false, value: Double? = nil, size: Int = 1,
        in declared: inout Declared
    ) -> DeclarationRefusal? {
        refusal { () throws(DeclarationRefusal) in
            try declared.declare(
                DeclaredParameter(ParameterSpec(id: id)), by: name ?? owner,
                bodies: [DeclarationBody(name: owner, bytes: [UInt8](repeating: 0, count: size))],
                firstValues: value.map { [id: .number($0)] } ?? [:], isKept: isKept, of: owner)
        }
    }

    private func refusal<Answer>(_ act: () throws(DeclarationRefusal) -> Answer) -> DeclarationRefusal? {
        do throws(DeclarationRefusal) {
            _ = try act()
            return nil
        } catch {
            return error
        }
    }

    @Test("a declaration is removed with its owner")
    func lives() {
        var declared = Declared()
        #expect(declare("a", of: "one", in: &declared) == nil)
        #expect(declare("b", of: "two", in: &declared) == nil)
        #expect(declared.entries.map(\.id) == ["a", "b"])
        #expect(declared.holds("one"))
        #expect(declared.removeAll(of: "one") == true)
        #expect(declared.removeAll(of: "one") == false)
        #expect(declared.entries.map(\.id) == ["b"])
        #expect(!declared.holds("one"))
    }

    @Test("two declarations of an id are one parameter: the later one's, with the first value, until the last declarer leaves")
    func second() throws {
        var declared = Declared()
        #expect(declare("a", of: "one", value: 5, in: &declared) == nil)
        #expect(declare("b", of: "one", in: &declared) == nil)
        let later = DeclaredParameter(ParameterSpec(id: "a", label: "Later"))
        try declared.declare(
            later, by: "two", bodies: [DeclarationBody(name: "two", bytes: [])], firstValues: ["a": .number(9)], isKept: false, of: "two")
        #expect(declared.entries.map(\.id) == ["a", "b"])
        #expect(declared.entry("a")?.parameter == later)
        #expect(declared.entry("a")?.firstValues == ["a": .number(5)])
        #expect(declared.entry("a")?.names == ["one", "two"])
        #expect(declared.removeAll(of: "one") == true)
        #expect(declared.entry("a")?.names == ["two"])
        #expect(declared.entry("a")?.parameter == later)
        #expect(declared.removeAll(of: "two") == true)
        #expect(declared.entries.isEmpty)
    }

    @Test("an owner that declares again is still one declarer, with the newer name")
    func again() {
        var declared = Declared()
        #expect(declare("a", by: "old", of: "one", in: &declared) == nil)
        #expect(declare("a", by: "new", of: "one", in: &declared) == nil)
        #expect(declared.entry("a")?.names == ["new"])
        #expect(declared.entry("a")?.owners == 1)
        #expect(declare("a", by: "new", of: "two", in: &declared) == nil)
        #expect(declared.entry("a")?.names == ["new"])
        #expect(declared.entry("a")?.owners == 2)
    }

    @Test("a kept declaration stays when its owner leaves, until it is taken back by any owner")
    func kept() throws {
        var declared = Declared()
        #expect(declare("a", by: "app", of: "one", isKept: true, in: &declared) == nil)
        #expect(!declared.holds("one"))
        #expect(declared.removeAll(of: "one") == false)
        #expect(declare("a", by: "app", of: "two", isKept: true, in: &declared) == nil)
        #expect(declared.entry("a")?.isKept == true)
        #expect(declare("a", by: "other", of: "three", in: &declared) == nil)
        #expect(try declared.takeBack("a", of: "four") == false)
        #expect(declared.entry("a")?.isKept == false)
        #expect(declared.entry("a")?.names == ["other"])
        #expect(declared.removeAll(of: "three") == true)
        #expect(declared.entries.isEmpty)
    }

    @Test("a declaration made first with keep and then without by the same connection is both until it is taken back")
    func keptAndHeld() throws {
        var declared = Declared()
        #expect(declare("a", of: "one", in: &declared) == nil)
        #expect(declare("a", of: "one", isKept: true, in: &declared) == nil)
        #expect(!declared.holds("one"))
        #expect(declare("a", of: "one", in: &declared) == nil)
        #expect(declared.removeAll(of: "one") == true)
        #expect(declared.entry("a")?.isKept == true)
        #expect(try declared.takeBack("a", of: "two") == true)
    }

    @Test("only a declarer can take a declaration back; every refusal has the right reason")
    func takingBack() throws {
        var declared = Declared()
        #expect(declare("a", of: "one", in: &declared) == nil)
        #expect(refusal { () throws(DeclarationRefusal) in try declared.takeBack("b", of: "one") } == .unknown)
        #expect(refusal { () throws(DeclarationRefusal) in try declared.takeBack("a", of: "two") } == .ofOthers(["one"]))
        #expect(try declared.takeBack("a", of: "one") == true)
        #expect(!declared.holds("one"))
    }

    @Test("the ids of parts belong to the whole, in either order of declaration")
    func parts() throws {
        var declared = Declared()
        let range = DeclaredParameter(
            CompoundSpec(id: "price", kind: .range(gap: 0, meet: .stop), parts: []),
            parts: [ParameterSpec(id: "price.low"), ParameterSpec(id: "price.high")])
        try declared.declare(range, by: "shop", bodies: [], firstValues: [:], isKept: false, of: "one")
        for id in ["price.low", "price.high", "price.nearest"] {
            #expect(declare(id, of: "two", in: &declared) == .taken(id, by: "price", of: ["shop"]), "\(id)")
        }
        #expect(declared.giveUp { $0 == "price.low" }.map(\.id) == ["price"])
        #expect(declare("price.low", of: "two", in: &declared) == nil)
        let refused = refusal { () throws(DeclarationRefusal) in
            try declared.declare(range, by: "shop", bodies: [], firstValues: [:], isKept: false, of: "one")
        }
        #expect(refused == .taken("price.low", by: "price.low", of: ["two"]))
        #expect(!declared.holds("one"))
    }

    @Test("there are limits for one owner, for all, for the declarers of one id, and for their bodies; a refusal changes nothing")
    func limits() {
        var declared = Declared(limits: DeclarationLimits(ofOneOwner: 2, inAll: 3, declarers: 2, bytes: 10))
        #expect(declare("a", of: "one", in: &declared) == nil)
        #expect(declare("b", of: "one", in: &declared) == nil)
        #expect(declare("c", of: "one", in: &declared) == .tooManyOfOneOwner(limit: 2))
        #expect(declare("b", of: "one", in: &declared) == nil)
        #expect(declare("c", of: "two", in: &declared) == nil)
        #expect(declare("d", of: "two", in: &declared) == .tooManyInAll(limit: 3))
        #expect(declare("a", of: "two", in: &declared) == nil)
        #expect(declare("a", of: "three", in: &declared) == .tooManyDeclarers(limit: 2))
        #expect(declare("c", of: "two", size: 9, in: &declared) == .tooLarge)
        #expect(declare("c", of: "two", size: 8, in: &declared) == nil)
        #expect(declared.removeAll(of: "two") == true)
        #expect(declare("d", of: "three", size: 8, in: &declared) == nil)
        #expect(declared.entries.map(\.id) == ["a", "b", "d"])
    }

    @Test("a value of the whole gives the values of its parts, or is refused with a message")
    func values() throws {
        let range = DeclaredParameter(
            CompoundSpec(id: "p", kind: .range(gap: 0, meet: .stop), parts: []),
            parts: ["p.low", "p.high"].map { ParameterSpec(id: $0, maximum: 100) })
        #expect(try range.values(of: .pair(20, 30)) == ["p.low": .number(20), "p.high": .number(30)])
        #expect(throws: RefusedValue.self) { try range.values(of: .number(3)) }
        let number = DeclaredParameter(ParameterSpec(id: "n", maximum: 10))
        #expect(try number.values(of: .number(99)) == ["n": .number(10)])
        #expect(throws: RefusedValue.self) { try number.values(of: .word("loud")) }
        let strict = DeclaredParameter(ParameterSpec(id: "n", maximum: 10, outOfRange: .reject))
        #expect(throws: RefusedValue.self) { try strict.values(of: .number(99)) }
        let text = DeclaredParameter(ParameterSpec(id: "t", kind: .text(TextRule(maximumLength: 3))))
        #expect(try text.values(of: .word("abc")) == ["t": .word("abc")])
        #expect(throws: RefusedValue.self) { try text.values(of: .word("abcd")) }
        #expect(throws: RefusedValue.self) { try text.values(of: .number(1)) }
    }
}
