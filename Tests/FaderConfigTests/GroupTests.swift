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

    private func desk(_ lines: String) -> String {
        kit("drums: {of: [snare.level, vocals, kick.level], mute: [kick.mute]}\nband: {of: [drums]}") + """

            surfaces:
              desk:
                match: D
                controls:
                  fader.1: {input: "cc 1 ch 1"}
                  fader.2: {input: "cc 2 ch 1", master: true}
                  mute.1: {input: "note 1 ch 1"}
                  f1: {input: "note 2 ch 1"}
                  f2: {input: "note 3 ch 1"}
            \(lines.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))
            """
    }

    @Test("spill makes a page of the members' strips, once for each group; the master fader has the group there")
    func spill() throws {
        let contents = try contents(
            desk(
                """
                strips: {each: drum, fader: "{}.level", mute: "{}.mute"}
                map: {f1: {action: spill, group: drums}, f2: {action: spill, group: band}}
                pages: {fx: {map: {f1: {action: spill, group: drums}}}}
                """))
        let deck = try #require(contents.console.decks.first)
        #expect(deck.pages.map(\.name) == ["main", "fx", "spill:drums", "spill:band"])
        #expect(deck.pages.map(\.spilled) == [nil, nil, "drums", "band"])
        func ids(_ kind: String, _ page: Int) -> [String?] {
            let column = deck.pages[page].columns.first { $0.kind == kind }
            return column?.cells.map { $0.parameter.map { contents.console.parameters[$0].id } } ?? []
        }
        #expect(ids("fader", 2) == ["snare.level", "vocals", "kick.level"])
        #expect(ids("mute", 2) == ["snare.mute", nil, "kick.mute"])
        #expect(ids("fader", 3) == ["drums"])
        let controls = contents.console.surfaces[0].controls
        #expect(controls[3].action == .page(2) && controls[4].action == .page(3))
        #expect(controls[1].jobs.map { $0.mapping.parameter.map { contents.console.parameters[$0].id } } == ["drums", "band"])
        #expect(controls[1].jobs.map(\.page) == [2, 3])
    }
}
