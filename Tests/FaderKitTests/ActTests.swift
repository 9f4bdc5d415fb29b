import FaderKit
import FaderKitTesting
import FaderTesting
import Synchronization
import Testing

struct ActTests {
    @Test("a gesture is one entry of the history, holds the parameter, and ends when a hand comes")
    func gesture() async throws {
        try await TestDaemon.with { daemon in
            let faders = try await daemon.faders(by: "drag")
            let level = try await faders.declare("drag.level", .number(0...1), default: 0)
            try await level.gesture { drag in
                for step in 1...10 { try await drag.move(to: Double(step) / 10) }
                #expect(await eventually { level.isTouched })
            }
            #expect(level.value == 1)
            #expect(await eventually { !level.isTouched })
            #expect(try await faders.undo() == ["drag.level"])
            #expect(await eventually { level.value == 0 })
            try await faders.redo()
            #expect(await eventually { level.value == 1 })

            let refusal = await #expect(throws: Refusal.self) {
                try await level.gesture { drag in
                    try await drag.move(to: 0.2)
                    try daemon.touch(fader: 1)
                    #expect(await eventually { (try? daemon.position(ofFader: 1)) != nil })
                    while true { try await drag.move(to: 0.3) }
                }
            }
            #expect(refusal?.reason == .inHand)
            try daemon.touch(fader: 1, false)
            await faders.close()
        }
    }

    @Test("a field judges drafts, writes on submit, is superseded by whoever moves the fader, and goes on after a restart")
    func field() async throws {
        try await TestDaemon.with { daemon in
            let faders = try await daemon.faders(by: "field")
            let cutoff = try await faders.declare("field.cutoff", .frequency(), default: 800)
            let field = cutoff.field()
            #expect(await field.text == "800 Hz")
            #expect(try await field.submit() == .unchanged(text: "800 Hz"))
            guard case .invalid(let message) = try await field.type("lou") else { throw Unexpected() }
            #expect(message.contains("for example"))
            #expect(try await field.type("1.2k") == .valid(text: "1200 Hz"))
            #expect(cutoff.value == 800)
            #expect(try await field.submit() == .committed(text: "1200 Hz", notice: nil))
            #expect(cutoff.value == 1_200)

            _ = try await field.type("300")
            try await daemon.move(fader: 1, to: 0)
            #expect(await eventually { cutoff.value == 20 })
            #expect(try await field.submit() == .superseded(text: "20 Hz", by: "virtual fader.1"))
            #expect(await field.text == "20 Hz")

            _ = try await field.type("400")
            #expect(try await field.cancel() == .unchanged(text: "20 Hz"))

            _ = try await field.type("500")
            await daemon.stop()
            #expect(await eventually { !cutoff.isLive })
            try await daemon.start()
            #expect(await eventually { cutoff.isLive })
            #expect(try await field.submit() == .committed(text: "500 Hz", notice: nil))
            await faders.close()
        }
    }

    @Test("every press of a trigger is told, by whom, and a program presses those of others")
    func triggers() async throws {
        try await TestDaemon.with { daemon in
            let faders = try await daemon.faders(by: "press")
            let chorus = try await faders.declare(trigger: "press.chorus", label: "Chorus")
            let presses = Mutex<[String?]>([])
            chorus.onPress { press in presses.withLock { $0.append(press.by) } }
            let other = try await daemon.faders(by: "other")
            try await other.trigger("press.chorus").press()
            #expect(await eventually { presses.withLock { $0 } == ["other"] })
            try daemon.press(button: 1)
            #expect(await eventually { presses.withLock { $0 } == ["other", "virtual select.1"] })
            let refusal = await #expect(throws: Refusal.self) { try await other.trigger("press.none").press() }
            #expect(refusal?.reason == .unknown)
            await faders.close()
            await other.close()
        }
    }

    @Test("parameters of others are followed and set; lists, snapshots")
    func others() async throws {
        let config = TestDaemon.config + "parameters: {master: {type: decibel}}\n"
        try await TestDaemon.with(config: config) { daemon in
            let faders = try await daemon.faders(by: "others")
            let master = faders["master"]
            #expect(await eventually { master.isLive })
            #expect(master.value == .number(0))
            try await master.set(text: "-6")
            #expect(master.value.number == -6)
            try await faders.snapshots.save("verse")
            try await master.set(.number(-12))
            #expect(try await faders.snapshots.list() == ["verse"])
            try await faders.snapshots.recall("verse", over: .zero)
            #expect(await eventually { master.value == .number(-6) })
            try await faders.snapshots.delete("verse")
            #expect(try await faders.list("mas").map(\.text) == ["-6.0 dB"])
            let none = faders["no.such"]
            #expect(none.value == .nothing)
            let refusal = await #expect(throws: Refusal.self) { try await none.set(.number(1)) }
            #expect(refusal?.reason == .unknown)
            await faders.close()
        }
    }

    @Test("a value that its target has not told, and nobody has set, is not known, also in a list, and while a hand is on it")
    func known() async throws {
        let config =
            TestDaemon.config + """
                    map: {fader.1: held}
                targets: {studio: {obs: "127.0.0.1:1"}}
                parameters:
                  plain: {}

                """ + ["mic", "held", "put", "other"].map { "  \($0): {type: decibel, target: {obs: studio, input: \($0)}}\n" }.joined()
        try await TestDaemon.with(config: config) { daemon in
            let faders = try await daemon.faders(by: "known")
            let (mic, held, put, other) = (faders["mic"], faders["held"], faders["put"], faders["other"])
            #expect(!faders["no.such"].isKnown)
            #expect(await eventually { mic.isLive && put.isLive && faders["plain"].isKnown })
            #expect([mic, held, put, other].map(\.isKnown) == [false, false, false, false])
            #expect(mic.text == "–" && mic.value == .number(0))
            #expect(try await faders.list("mic", "plain").map { [$0.id, $0.text] } == [["plain", "0.00"], ["mic", "–"]])
            #expect(try await faders.list("mic", "plain").map(\.isKnown) == [true, false])
            var changes = mic.changes.makeAsyncIterator()
            #expect(await changes.next()?.isKnown == false)
            let refusal = await #expect(throws: Refusal.self) { try await mic.step(by: 1) }
            #expect(refusal?.reason == .value)
            // The value is the same as before.
            let change = try await mic.set(.number(0))
            #expect(change.isKnown && change.text == "0.0 dB")
            #expect(await changes.next()?.isKnown == true)
            put.put(.number(-6))
            #expect(put.isKnown)
            let another = try await daemon.faders(by: "another")
            try await another["other"].set(.number(-3))
            #expect(await eventually { other.isKnown && other.value == .number(-3) })
            try daemon.touch(fader: 1)
            #expect(await eventually { held.isTouched })
            #expect(!held.isKnown && held.text == "–")
            await another.close()
            await faders.close()
        }
    }

    @Test("a consumer that never reads costs one change, and the newest is what it gets")
    func neverReads() async throws {
        try await TestDaemon.with { daemon in
            let faders = try await daemon.faders(by: "never")
            let level = try await faders.declare("never.level", .number(0...1, decimals: 3), default: 0)
            var sleeper = level.changes.makeAsyncIterator()
            for step in 1...300 { level.put(Double(step) / 1_000) }
            #expect(try await eventually { try await daemon.text(of: "never.level") == "0.300" })
            #expect(await eventually { level.text == "0.300" })
            #expect(await sleeper.next()?.value == 0.3)
            await faders.close()
            #expect(await sleeper.next() == nil)
        }
    }
}
