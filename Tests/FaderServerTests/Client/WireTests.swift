import FaderAPI
import FaderJSON
import FaderValues
import Testing

@Suite struct WireTests {
    @Test("percent-encoding is undone exactly, for any text")
    func encoding() {
        for text in ["master", "a b/c?d=e&f#g%h", "ä€😀", "\u{0}\n", ""] {
            let encoded = PercentEncoding.encode(text)
            #expect(encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
            #expect(PercentEncoding.decode(encoded) == text)
        }
        #expect(PercentEncoding.decode("%4") == nil)
        #expect(PercentEncoding.decode("%FF") == nil)
    }

    @Test("a taper is a word or points")
    func tapers() throws {
        let points = Taper.points([.init(0, -70), .init(1, 6)])
        #expect(try WireJSON.encode(points) == Array(#"{"points":[[0,-70],[1,6]]}"#.utf8))
        for taper in [points, .log] {
            #expect(try WireJSON.decode(Taper.self, from: try WireJSON.encode(taper)) == taper)
        }
        #expect(throws: WireError.self) { try WireJSON.decode(Taper.self, from: #"{"points":[[0]]}"#.utf8) }
    }

    @Test("a number that JSON cannot represent is an error, not a crash")
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
            (.word("tails"), #""tails""#), (.pair(100, 900), "[100,900]"), (.pair(-.infinity, 0), #"["-inf",0]"#), (.number(1), "1"),
            (.word("true"), #""true""#),
        ])
    func values(value: Value, json: String) throws {
        #expect(try WireJSON.encode(value) == Array(json.utf8))
        // Only the parameter decides whether "-inf" is a number.
        let back: Value = value == .number(-.infinity) ? .word("-inf") : value
        #expect(try WireJSON.decode(Value.self, from: json.utf8) == back)
    }

    @Test("every number that does not fit has the same error, and one beyond all numbers its own")
    func numbersThatDoNotFit() {
        for number in ["9223372036854775808", "0.5", "1e30", "\"1\"", "null", "-9223372036854775809"] {
            let error = #expect(throws: WireError.self) { try WireJSON.decode(StepRequest.self, from: #"{"by":\#(number)}"#.utf8) }
            #expect(error?.description == "\"by\" must be a whole number", "\(number)")
        }
        for body in [#"{"value":1e999}"#, #"{"value":[-1e999,0]}"#] {
            let error = #expect(throws: WireError.self) { try WireJSON.decode(ParameterChange.self, from: body.utf8) }
            #expect(error?.description.contains("number") == true, "\(body)")
        }
    }

    @Test("a body must be JSON, and the refusal says where it is not")
    func strict() throws {
        for (body, sentence) in [
            (#"{"text":"1",}"#, "it is not JSON at line 1, column 13"),
            (#"{"text":"1","text":"2"}"#, "it has the key \"text\" twice at line 1, column 13"),
            ("\u{FEFF}{\"text\":\"1\"}", "it is not JSON at line 1, column 1"), (#"{"text":01}"#, "it is not JSON at line 1, column 10"),
        ] {
            let error = #expect(throws: WireError.self) { try WireJSON.decode(ParameterChange.self, from: body.utf8) }
            #expect(error?.description == sentence)
        }
        for (number, value) in [("0e1", 0), ("1e-400", 0), ("-0.0", 0), ("1E+2", 100)] as [(String, Double)] {
            #expect(try WireJSON.decode(ParameterChange.self, from: #"{"value":\#(number)}"#.utf8) == .value(.number(value)))
        }
        let wide = #"{"text":"1"}"#.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        #expect(throws: WireError.self) { try WireJSON.decode(ParameterChange.self, from: wide) }
    }

    @Test("the client passes on keys of a declaration with any JSON unchanged")
    func keys() throws {
        let parameter: [String: JSONValue] = [
            "options": .list([.text("heads"), .object(["id": .text("tails"), "label": .null])]), "max": .number(0.1),
            "grouping": .flag(true),
        ]
        let request = DeclareRequest(id: "a", parameter: parameter, value: .pair(1, 2), keep: true, by: "app")
        #expect(try WireJSON.decode(DeclareRequest.self, from: try WireJSON.encode(request)) == request)
    }

    @Test("a name that looks blank or has a line break is refused") func names() {
        for name in ["", " ", "\u{2003}", " \u{3000}\t", "a\nb", "a\u{2028}", String(repeating: "a", count: 65)] {
            #expect(!DeclareRequest.isName(name), "\(name.debugDescription)")
        }
        for name in ["a", " a", " \u{308}", String(repeating: "é", count: 64)] {
            #expect(DeclareRequest.isName(name), "\(name.debugDescription)")
        }
    }

    @Test("JSON that is not a value is refused with a message", arguments: ["null", "{}", "[1]", "[1,2,3]", #"["a","b"]"#, "[]"])
    func noValues(json: String) {
        let body = #"{"value":\#(json)}"#
        let error = #expect(throws: WireError.self) { try WireJSON.decode(ParameterChange.self, from: body.utf8) }
        #expect(error?.description == "a value is a number, a text, true, false, or a list of two numbers" || json == "null")
    }
}
