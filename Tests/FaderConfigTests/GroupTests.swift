import FaderConfig
import FaderConsole
import FaderValues
import Testing

@Suite("Groups in the config")
struct GroupTests {
    private func kit(_ groups: String) -> String {
        """
        version: 1
        lists: {drum: {kick: Kick, snare: Snare}}
        parameters:
          "{drum}.level": {type: decibel}
          "{drum}.mute": {kind: toggle}
          vocals: {type: decibel}
          pan: {type: pan}
          go: {kind: trigger}
          lamp: {kind: color}
          cut: {kind: range, min: -20, max: 0, unit: dB}
          meter: {type: decibel, target: {mqtt: house, topic: t, read-only: true}}
        targets: {house: {mqtt: "mqtt://h"}}
        groups:
        \(groups.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
        """
    }

    @Test("a group is a parameter in dB, its mute a toggle, and lists stand for members")
    func read() throws {
        let contents = try contents(
            kit(
                """
                drums: {of: ["{drum}.level"], label: Drums, short: Drm, color: red, mute: "{drum}.mute", recall-safe: true}
                band: {of: [drums, vocals], target: {osc: "10.0.0.1:9", address: /band}}
                """))
        let specs = contents.console.parameters
        func spec(_ id: String) throws -> ParameterSpec { try #require(specs.first { $0.id == id }) }
        let (drums, mute) = (try spec("drums"), try spec("drums.mute"))
        #expect(drums.members == ["kick.level", "snare.level"] && drums.group == "band")
        #expect(drums.label == "Drums" && drums.short == "Drm" && drums.color?.text == "#ff0000" && drums.isRecallSafe)
        #expect(drums.minimum == -.infinity && drums.maximum == 10 && drums.defaultValue == 0 && drums.unit == "dB")
        #expect(mute.members == ["kick.mute", "snare.mute"] && mute.label == "Drums mute" && mute.isRecallSafe)
        #expect(try spec("kick.level").group == "drums" && spec("kick.mute").group == "drums.mute" && spec("vocals").group == "band")
        #expect(try spec("pan").group == nil)
        #expect(contents.settings.targets.map(\.parameter).contains("band"))
        // Without any other parameter, too.
        expect("version: 1\ngroups: {a: {of: [1️⃣b]}}", ["1️⃣ error: there is no parameter \"b\""])
    }

    @Test("what cannot be a member is said at its place")
    func errors() {
        expect(
            kit(
                """
                a: {of: [1️⃣kick.levle, 2️⃣pan, 3️⃣go, 4️⃣lamp, 5️⃣cut, 6️⃣cut.low, 7️⃣kick.mute, 8️⃣meter, 9️⃣a]}
                """),
            [
                "1️⃣ error: there is no parameter \"kick.levle\"; did you mean \"kick.level\"?",
                "2️⃣ error: pan is not in dB: a group moves parameters with unit: dB",
                "3️⃣ error: go is a trigger, which has no value: no group can move it",
                "4️⃣ error: lamp is a color, which no group can move",
                "5️⃣ error: cut is a range, which no group can move",
                "6️⃣ error: cut.low is a part of a range or color, which no group can move",
                "7️⃣ error: kick.mute is a toggle, which belongs under mute:",
                "8️⃣ error: meter is read-only, because its target is: no group can move it",
                "9️⃣ error: a cannot be a member of itself",
            ])
        expect(
            kit(
                """
                a: {of: [vocals, 1️⃣vocals], mute: [kick.mute, 2️⃣kick.level]}
                b: {of: [3️⃣vocals, a]}
                c: {of: [4️⃣b]}
                d: {of: [5️⃣f]}
                f: {of: [6️⃣d]}
                """),
            [
                "1️⃣ error: vocals is in this group twice",
                "2️⃣ error: kick.level is not a toggle: mute: takes those that mute the members",
                "3️⃣ error: vocals is in a already, and can be in one group only",
                "4️⃣ error: b is a group of groups; groups can be in groups only once",
                "5️⃣ error: f is a group of groups; groups can be in groups only once",
                "6️⃣ error: d is a group of groups; groups can be in groups only once",
            ])
        expect(
            kit(
                """
                1️⃣vocals: {of: [kick.level]}
                2️⃣e: {label: E}
                f: {of: 3️⃣[]}
                g: {of: [snare.level], 4️⃣min: 0, 5️⃣lable: G}
                kick: {of: [kick.level], mute: 6️⃣[snare.mute]}
                """),
            [
                "1️⃣ error: vocals is a parameter already (line 6, column 3); rename the group, or leave the parameter out: the group is one",
                "2️⃣ error: the group e has no members; write of: [id, id]",
                "3️⃣ error: the group f has no members; write of: [id, id]",
                "4️⃣ error: unknown key \"min\" in a group",
                "5️⃣ error: unknown key \"lable\" in a group; did you mean \"label\"?",
                "6️⃣ error: kick.mute exists already (line 5, column 3); rename it, or leave mute: out",
            ])
    }

    @Test("a group has at most 64 members")
    func most() {
        let ids = (1...65).map { "p\($0)" }
        let parameters = ids.map { "  \($0): {type: decibel}" }.joined(separator: "\n")
        let members = ids.dropLast().joined(separator: ", ")
        expect(
            "version: 1\nparameters:\n\(parameters)\ngroups:\n  all: {of: [\(members), 1️⃣p65]}",
            ["1️⃣ error: all has 65 members; a group has at most 64"])
    }
}
