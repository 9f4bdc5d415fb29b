import FaderKit
import FaderKitTesting
import FaderTesting
import Observation
import Synchronization
import Testing

/// A model as a program with a user interface has it.
@Observable
final class Model {
    @ObservationIgnored @Fader("model.drive", 0...1, label: "Drive") var drive = 0.2
    @ObservationIgnored @Fader("model.wave") var wave = Wave.saw
    @ObservationIgnored @Fader("model.mute") var mute = false
    @ObservationIgnored @Fader("model.count", 0...9) var count = 3
    @ObservationIgnored @Fader("model.name") var name = "lead"
    @ObservationIgnored @Fader("model.tint") var tint = FaderColor(red: 1, green: 2, blue: 3)
    @ObservationIgnored @Fader("model.band", .range(0...10)) var band = 2.0...8.0
}

/// The same property in a type that is bound to an actor.
@MainActor
struct Bound {
    @Fader("bound.level", .decibel()) var level = -6.0
}

struct PropertyTests {
    @Test("properties of every kind have their defaults, follow the daemon, and tell Observation")
    func observed() async throws {
        try await TestDaemon.with { daemon in
            let faders = try await daemon.faders(by: "model")
            let model = Faders.$shared.withValue(faders) { Model() }
            #expect(model.drive == 0.2)
            #expect(await eventually { model.$band.isLive })
            #expect(faders.problems.isEmpty)
            #expect(model.$drive.text == "0.20")

            let seen = Mutex(0)
            withObservationTracking {
                _ = model.drive
            } onChange: {
                seen.withLock { $0 += 1 }
            }
            try await daemon.set("model.drive", "0.7")
            #expect(await eventually { model.drive == 0.7 })
            #expect(seen.withLock { $0 } == 1)

            try await daemon.set("model.wave", "sine")
            try await daemon.set("model.mute", "on")
            try await daemon.set("model.count", "7")
            try await daemon.set("model.name", "bass")
            try await daemon.set("model.tint", "#ff0000")
            try await daemon.set("model.band", "1..5")
            #expect(await eventually { model.band == 1...5 })
            #expect(model.wave == .sine)
            #expect(model.mute)
            #expect(model.count == 7)
            #expect(model.name == "bass")
            #expect(model.tint == FaderColor(hex: "#ff0000"))
            await faders.close()
        }
    }

    @Test("a value that is set counts at once, the newest is what the daemon has in the end, and a clamp comes back")
    func optimistic() async throws {
        try await TestDaemon.with { daemon in
            let faders = try await daemon.faders(by: "model")
            let model = Faders.$shared.withValue(faders) { Model() }
            for step in 1...200 {
                model.drive = Double(step) / 400
                #expect(model.drive == Double(step) / 400)
                model.count = step % 10
            }
            #expect(await eventually { model.$drive.isLive && model.$count.isLive })
            #expect(try await eventually { try await daemon.text(of: "model.drive") == "0.50" })
            #expect(try await eventually { try await daemon.text(of: "model.count") == "0" })
            #expect(model.drive == 0.5)
            model.drive = 7
            #expect(await eventually { model.drive == 1 })
            await faders.close()
        }
    }

    @Test("a value that is refused goes back, and the refusal is told")
    func refused() async throws {
        try await TestDaemon.with { daemon in
            let faders = try await daemon.faders(by: "model")
            let model = Faders.$shared.withValue(faders) { Model() }
            #expect(await eventually { model.$band.isLive })
            var refusals = model.$name.refusals.makeAsyncIterator()
            model.name = "two\nlines"
            model.drive = 0.9
            #expect(await refusals.next()?.reason == .value)
            #expect(model.name == "lead")
            // What was sent together with it is set.
            #expect(try await eventually { try await daemon.text(of: "model.drive") == "0.90" })
            await faders.close()
        }
    }

    @Test("a property that cannot be declared is a property, and its problem says why; the problem goes with its reason")
    func problems() async throws {
        let config = TestDaemon.config + "parameters: {model.drive: {kind: toggle}}\n"
        try await TestDaemon.with(config: config) { daemon in
            let faders = try await daemon.faders(by: "model")
            let model = Faders.$shared.withValue(faders) { Model() }
            #expect(await eventually { !faders.problems.isEmpty })
            #expect(faders.problems.map(\.reason) == [.taken])
            model.drive = 0.4
            #expect(model.drive == 0.4)
            try await daemon.reload(TestDaemon.config)
            #expect(await eventually { faders.problems.isEmpty && model.$drive.isLive })
            #expect(try await eventually { try await daemon.text(of: "model.drive") == "0.40" })
            await faders.close()
        }
    }

    @Test("a property of a type that is bound to an actor is read without await")
    func bound() async throws {
        try await TestDaemon.with { daemon in
            let faders = try await daemon.faders(by: "bound")
            let level = await MainActor.run {
                let bound = Faders.$shared.withValue(faders) { Bound() }
                #expect(bound.level == -6)
                bound.level = -12
                #expect(bound.level == -12)
                return bound.$level
            }
            #expect(await eventually { level.isLive })
            #expect(try await eventually { try await daemon.text(of: "bound.level") == "-12.0 dB" })
            await faders.close()
        }
    }
}
