import FaderTesting
import Testing

@testable import FaderJSON
@testable import FaderKit

/// Batches are read without a tree of their JSON. These tests read them with one, too, and compare.
struct BatchReaderTests {
    /// An entry of a batch. A value that is no number equals itself here.
    struct Entry: Equatable, CustomStringConvertible {
        let id: String
        let seen: Seen

        static func == (left: Self, right: Self) -> Bool { left.description == right.description }
        var description: String {
            "\(id) \(seen.revision) \(seen.value) \(seen.text.debugDescription) \(String(describing: seen.position)) \(seen.origin) \(seen.isTouched) \(seen.isKnown)"
        }
    }

    /// What a batch says about these ids, by the tree of its JSON; nil if it is none.
    static func byTree(_ batch: [UInt8], _ ids: [String]) -> [Entry]? {
        guard let tree = try? JSONReader.read(batch), case .list(let rows) = tree.content else { return nil }
        var entries: [Entry] = []
        for row in rows {
            guard case .list(let items) = row.content, items.count >= 7, case .text(let id) = items[0].content,
                case .number(let spelling) = items[1].content, let revision = UInt64(spelling), case .text(let text) = items[3].content,
                case .flag(let isTouched) = items[4].content, let value = value(items[5].content), case .text(let origin) = items[6].content
            else { return nil }
            let position: Double? = if case .number(let spelling) = items[2].content { Double(spelling) } else { nil }
            let isKnown = if items.count > 7, case .flag(let flag) = items[7].content { flag } else { true }
            guard ids.contains(id) else { continue }
            let seen = Seen(
                value: value, text: text, position: position, origin: Origin(rawValue: origin) ?? .api, isTouched: isTouched,
                isKnown: isKnown, revision: revision)
            entries.append(Entry(id: id, seen: seen))
        }
        return entries
    }

    private static func value(_ content: JSONNode.Content) -> FaderValue? {
        switch content {
        case .null: return .nothing
        case .flag(let flag): return .flag(flag)
        case .text(let word): return .word(word)
        case .number(let spelling): return Double(spelling).map { .number($0) }
        case .list(let ends):
            let numbers = ends.compactMap { end -> Double? in
                switch end.content {
                case .text("-inf"): -.infinity
                case .number(let spelling): Double(spelling)
                default: nil
                }
            }
            return ends.count == 2 && numbers.count == 2 ? .pair(numbers[0], numbers[1]) : nil
        case .object: return nil
        }
    }

    static func read(_ batch: [UInt8], by reader: inout BatchReader, _ board: Board) -> [Entry]? {
        var entries: [Entry] = []
        do { try reader.read(batch, board) { entries.append(Entry(id: $0.id, seen: $1)) } } catch { return nil }
        return entries
    }

