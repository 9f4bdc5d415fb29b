import FaderJSON
import FaderTesting
import FoundationEssentials
import Testing

@testable import FaderStore

@Suite("JSON in and out")
struct JSONValueTests {
    private func parse(_ text: String) throws -> JSONValue { try JSONValue.read(Array(text.utf8)) }

    @Test(
        "JSON is read with its meaning",
        arguments: [
            ("{}", .object([:])), (" [ ] ", .list([])), ("[1,-0.50,1e2]", .list(["1", "-0.50", "1e2"].map { .number(spelling: $0) })),
            (#""a\"\\\/\b\f\n\r\t\u00fC""#, .text("a\"\\/\u{8}\u{C}\n\r\tü")), (#""\ud83c\udf9a""#, .text("🎚")),
            ("\"🎚\"", .text("🎚")),
            (#"{"a":null,"b":[true,false]}"#, .object(["a": .null, "b": .list([.flag(true), .flag(false)])])),
        ] as [(String, JSONValue)])
    func reads(text: String, value: JSONValue) throws {
        #expect(try parse(text) == value)
    }

    @Test(
        "text that is almost JSON is refused",
        arguments: [
            "", "{", "}", "[1,]", "{\"a\":1,}", "{a:1}", "{\"a\" 1}", "01", "+1", "1.", ".5", "1e", "-", "--1", "0x1", "NaN", "Infinity",
            "tru",
            "nulll", "\"", "\"\n\"", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "'a'", "1 2", "[1 2]",
            "\u{FEFF}1", #"{"a":1,"a":1}"#,
            String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000),
        ])
    func refuses(text: String) {
        #expect(throws: JSONProblem.self) { try parse(text) }
    }

    @Test("bytes that are not UTF-8 are refused")
    func invalid() {
        for bytes: [UInt8] in [[0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xC3, 0x22]] {
            #expect(throws: JSONProblem.self) { try JSONValue.read(bytes) }
        }
    }

    @Test("any value written is read back the same, here and by another reader")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 26)
        for _ in 0..<500 {
            let value = Self.value(depth: 0, &random)
            let text = value.rendered
            #expect(try parse(text) == value)
            #expect(throws: Never.self) { try JSONDecoder().decode(Anything.self, from: Data(text.utf8)) }
        }
    }

    /// Accepts any JSON, so that only the reader decides.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) throws {}
    }

    private static func value(depth: Int, _ random: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth < 4 ? 6 : 4), using: &random) {
        case 0: .null
        case 1: .flag(.random(using: &random))
        case 2: .number(Double(Int.random(in: -1_000_000...1_000_000, using: &random)) / 1000)
        case 3: .text(text(&random))
        case 4: .list((0..<Int.random(in: 0..<4, using: &random)).map { _ in value(depth: depth + 1, &random) })
        default:
            .object(
                Dictionary(
                    (0..<Int.random(in: 0..<4, using: &random)).map { _ in (text(&random), value(depth: depth + 1, &random)) },
                    uniquingKeysWith: { $1 }))
        }
    }

    private static func text(_ random: inout SeededGenerator) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0..<8, using: &random) {
            let range: ClosedRange<UInt32> = Bool.random(using: &random) ? 0...0x7F : 0...0x10FFFF
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) { text.unicodeScalars.append(scalar) }
        }
        return text
    }
}
