import FaderJSON
import FaderTesting
import FoundationEssentials
import Testing

@testable import FaderStore

@Suite("JSON in and out")
struct JSONValueTests {
    private func parse(_ text: String) throws -> JSONValue { try JSONValue.read(Array(text.utf8)) }

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
