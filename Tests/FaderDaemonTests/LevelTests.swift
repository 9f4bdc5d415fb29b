import FaderAPI
import FaderConsole
import FaderMIDI
import FaderRig
import FaderServer
import FaderSystem
import FaderValues
import Testing

@testable import FaderDaemon
@testable import FaderTargets

@Suite("Meters that show how loud something outside is, in the real daemon")
struct LevelTests {
    private static let config = """
        version: 1
        targets: {studio: {obs: "127.0.0.1:9"}}
        parameters: {level: {min: -60, max: 0, unit: dB}}
        surfaces:
          virtual:
            match: "faderd virtual"
            meters: {strips: 2}
            controls:
              fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}
              fader.2: {input: "pitchbend ch 2", motor: true, touch: "note 105 ch 1"}
              right: {input: "note 16 ch 1"}
            strips: [{fader: level, meter: {obs: studio, input: Mic}}, {fader: level, meter: {obs: studio, input: Desk}}, {fader: level, meter: {obs: studio, input: Aux}}]
            map: {right: {action: bank, by: 1}}

        """

    private func levels(_ rig: Rig) async throws -> [String] {
        try #require(await rig.daemon.surfaces.all()()[0].panel).meters.map { "\($0.strip) \($0.target ?? $0.parameter ?? "") \($0.level)" }
    }

    @Test("the loudest level since the last look lights a meter, in its bank; nothing of it is a change")
    func shown() async throws {
        try await Rig.with(config: Self.config) { rig in
            let targets = await rig.daemon.commands.targets
            let all = await rig.daemon.commands.mirror.catalog.configuration.decks[0].pages[0].levels
            let (mic, aux) = (try #require(all[0]), try #require(all[2]))
            let name = "obs 127.0.0.1:9 input"
            #expect(try await levels(rig) == ["1 \(name) Mic 0", "2 \(name) Desk 0"])
            await Task { @Owner in
                // Before the owner looks.
                for level in [-20, -6, -40.0] { targets.note(level, of: mic) }
            }.value
            targets.note(-20, of: aux)
            try await rig.until("the meter is lit") { try await levels(rig) == ["1 \(name) Mic 10", "2 \(name) Desk 0"] }
            try rig.surface.click(#require(rig.surface.device.control(named: "mute.1")), times: 1)
            try await rig.until("the bank") { try await levels(rig) == ["1 \(name) Desk 0", "2 \(name) Aux 0"] }
            targets.note(0, of: aux)
            try await rig.until("its meter is full") { try await levels(rig) == ["1 \(name) Desk 0", "2 \(name) Aux 13"] }
            targets.note(-.infinity, of: aux)
            try await rig.until("it is gone") { try await levels(rig).last == "2 \(name) Aux 0" }
            #expect(try await rig.daemon.history.entries(for: ViewerRequest())().isEmpty)
            #expect(try await rig.parameter("level").revision == 0)
        }
    }

    @Test("from full scale on everything is lit, below it what a parameter in decibels would light, and silence nothing")
    func law() {
        #expect(
            [0, 3, .infinity, -0.1, -20, -60, -70, -.infinity, .nan].map { ValueText.meterLevel(ofPeak: $0, highest: 13) } == [
                13, 13, 13, 11, 6, 0, 0, 0, 0,
            ])
    }
}
