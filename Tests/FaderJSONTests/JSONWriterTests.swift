import FaderJSON
import Testing

@Suite("Writing JSON") struct JSONWriterTests {
    private func text(_ value: some Encodable) throws -> String { String(decoding: try JSONWriter.write(value), as: UTF8.self) }

    private struct Desk: Codable, Equatable {
        var name: String
        var count: UInt64?
        var faders: [Double]
        var inner: [Desk] = []
        var a: Bool
    }

    /// A type that writes into the same object as another one.
    private struct Merged: Encodable {
        struct More: Encodable { var z: Int, b: Int }
        enum CodingKeys: String, CodingKey { case y }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(["k"], forKey: .y)
            try More(z: 1, b: 2).encode(to: encoder)
        }
    }

    @Test("members are sorted by the bytes of their keys, and nil members are left out")
    func order() throws {
        let inner = Desk(name: "in", count: .max, faders: [], a: false)
        #expect(
            try text(Desk(name: "x", count: nil, faders: [1, -0.5, 1e30], inner: [inner], a: true))
                == #"{"a":true,"faders":[1,-0.5,1e+30],"inner":[{"a":false,"count":18446744073709551615,"faders":[],"inner":[],"name":"in"}],"name":"x"}"#
        )
        #expect(try text(["b": 1, "a": 2, "B": 3, "é": 4, "": 5]) == #"{"":5,"B":3,"a":2,"b":1,"é":4}"#)
        #expect(try text(Merged()) == #"{"b":2,"y":["k"],"z":1}"#)
        #expect(try text([[Int]]()) == "[]" && text([String: Int]()) == "{}")
        #expect(try text([[1], [], [2, 3]]) == "[[1],[],[2,3]]")
        #expect(try text([1, nil, 2] as [Int?]) == "[1,null,2]")
    }

    @Test("texts are escaped where JSON requires it, and read back unchanged")
    func escapes() throws {
        let odd = "a\"b\\c\n\t\r\u{0}\u{1f}\u{7f}/é𝄞"
        #expect(try text(odd) == #""a\"b\\c\n\t\r\u0000\u001f\u007f/é𝄞""#)
        #expect(try JSONTree.decode(String.self, from: try JSONReader.read(try JSONWriter.write(odd))) == odd)
    }

    @Test("every number is read back unchanged, and non-finite ones are refused")
    func numbers() throws {
        for number in [0, -0.0, 0.1, 1.0 / 3, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -6, 16_384, 1e16] as [Double] {
            #expect(try JSONTree.decode(Double.self, from: try JSONReader.read(try JSONWriter.write(number))) == number)
        }
        #expect(try text([Int64.min, Int64.max]) == "[-9223372036854775808,9223372036854775807]")
        for number in [Double.nan, .infinity, -.infinity] { #expect(throws: EncodingError.self) { try JSONWriter.write(["a": number]) } }
    }

    @Test("the pretty form has one member per line, and characters in texts are not taken for structure")
    func pretty() throws {
        let bytes = Array(#"{"a":[],"b":{"c":"{,\":[\\"},"d":[1,{}]}"#.utf8)
        #expect(
            String(decoding: JSONWriter.pretty(bytes), as: UTF8.self) == """
                {
                  "a" : [],
                  "b" : {
                    "c" : "{,\\":[\\\\"
                  },
                  "d" : [
                    1,
                    {}
                  ]
                }
                """)
        #expect(try JSONTree.decode([String: Int].self, from: try JSONReader.read(JSONWriter.pretty(Array(#"{"x":1}"#.utf8)))) == ["x": 1])
    }
}
