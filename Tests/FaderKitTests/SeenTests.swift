import Testing

@testable import FaderKit

struct SeenTests {
    private static func read(_ batch: String) -> [String]? {
        do {
            return try Seen.batch(Array(batch.utf8)).map { id, seen in
                "\(id) \(seen.revision) \(seen.value) \(seen.text) \(seen.position.map { "\($0)" } ?? "-") \(seen.origin) \(seen.isTouched) \(seen.isKnown)"
            }
        } catch {
            return nil
        }
    }

    @Test("what a batch says: values of every kind, no position, a value that is not known, an origin of a newer daemon, more items")
    func good() {
        #expect(Self.read("[]") == [])
        let batch = """
            [["a",7,0.5,"-6.0 dB",false,-6.0,"hand"],["\\u00e4\\n",18446744073709551615,null,"",true,"-inf","else"],
            ["b.c",1,1,"",false,["-inf",0.3],"recall",true,{"more":[1]}],["t",2,[2],"",true,null,"api"],["k",3,0,"\u{2013}",false,true,"restore",false]]
            """
        #expect(
            Self.read(batch) == [
                "a 7 number(-6.0) -6.0 dB 0.5 hand false true", "\u{e4}\n 18446744073709551615 word(\"-inf\")  - api true true",
                "b.c 1 pair(-inf, 0.3)  1.0 recall false true", "t 2 nothing  - api true true",
                "k 3 flag(true) \u{2013} 0.0 restore false false",
            ])
    }

    @Test(
        "what is no batch with values",
        arguments: [
            "", "{}", "[1]", "[[]]", "[[\"a\",1,0,\"\",false,0,\"hand\"],]", "[[\"a\",-1,0,\"\",false,0,\"hand\"]]",
            "[[\"a\",1,0,\"\",false,0]]",
            "[[1,1,0,\"\",false,0,\"hand\"]]", "[[\"a\",1,0,null,false,0,\"hand\"]]", "[[\"a\",1,0,\"\",0,0,\"hand\"]]",
            "[[\"a\",1,0,\"\",false,{},\"hand\"]]", "[[\"a\",1,0,\"\",false,[1],\"hand\"]]",
            "[[\"a\",1,0,\"\",false,[1,\"inf\"],\"hand\"]]",
            "[[\"a\",1,0,\"\",false,0,null]]",
        ])
    func bad(batch: String) { #expect(Self.read(batch) == nil) }

    @Test("the word -inf is minus infinity of a number, and a word of everything else")
    func infinity() {
        let word = Seen(value: .word("-inf"))
        #expect(word.completed(by: Seen(value: .number(0), isNumeric: true)).value == .number(-.infinity))
        #expect(word.completed(by: Seen(value: .word(""), isNumeric: false)).value == .word("-inf"))
        #expect(word.completed().value == .word("-inf"))
    }
}
