import FaderKit
import FaderKitTesting
import FaderTesting
import Testing

struct GroupTests {
    private static let config = """
        version: 1
        lists:
          drum: [kick, snare]
        parameters:
          kick: {type: decibel, default: -6}
          snare: {type: decibel, default: -10}
          "{drum}.mute": {kind: toggle}
        groups:
          drums: {of: ["{drum}"], mute: "{drum}.mute"}
        surfaces:
          virtual:
            match: "faderd virtual"
            controls:
              fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}
            map:
              fader.1: drums
        """

    @Test("a program moves a group: members follow and come back, a gesture and an undo are one for all, a hand refuses")
    func levels() async throws {
        try await TestDaemon.with(config: Self.config) { daemon in
            let faders = try await daemon.faders(by: "group")
            let (drums, kick, snare) = (faders["drums"], faders["kick"], faders["snare"])
            try await drums.gesture { drag in
                for step in 0...10 { try await drag.move(to: Double(10 - step) / 10) }
            }
            #expect(drums.value == .number(-.infinity))
            #expect(await eventually { kick.value == .number(-.infinity) && snare.value == .number(-.infinity) })

            await daemon.stop()
            try await daemon.start()
            #expect(await eventually { drums.isLive })
            try await drums.set(.number(-10))
            #expect(await eventually { kick.value == .number(-16) && snare.value == .number(-20) })
            try await kick.set(.number(-12))
            try await drums.set(.number(0))
            #expect(await eventually { kick.value == .number(-2) && snare.value == .number(-10) })

            #expect(try await faders.undo() == ["drums", "kick", "snare"])
            #expect(await eventually { kick.value == .number(-12) && snare.value == .number(-20) })

            try daemon.touch(fader: 1)
            #expect(await eventually { drums.isTouched })
            let refusal = await #expect(throws: Refusal.self) { try await drums.gesture { try await $0.move(to: 1) } }
            #expect(refusal?.reason == .inHand)
            #expect(kick.value == .number(-12))
            await faders.close()
        }
    }

    @Test("a program mutes a group and opens it again: only what the group muted is opened")
    func mutes() async throws {
        try await TestDaemon.with(config: Self.config) { daemon in
            let faders = try await daemon.faders(by: "group")
            let (group, kick, snare) = (faders["drums.mute"], faders["kick.mute"], faders["snare.mute"])
            try await kick.set(.flag(true))
            try await group.set(.flag(true))
            #expect(await eventually { snare.value == .flag(true) })
            try await group.set(.flag(false))
            #expect(await eventually { snare.value == .flag(false) })
            #expect(kick.value == .flag(true))
            await faders.close()
        }
    }
}
