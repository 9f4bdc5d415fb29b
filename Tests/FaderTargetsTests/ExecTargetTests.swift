import FaderValues
import Testing

@testable import FaderTargets

struct ExecTargetTests {
    @Test func knownNamesInBracesAreReplacedWhereverTheyAre() {
        let values = ["value": "5", "text": "5 %", "once": "{value}"]
        let filled = [
            "{value}": "5", "{text}: {value}": "5 %: 5", "{once}": "{value}", "{other} {value}": "{other} 5",
            "{\"on\": true, \"bri\": {value}}": "{\"on\": true, \"bri\": 5}",
            "{{value}}": "{5}", "{value": "{value", "{": "{", "}{value}": "}5", "{}": "{}", "": "",
        ]
        for (text, wanted) in filled { #expect(text.replacingBraces { values[$0] } == wanted) }
    }

    @Test func eachTargetKnowsItsMarkInTheTextOfAllOfThem() {
        let text = RunMarks.text([("exec a", true, "1f"), ("exec b", false, "2e"), ("exec c", false, "3d")])
        #expect(["exec a", "exec b", "exec c"].map { RunMarks.mark(of: $0, in: text) } == ["1f", "2e", "3d"])
        #expect(RunMarks.mark(of: "exec d", in: text) == "1f", "that of the first, which has other arguments in it")
        let later = RunMarks.text([("exec b", false, "2e")])
        #expect(RunMarks.mark(of: "exec a", in: later) == nil && RunMarks.mark(of: "exec b", in: later) == "2e")
        #expect(RunMarks.text([]) == nil && RunMarks.mark(of: "exec a", in: nil) == nil)
        #expect(RunMarks.mark(of: "exec a", in: "9f") == "9f", "as a state file of an earlier version has it")
    }

    @Test func aProgramGetsAColorAsTextAndInItsThreeParts() {
        let scale = TargetScale(CompoundSpec(id: "lamp", kind: .color, parts: []).asNumber, .color)
        #expect(
            scale.words(of: 0xFF8800) == ["value": "#ff8800", "text": "#ff8800", "red": "255", "green": "136", "blue": "0"])
        #expect(
            ["#ff8800", "#f80", "orange", "5", "f80", ""].map { scale.value(parsing: $0) } == [0xFF8800, 0xFF8800, 0xFFA500, nil, nil, nil])
        #expect(scale.text(of: 0x00_00FF, for: Viewer()) == "#0000ff")
    }
}
