import FaderAPI
import FaderCore
import Testing

@Suite struct WireTests {
    @Test("percent-encoding is undone exactly, for any text")
    func encoding() {
        for text in ["master", "a b/c?d=e&f#g%h", "ä€😀", "\u{0}\n", ""] {
            let encoded = APIPath.encode(text)
            #expect(encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
            #expect(APIPath.decode(encoded) == text)
        }
        #expect(APIPath.decode("%4") == nil)
        #expect(APIPath.decode("%FF") == nil)
    }

    @Test("times are RFC 3339 in UTC with milliseconds, and read back")
    func times() {
        #expect(WireTime.text(secondsSince1970: 1_770_091_506.789) == "2026-02-03T04:05:06.789Z")
        #expect(WireTime.secondsSince1970("2026-02-03T04:05:06.789Z").map { ($0 * 1_000).rounded() } == 1_770_091_506_789)
        #expect(WireTime.secondsSince1970("yesterday") == nil)
    }

    @Test("a taper is a word or points")
    func tapers() throws {
        let points = TaperResource.points([.init(position: 0, value: -70), .init(position: 1, value: 6)])
        #expect(try WireJSON.encode(points) == Array(#"{"points":[[0,-70],[1,6]]}"#.utf8))
        for taper in [points, .named("log")] {
            #expect(try WireJSON.decode(TaperResource.self, from: try WireJSON.encode(taper)) == taper)
        }
        #expect(throws: WireError.self) { try WireJSON.decode(TaperResource.self, from: #"{"points":[[0]]}"#.utf8) }
    }

    @Test("a number that JSON has no word for is an error, not a crash")
    func notANumber() {
        #expect(throws: WireError.self) { try WireJSON.encode(ParameterChange.value(.number(.nan))) }
        #expect(throws: WireError.self) { try WireJSON.encode(ParameterChange.position(.infinity)) }
    }
}

@Suite struct ValueWireTests {
    @Test(
        "a value of every kind is the JSON that a person would write, and reads back",
        arguments: [
            (Value.number(-6.5), "-6.5"), (.number(-.infinity), #""-inf""#), (.flag(true), "true"), (.flag(false), "false"),
            (.word("tails"), #""tails""#), (.pair(100, 900), "[100,900]"), (.number(1), "1"), (.word("true"), #""true""#),
        ])
    func values(value: Value, json: String) throws {
        #expect(try WireJSON.encode(value) == Array(json.utf8))
        // Only the parameter knows whether "-inf" is a number.
        let back: Value = value == .number(-.infinity) ? .word("-inf") : value
        #expect(try WireJSON.decode(Value.self, from: json.utf8) == back)
    }

    @Test("what is no value is refused in words", arguments: ["null", "{}", "[1]", "[1,2,3]", #"["a","b"]"#, "[]"])
    func noValues(json: String) {
        let body = #"{"value":\#(json)}"#
        let error = #expect(throws: WireError.self) { try WireJSON.decode(ParameterChange.self, from: body.utf8) }
        #expect(error?.description == "a value is a number, a text, true, false, or a list of two numbers" || json == "null")
    }
}
