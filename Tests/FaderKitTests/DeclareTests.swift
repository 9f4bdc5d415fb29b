import FaderKit
import FaderKitTesting
import FaderTesting
import Testing

/// Cases of a choice.
enum Wave: String, CaseIterable { case sine, saw, square }

struct DeclareTests {
    @Test("what a program declares gets a fader; moving it is a change of the value, and setting the value moves the motor")
    func bothWays() async throws {
        try await TestDaemon.with { daemon in
            let faders = try await daemon.faders(by: "synth")
            let cutoff = try await faders.declare("synth.cutoff", .frequency(20...20_000), label: "Cutoff", default: 800)
            #expect(cutoff.value == 800)
            #expect(cutoff.text == "800 Hz")
            #expect(cutoff.isLive)

            var changes = cutoff.changes.makeAsyncIterator()
            #expect(await changes.next()?.value == 800)
            try await daemon.move(fader: 1, to: 1)
            var change = await changes.next()
            while change?.value != 20_000 { change = await changes.next() }
            #expect(change?.text == "20000 Hz")
            #expect(change?.position == 1)
            #expect([.touch, .hand].contains(change?.origin))

            let set = try await cutoff.set(text: "1.2k")
            #expect(set.value == 1_200)
            #expect(cutoff.value == 1_200)
            #expect(await eventually { (try? daemon.position(ofFader: 1)).map { abs($0 - 0.593) < 0.01 } ?? false })
            await faders.close()
        }
    }

    @Test("every kind is declared, set and read back as its Swift type")
    func kinds() async throws {
        try await TestDaemon.with { daemon in
            let faders = try await daemon.faders(by: "kinds")
            let wave = try await faders.declare("k.wave", .choice(), default: Wave.saw)
            let mute = try await faders.declare("k.mute", .toggle(off: "open", on: "muted"), default: false)
            let count = try await faders.declare("k.count", .integer(0...127), default: 5)
            let name = try await faders.declare("k.name", .text(upTo: 8), default: "desk")
            let band = try await faders.declare("k.band", .range(0...1_000, gap: 10), default: 100...900)
            let tint = try await faders.declare("k.tint", .color, default: FaderColor(red: 255, green: 136, blue: 0))
            let level = try await faders.declare("k.level", .decibel(), default: -6)
            #expect(try await wave.set(.square).value == .square)
            #expect(wave.text == "square")
            #expect(try await mute.set(true).text == "muted")
            #expect(try await count.set(200).notice?.hasPrefix("clamped to 127") == true)
            #expect(count.value == 127)
            #expect(try await name.set("-inf").value == "-inf")
            #expect(try await band.set(200...300).value == 200...300)
            #expect(try await tint.set(FaderColor(red: 1, green: 2, blue: 3)).value == FaderColor(hex: "#010203"))
            #expect(try await level.set(text: "-inf").value == -.infinity)
            // Others see the same.
            try await daemon.set("k.level", "-inf")
            try await daemon.set("k.wave", "sine")
            #expect(await eventually { wave.value == .sine })
            #expect(level.value == -.infinity)
            #expect(faders["k.name"].value == .word("-inf"))
            await faders.close()
        }
    }

    @Test("a text that is no value, an id of the config and a range that is none are refused with sentences")
    func refusals() async throws {
        let config = TestDaemon.config + "parameters: {master: {type: decibel}, mute: {kind: toggle}}\n"
        try await TestDaemon.with(config: config) { daemon in
            let faders = try await daemon.faders(by: "wrong")
            let cutoff = try await faders.declare("w.cutoff", .frequency(), default: 800)
            var refusal = await #expect(throws: Refusal.self) { try await cutoff.set(text: "loud") }
            #expect(refusal?.reason == .value)
            #expect(refusal?.example != nil)
            #expect(refusal?.description.contains("loud") == true)
            refusal = await #expect(throws: Refusal.self) { try await cutoff.set(.nan) }
            #expect(refusal?.reason == .value)

            refusal = await #expect(throws: Refusal.self) { _ = try await faders.declare("mute", .number(0...1), default: 0) }
            #expect(refusal?.reason == .taken)
            #expect(refusal?.description.contains("in the config, as a toggle") == true)
            refusal = await #expect(throws: Refusal.self) { _ = try await faders.declare("w.flat", .number(1...1), default: 1) }
            #expect(refusal?.reason == .declaration)
            refusal = await #expect(throws: Refusal.self) { _ = try await faders.declare("W flat", .number(0...1), default: 1) }
            #expect(refusal?.reason == .declaration)
            refusal = await #expect(throws: Refusal.self) {
                _ = try await faders.declare("w.odd", .number(0...1, taper: "odd"), default: 1)
            }
            #expect(refusal?.description.contains("odd") == true)
            refusal = await #expect(throws: Refusal.self) { _ = try await Faders(by: "\n", socket: daemon.socket) }
            #expect(refusal?.reason == .declaration)

            // The same kind as in the config: it is that parameter.
            let master = try await faders.declare("master", .number(0...1), default: 0.5)
            #expect(master.text == "0.0 dB")
            try await master.set(-3)
            #expect(try await daemon.text(of: "master") == "-3.0 dB")
            #expect(faders.problems.isEmpty)
            await faders.close()
        }
    }

    @Test("a declared parameter goes with the connection, and before that if it is taken back")
    func goes() async throws {
        try await TestDaemon.with { daemon in
            let faders = try await daemon.faders(by: "goes")
            let one = try await faders.declare("g.one", .percent, default: 1)
            _ = try await faders.declare("g.two", .percent, default: 2)
            var changes = one.changes.makeAsyncIterator()
            _ = await changes.next()
            await one.takeBack()
            #expect(await changes.next() == nil)
            #expect(try await faders.list("g.").map(\.id) == ["g.two"])
            await faders.close()
            #expect(faders.status == .closed)
            let other = try await daemon.faders(by: "other")
            #expect(try await eventually { try await other.list("g.").isEmpty })
            let refusal = await #expect(throws: Refusal.self) { try await one.set(3) }
            #expect(refusal?.reason == .away)
            await other.close()
        }
    }

    @Test("more parameters than a session may have are declared on several")
    func many() async throws {
        try await TestDaemon.with { daemon in
            let faders = try await daemon.faders(by: "many")
            try await withThrowingDiscardingTaskGroup { group in
                for number in 0..<103 {
                    group.addTask { _ = try await faders.declare("many.p\(number)", .number(0...1), default: 0.5) }
                }
            }
            #expect(try await faders.list("many.").count == 103)
            try await daemon.set("many.p102", "0.25")
            #expect(await eventually { faders["many.p102"].value == .number(0.25) })
            await daemon.stop()
            try await daemon.start()
            #expect(await eventually { (0..<103).allSatisfy { faders["many.p\($0)"].isLive } })
            #expect(try await faders.list("many.").count == 103)
            #expect(faders["many.p102"].value == .number(0.25))
            #expect(faders.problems.isEmpty)
            await faders.close()
        }
    }
}
