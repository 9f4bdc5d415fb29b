import FaderJSON
import Testing

@Suite("Decoding JSON") struct JSONTreeTests {
    private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONTree.decode(type, from: try JSONReader.read(Array(text.utf8)))
    }

    private struct Desk: Codable, Equatable {
        var name: String
        var faders: [Double]
        var lamps: [String: Bool]
        var inner: [Desk]?
        var count: UInt8?
    }

    @Test("a type with every kind of member is decoded") func everything() throws {
        let inner = Desk(name: "in", faders: [], lamps: [:])
        let text = #"{"name":"a","faders":[1,-0.5,1e2],"lamps":{"x":true},"inner":[{"name":"in","faders":[],"lamps":{}}],"count":255}"#
        #expect(try decode(Desk.self, text) == Desk(name: "a", faders: [1, -0.5, 100], lamps: ["x": true], inner: [inner], count: 255))
        let many = "{" + (0..<100).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
        #expect(try decode([String: Int].self, many)["k77"] == 77)
        #expect(try decode([Int?].self, "[1,null]") == [1, nil])
        #expect(try decode([[Int]].self, "[[1],[2,3]]") == [[1], [2, 3]])
    }

    @Test("numbers of every size and spelling are read, and no digit of a whole number is lost")
    func numbers() throws {
        for (text, number) in [("0e1", 0), ("1e-400", 0), ("-0", 0), ("1E+2", 100), ("0.1", 0.1)] as [(String, Double)] {
            #expect(try decode(Double.self, text) == number, "\(text)")
        }
        for (text, number) in [("1.0", 1), ("1e2", 100), ("9223372036854775807", .max), ("-9223372036854775808", .min), ("0e9", 0)] {
            #expect(try decode(Int.self, text) == number as Int, "\(text)")
        }
        #expect(try decode(UInt64.self, "18446744073709551615") == .max)
    }

    @Test("anything but a whole number that fits is refused as such")
    func wholeNumbers() {
        for text in ["0.5", "1e30", "9223372036854775808", "-9223372036854775809", "1e999", "1e-400", "\"1\"", "null", "true", "[1]"] {
            let error = #expect(throws: DecodingError.self, "\(text)") { try decode(Int.self, text) }
            guard case .typeMismatch(let type, _)? = error else {
                Issue.record("\(text): \(String(describing: error))")
                continue
            }
            #expect(ObjectIdentifier(type) == ObjectIdentifier(Int.self))
        }
    }

    @Test("null does not stand for a missing key") func null() {
        #expect(throws: DecodingError.self) { try decode(Desk.self, #"{"name":"a","faders":[],"lamps":{},"count":null}"#) }
        #expect(throws: DecodingError.self) { try decode(Double.self, "1e999") }
        #expect(throws: DecodingError.self) { try decode([Double].self, "{}") }
        #expect(throws: DecodingError.self) { try decode([String: Double].self, "[]") }
    }
}