    @Test("what a batch may and may not be")
    func table() {
        let board = Board()
        let ids = ["a", "b.c", "\"\\\n", "ä€😀"]
        for id in ids { _ = board.box(id, .nothing) }
        var reader = BatchReader()
        let deep = { (depth: Int) in String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        let row = "[\"a\",7,0.5,\"-6.0 dB\",false,-6.0,\"hand\"]"
        let good = [
            "[]", " [ ] ", "[\(row)]", "[\(row),\(row)]", " [ \(row) , \(row) ] ", "[[\"\\u0061\",7,null,\"\",true,null,\"api\"]]",
            "[[\"\\\"\\\\\\n\",7,1,\"\",true,\"\\u20ac\",\"touch\"],[\"ä€\\ud83d\\ude00\",8,1e-3,\"\",false,true,\"else\"]]",
            "[[\"b.c\",18446744073709551615,-0,\"😀\",false,[\"-inf\",0.30000000000000004],\"recall\",{\"more\":[1]}]]",
            "[[\"b.c\",1,[2],\"\",false,1e400,\"undo\"]]", "[[\"b.c\",1,{\"a\":0},\"\",false,12345678901234567890123,\"target\"]]",
            "[[\"a\",7,0,\"–\",false,0,\"restore\",false],\(row)]", "[[\"a\",7,0,\"–\",false,0,\"restore\" , true , 1 ] ]",
            "[[\"x\",1,0,\"\",false,0,\"hand\"],\(row)]", "[[\"a\",1,\(deep(126)),\"\",false,0,\"hand\"]]",
        ]
        let bad = [
            "", "{}", "1", "[", "[\(row)", "[\(row),]", "[,\(row)]", "[\(row) \(row)]", "[\(row)]]", "[\(row)]x", "[[]]", "[1]",
            "[[\"a\"]]",
            "[[\"a\",-1,0,\"\",false,0,\"hand\"]]", "[[\"a\",1.0,0,\"\",false,0,\"hand\"]]", "[[\"a\",1e0,0,\"\",false,0,\"hand\"]]",
            "[[\"a\",18446744073709551616,0,\"\",false,0,\"hand\"]]", "[[\"a\",01,0,\"\",false,0,\"hand\"]]",
            "[[\"a\",1,00,\"\",false,0,\"hand\"]]", "[[\"a\",1,.5,\"\",false,0,\"hand\"]]", "[[\"a\",1,5.,\"\",false,0,\"hand\"]]",
            "[[\"a\",1,1e,\"\",false,0,\"hand\"]]", "[[\"a\",1,0,\"\\ud800\",false,0,\"hand\"]]", "[[\"a\",1,0,\"\n\",false,0,\"hand\"]]",
            "[[\"a\",1,0,\"\",falsy,0,\"hand\"]]", "[[\"a\",1,0,\"\",null,0,\"hand\"]]", "[[\"a\",1,0,\"\",false,{},\"hand\"]]",
            "[[\"a\",1,0,\"\",false,[1],\"hand\"]]", "[[\"a\",1,0,\"\",false,[1,\"inf\"],\"hand\"]]", "[[\"a\",1,0,\"\",false,0]]",
            "[[\"a\",1,0,\"\",false,0,null]]", "[[\"a\",1,\(deep(127)),\"\",false,0,\"hand\"]]", "[[\"a\" 1,0,\"\",false,0,\"hand\"]]",
            "[[\"x\",1,0,\"\",false,{},\"hand\"]]", "[[\"a\",1,0,\"\",false,0,\"hand\",falsy]]", "[[\"a\",1,0,\"\",false,0,\"hand\",false",
            "[[\"a\",1,0,\"\",false,0,\"hand\" false]]",
        ]
        for (text, isGood) in good.map({ ($0, true) }) + bad.map({ ($0, false) }) {
            let batch = Array(text.utf8)
            let read = Self.read(batch, by: &reader, board)
            #expect((read != nil) == isGood, "\(text)")
            #expect(read == Self.byTree(batch, ids), "\(text)")
        }
    }

    @Test("random batches, most of them damaged, of ids in changing orders, while the program comes to know some and forgets others")
    func random() {
        var random = SeededGenerator(seed: 32)
        let all = ["a", "a.b", "a.bc", "\"", "ä", "😀.x"] + (0..<14).map { "p\($0)" }
        let numbers = ["0", "-0", "0.5", "1e-3", "0.30000000000000004", "123456789012345678901", "-2E+400", "7"]
        let others = ["null", "true", "\"w\"", "\"-inf\"", "[0,\"-inf\"]", "[1.5,2]", "{}", "{\"a\":1,\"a\":2}"]
        let texts = [
            "\"\"", "\"-6.0 dB\"", "\"\\u00e4\"", "\"\\ud83d\\ude00\"", "\"\\ud83d\"", "\"a text that is longer than fifteen bytes\"",
        ]
        let marks = Array("\"\\,:[]{}-+.eE019 \nutfn/".utf8) + [0, 0x7F, 0x80, 0xC3, 0xFF]
        let board = Board()
        var reader = BatchReader()
        var order = all
        var damaged = 0
        for _ in 0..<6_000 {
            switch UInt.random(in: 0..<20, using: &random) {
            case 0: _ = board.box(all.randomElement(using: &random)!, .nothing)
            case 1: if let box = board.boxes.randomElement(using: &random) { board.remove(box) }
            case 2: order.shuffle(using: &random)
            default: break
            }
            let rows = order.filter { _ in Bool.random(using: &random) }.map { id -> String in
                let quoted = JSONValue.text(id).rendered
                let position = (Bool.random(using: &random) ? numbers : others).randomElement(using: &random)!
                let value = (Bool.random(using: &random) ? numbers : Array(others.dropLast(2))).randomElement(using: &random)!
                let text = (UInt.random(in: 0..<50, using: &random) == 0 ? texts : [texts[0], texts[1], texts[2]]).randomElement(
                    using: &random)!
                return "[\(quoted),\(UInt16.random(in: 0...9999, using: &random)),\(position.hasPrefix("{") ? "null" : position),\(text),"
                    + "\(Bool.random(using: &random)),\(value),\"\(["api", "hand", "x"].randomElement(using: &random)!)\""
                    + ["]", "]", ",false]", ",true,1]", ",null]"].randomElement(using: &random)!
            }
            var batch = Array("[\(rows.joined(separator: ","))]".utf8)
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let place = Int.random(in: 0..<batch.count, using: &random)
                switch UInt.random(in: 0..<3, using: &random) {
                case 0: batch[place] = marks.randomElement(using: &random)!
                case 1: batch.insert(marks.randomElement(using: &random)!, at: place)
                default: if batch.count > 1 { batch.remove(at: place) }
                }
            }
            let (read, wanted) = (Self.read(batch, by: &reader, board), Self.byTree(batch, board.boxes.map(\.id)))
            if read == nil { damaged += 1 }
            guard read == wanted else {
                Issue.record(
                    "\(String(decoding: batch, as: UTF8.self)) is read as \(String(describing: read)), by its tree \(String(describing: wanted))"
                )
                return
            }
        }
        #expect((600...5_400).contains(damaged), "\(damaged) damaged ones")
    }
}
