import FaderJSON
import Testing

@Suite("Reading JSON") struct JSONReaderTests {
    private func problem(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        do {
            _ = try JSONReader.read(bytes)
            return nil
        } catch {
            return error.sentence(of: "it", in: bytes)
        }
    }

    @Test("every value has the offset of its first byte, and numbers keep their spelling") func places() throws {
        let root = try JSONReader.read(Array(#" {"ä": [1.50, "\n", null], "b" : {"c":true}}"#.utf8))
        guard case .object(let members) = root.content, case .list(let items) = members[0].value.content,
            case .object(let inner) = members[1].value.content
        else {
            Issue.record("\(root)")
            return
        }
        #expect(root.offset == 1)
        #expect(members.map(\.key) == ["ä", "b"])
        #expect(members.map(\.keyOffset) == [2, 28])
        #expect(items.map(\.offset) == [9, 15, 21])
        #expect(items.map(\.content) == [.number(spelling: "1.50"), .text("\n"), .null])
        #expect(inner[0].value.content == .flag(true))
        #expect(inner[0].value.offset == 39)
    }

    @Test(
        "an error is reported with its place",
        arguments: [
            ("", "it is not JSON at line 1, column 1"), ("{\"by\": 1,}", "it is not JSON at line 1, column 10"),
            ("[\n  \"ä\" 1]", "it is not JSON at line 2, column 7"), ("[1,\n2", "it is not JSON at line 2, column 2"),
            (#"{"a":1,"b":2,"a":3}"#, "it has the key \"a\" twice at line 1, column 14"),
            (String(repeating: "[", count: 200), "it is nested deeper than 128 levels at line 1, column 129"),
        ])
    func problems(text: String, sentence: String) { #expect(problem(text) == sentence) }

    @Test("bytes that are not UTF-8 are reported with their place") func encoding() {
        let bytes: [UInt8] = Array(#"{"a": "ä"#.utf8) + [0xFF] + Array(#""}"#.utf8)
        let problem = #expect(throws: JSONProblem.self) { try JSONReader.read(bytes) }
        #expect(problem?.sentence(of: "the body", in: bytes) == "the body is not UTF-8 text at line 1, column 9")
    }

    @Test("a duplicate key is found in small and large objects, in order or not, and compared by its bytes", arguments: [2, 5, 9, 300])
    func repeated(count: Int) {
        for ids in [Array(0..<count), (0..<count).reversed(), (0..<count).map { $0 * 7 % count + count }] {
            let members = ids.map { "\"k\($0)\":\($0)" }
            let isDistinct = Set(ids).count == count
            #expect((problem("{\(members.joined(separator: ","))}") == nil) == isDistinct)
            for twice in [members[0], members[count / 2], members[count - 1]] {
                #expect(problem("{\((members + [twice]).joined(separator: ","))}")?.contains("twice") == true, "\(twice) in \(ids)")
            }
        }
        #expect(problem("{\"\u{E9}\":1,\"e\u{301}\":2}") == nil)
    }

    @Test("the time for reading is not quadratic in the size of a text") func time() throws {
        // Keys out of order, which is the slow case. If it were quadratic, this would take minutes.
        let members = (0..<100_000).map { "\"k\($0 * 7919 % 100_000)\":{\"value\":\($0)}" }
        let bytes = Array("{\(members.joined(separator: ","))}".utf8)
        let duration = try ContinuousClock().measure { _ = try JSONReader.read(bytes) }
        #expect(duration < .seconds(20))
    }
}
