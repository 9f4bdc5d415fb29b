import FaderConfig
import FaderConsole
import FaderTargets
import FaderTesting
import FaderValues
import Testing

@Suite("Meters that show how loud something outside is")
struct LevelTests {
    private static let profiles = [
        "/usr/share/profiles/box.yaml":
            "version: 1\nname: Box\nprotocol: {name: mackie, without: [\"*\"]}\ncontrols: {fader.1: {input: cc 1 ch 1}}\n"
    ]

    private func config(_ lines: String) -> String {
        """
        version: 1
        targets: {studio: {obs: "127.0.0.1"}}
        parameters: {level: {unit: dB}}
        surfaces:
          desk:
            match: X
            profile: box
            meters: {strips: 2}
            controls: {fader.2: {input: "cc 2 ch 1"}}
            \(lines)

        """
    }

    @Test("a meter of a map or of strips shows an input of OBS, beside others that show parameters")
    func inputs() throws {
        let map = try contents(config("map: {meter.1: level, meter.2: {obs: studio, input: Mic}}"), profiles: Self.profiles)
        #expect(map.console.surfaces[0].panel.metered == [0: 0])
        #expect(map.console.surfaces[0].panel.levels.mapValues(\.name) == [1: "obs 127.0.0.1:4455 input Mic"])
        #expect(map.console.levels.count == 1 && map.settings.targets.isEmpty)
        let strips = try configuration(
            config(#"strips: {each: [Mic, Desk, Aux], meter: {obs: studio, input: "{}"}}"#), profiles: Self.profiles)
        #expect(
            strips.decks[0].pages[0].levels.mapValues(\.name) == [
                0: "obs 127.0.0.1:4455 input Mic", 1: "obs 127.0.0.1:4455 input Desk", 2: "obs 127.0.0.1:4455 input Aux",
            ])
    }
}
