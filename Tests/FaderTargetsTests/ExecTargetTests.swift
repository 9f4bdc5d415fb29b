import Testing

@testable import FaderTargets

struct ExecTargetTests {
    @Test func knownNamesInBracesAreReplacedWhereverTheyAre() {
        let values = ["value": "5", "text": "5 %"]
        let filled = [
            "{value}": "5", "{text}: {value}": "5 %: 5", "{other} {value}": "{other} 5",
            "{\"on\": true, \"bri\": {value}}": "{\"on\": true, \"bri\": 5}",
            "{{value}}": "{5}", "{value": "{value", "{": "{", "}{value}": "}5", "{}": "{}", "": "",
        ]
        for (text, wanted) in filled { #expect(ExecTarget.filled(text, values) == wanted) }
    }
}
