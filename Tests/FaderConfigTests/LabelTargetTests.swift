import FaderConsole
import FaderValues
import Testing

@testable import FaderConfig

@Suite("Labels that a target tells")
struct LabelTargetTests {
    @Test("a label names a target that is only read, several may have the same, and a written one counts instead")
    func read() throws {
        let contents = try contents(
            """
            version: 1
            lists: {ch: [kick, snare]}
            targets: {foh: {osc: "192.168.1.10:10023", queries: true}, house: {mqtt: "mqtt://h"}, desk: {x32: 192.168.1.11}}
            parameters:
              "{ch}.level": {label: {osc: foh, address: "/ch/{nn}/config/name"}, target: {osc: foh, address: "/ch/{nn}/mix/fader"}}
              snare.level: {label: Snare}
              free: {label: {osc: foh, address: /ch/01/config/name}, type: percent}
              lamp: {label: {mqtt: house, topic: lamp, path: name}}
              vox: {label: {x32: desk, ch: 7, property: name}}
              go: {kind: trigger, label: {osc: foh, address: /name}}
            """)
        #expect(
            contents.settings.labels.map { "\($0.parameter): \($0.target.name)" } == [
                "kick.level: osc 192.168.1.10:10023 /ch/01/config/name", "free: osc 192.168.1.10:10023 /ch/01/config/name",
                "lamp: \(contents.settings.labels[2].target.name)", "vox: x32 192.168.1.11 /ch/07/config/name",
                "go: osc 192.168.1.10:10023 /name",
            ])
        #expect(contents.settings.labels.allSatisfy { $0.target.isReadOnly && !$0.leads })
        #expect(contents.settings.targets.map(\.parameter) == ["kick.level", "snare.level"])
        let specs = contents.console.parameters
        #expect(specs.map(\.label) == ["kick.level", "Snare", "free", "lamp", "vox", "go"])
        #expect(specs.map(\.hasOwnLabel) == [false, true, false, false, false, false])
    }
}
