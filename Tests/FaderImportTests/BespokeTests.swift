import Testing

@testable import FaderImport

@Suite("Controllers of BespokeSynth")
struct BespokeTests {
    private static func group(_ keys: String, _ more: String = "\"rows\": 1, \"cols\": 2, \"controls\": [1, 2]") -> String {
        "{\"position\": [0, 0], \"dimensions\": [10, 10], \"spacing\": [20, 20], \(more)\(keys.isEmpty ? "" : ", ")\(keys)}"
    }

    private static func file(_ groups: [String], _ top: String = "") -> String {
        "{\(top)\"groups\": [\(groups.joined(separator: ","))]}"
    }

    @Test("comments and last commas are no part of the JSON, except in a text")
    func cleaned() {
        let text = "\u{FEFF}{ // a \"\n\"b//\\\"/*\": [1, /* , */ 2 , ], \"c\": \",]\",}"
        let clean = String(decoding: JSONCleaner.cleaned(Array(text.utf8)), as: UTF8.self).split(separator: " ").joined()
        #expect(clean == "{\n\"b//\\\"/*\":[1,2],\"c\":\",]\"}")
        for end in ["/", "/*", "//", "\"", "\"\\", ","] { #expect(JSONCleaner.cleaned(Array(end.utf8)).count == end.utf8.count) }
    }

    @Test(
        "the groups say what a control is",
        arguments: [
            ("", ["fader.1: {input: \"cc 1 ch {channel}\"", "fader.2: {input: \"cc 2 ch {channel}\""]),
            ("\"drawType\": \"knob\"", ["knob.1: {input: \"cc 1 ch {channel}\"", "knob.2: {input: \"cc 2 ch {channel}\""]),
            (
                "\"drawType\": \"button\", \"messageType\": \"note\"",
                ["button.1: {input: \"note 1 ch {channel}\"", "button.2: {input: \"note 2 ch {channel}\""]
            ),
            (
                "\"messageType\": \"program\"",
                ["button.1: {input: \"program ch {channel} = 1\"", "button.2: {input: \"program ch {channel} = 2\""]
            ),
            (
                "\"incremental\": true, \"messageType\": \"cc\"",
                [
                    "encoder.1: {input: \"cc 1 ch {channel}\", relative: offset",
                    "encoder.2: {input: \"cc 2 ch {channel}\", relative: offset",
                ]
            ),
            (
                "\"messageType\": \"note\", \"drawType\": \"button\", \"colors\": [0, 1, 3]",
                [
                    "button.1: {input: \"note 1 ch {channel}\", motor: true, lamp: {off: 0, on: 3}",
                    "button.2: {input: \"note 2 ch {channel}\", motor: true, lamp: {off: 0, on: 3}",
                ]
            ),
        ])
    func group(keys: String, entries: [String]) throws {
        let profile = try profile(of: Self.file([Self.group(keys)]), "Box.json")
        let places = [", place: {row: 1, column: 1}}", ", place: {row: 1, column: 2}}"]
        #expect(controls(profile) == zip(entries, places).map { $0 + $1 })
        #expect(profile.title == "Box" && profile.name == "box")
    }

    @Test("14 bits are a pair 32 apart; a pitch bend needs no number; a channel of the file is fixed, one of the output is a setting")
    func messages() throws {
        let wide = Self.group("\"14bit\": true", "\"rows\": 1, \"cols\": 1, \"controls\": [33]")
        let bend = Self.group("\"messageType\": \"pitchbend\"", "\"rows\": 1, \"cols\": 1")
        let note = Self.group(
            "\"messageType\": \"note\", \"drawType\": \"button\", \"colors\": [1, 0]", "\"rows\": 1, \"cols\": 1, \"controls\": [9]")
        let free = try controls(profile(of: Self.file([wide, bend, note], "\"outchannel\": 8,")))
        #expect(
            free[0].hasPrefix("fader.1: {input: \"cc14 1 ch {channel}\"")
                && free[1].hasPrefix("fader.2: {input: \"pitchbend ch {channel}\""))
        #expect(free[2].hasPrefix("button.1: {input: \"note 9 ch {channel}\", motor: true, lamp: {off: 1, on: 0}"))
        let fixed = try controls(profile(of: Self.file([note], "\"channelfilter\": 10, \"outchannel\": 8,")))
        #expect(fixed[0].hasPrefix("button.1: {input: \"note 9 ch 10\", motor: \"note 9 ch 8\", lamp: {off: 1, on: 0}"))
    }

    @Test("rows and columns come from the places of all groups; a second control on a place has none")
    func places() throws {
        func group(_ x: Int, _ y: Int, _ number: Int) -> String {
            "{\"rows\": 1, \"cols\": 1, \"position\": [\(x), \(y)], \"dimensions\": [20, 20], \"controls\": [\(number)]}"
        }
        let profile = try profile(of: Self.file([group(100, 50, 1), group(0, 52, 2), group(103, 0, 3), group(101, 51, 4)]))
        #expect(
            controls(profile) == [
                "fader.1: {input: \"cc 1 ch {channel}\", place: {row: 2, column: 2}}",
                "fader.2: {input: \"cc 2 ch {channel}\", place: {row: 2, column: 1}}",
                "fader.3: {input: \"cc 3 ch {channel}\", place: {row: 1, column: 2}}", "fader.4: {input: \"cc 4 ch {channel}\"}",
            ])
    }

    @Test(
        "what is wrong is counted, or refused with a sentence",
        arguments: [
            ("{", "is not JSON at line 1"), ("{\"a\": 1}", "it has no list \"groups\""), ("{\"groups\": []}", "has no control"),
            ("{\"groups\": [{\"rows\": 1, \"cols\": 1, \"controls\": [128]}]}", "1 × a control with the number 128"),
            ("{\"groups\": [{\"rows\": 1e9, \"cols\": 1e9, \"controls\": [1]}]}", "1 × a group whose rows"),
            ("{\"groups\": [{\"rows\": 1, \"cols\": 1, \"controls\": [1.5, 1]}]}", "1 × a control beyond the rows"),
            (
                "{\"groups\": [{\"rows\": 1, \"cols\": 1, \"controls\": [40], \"14bit\": true, \"incremental\": true}]}",
                "1 × an encoder of 14 bits, which a profile cannot have"
            ),
            ("{\"groups\": 1, \"groups\": 2}", "has the key \"groups\" twice"),
            ("{\"groups\": \"" + String(repeating: "[", count: 9) + "\"}", "groups"),
        ])
    func wrong(text: String, reason: String) {
        #expect { try profile(of: text) } throws: { "\($0)".contains(reason) }
    }
}
