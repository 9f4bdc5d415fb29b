import FaderJSON
import Testing

@testable import faderctl

@Suite("Short YAML on one line")
struct FlowTextTests {
    @Test(
        "it is read as a config reads it",
        arguments: [
            ("[a, 2]", #"["a", 2.0]"#), ("[ heads , tails,]", #"["heads", "tails"]"#), ("[]", "[]"), ("{}", "{}"),
            (#"{suffix: ":00h", words: {-inf: off}}"#, #"{ "suffix": ":00h", "words": { "-inf": "off" } }"#),
            ("{points: [[0, -70], [1, +6e0]]}", #"{ "points": [[0.0, -70.0], [1.0, 6.0]] }"#),
            ("{a: true, b: , 'c d': a:b}", #"{ "a": true, "b": null, "c d": "a:b" }"#), ("\"5\"", "\"5\""),
            (#"'it''s "so"'"#, #""it's \"so\"""#), (#""a\t\"ü\u00fc""#, #""a\t\"üü""#),
            ("[0x10, 1_0, inf, .5.]", #"["0x10", "1_0", "inf", ".5."]"#),
        ])
    func reads(text: String, json: String) {
        #expect(FlowText.value(text)?.rendered == json)
    }

    @Test(
        "malformed text is refused",
        arguments: ["[a", "{a", "{a: 1", "[a]]", "{a: 1, a: 2}", "{a}", "'a", "\"a", "\"a\" b", "[a b: c]", "\"\\x\""])
    func refuses(text: String) {
        #expect(FlowText.value(text) == nil)
    }

    @Test(
        "without quotes or brackets a number is a number, and anything else is the text itself",
        arguments: [
            ("5", "5.0"), ("-0.5", "-0.5"), ("true", "true"), ("heads", "\"heads\""), ("", "\"\""), ("%", "\"%\""), ("a: b", "\"a: b\""),
            ("nan", "\"nan\""),
            ("1e999", "\"1e999\""), ("٣", "\"٣\""),
        ])
    func plain(text: String, json: String) {
        #expect(FlowText.plain(text).rendered == json)
    }
}
