import FaderAPI
import FaderDaemon
import FaderDisks
import FaderMIDI
import FaderRig
import FaderServer
import FaderValues
import Testing

@Suite("Reloads of the real daemon")
struct ReloadTests {
    private static let narrow = Rig.config.replacing("min: -70, max: 6", with: "min: -40, max: 0").replacing(
        "default: -12", with: "default: -20")

    @Test("a reload is all or nothing; values are kept and clamped to the new range, without an entry in the history")
    func reload() async throws {
        try await Rig.with { rig in
            try await rig.set("master", "-60")
            let problem = try await refusal { try await rig.reload(Rig.config.replacing("max: 6", with: "max: -80")) }
            #expect(problem?.status == 422 && problem?.diagnostics?.isEmpty == false)
            #expect(try await rig.parameter("master").text == "-60.0 dB")
            let changes = try await rig.reload(Self.narrow).changes
            #expect(changes.map(\.change) == [.changed, .clamped])
            #expect(try await rig.parameter("master").text == "-40.0 dB")
            #expect(try await rig.daemon.history.entries(for: ViewerRequest())().count == 1)
        }
    }

    @Test("recall and undo respect the present range")
    func olderValues() async throws {
        try await Rig.with { rig in
            try await rig.set("master", "-60")
            _ = try await rig.daemon.snapshots.save("low", SnapshotRequest())
            try await rig.set("master", "-30")
            try await rig.reload(Self.narrow)
            #expect(
                try await rig.daemon.snapshots.recall("low", RecallRequest(), for: ViewerRequest()).parameters.first { $0.id == "master" }?
                    .text
                    == "-40.0 dB")
            _ = try await rig.daemon.history.undo(UndoRequest(), for: ViewerRequest())
            #expect(try await rig.parameter("master").text == "-30.0 dB")
        }
    }

    @Test("a value changed by a reload is the same after a restart; a default that was never set stays one")
    func restart() async throws {
        let memory = PowerLossFileSystem()
        func texts(_ rig: Rig) async throws -> [String] { try await rig.parameters(["side", "name", "master", "pan"]).map(\.text) }
        try await Rig.with(memory) { rig in
            for (id, text) in [("side", "right"), ("name", "abc"), ("master", "5")] { try await rig.set(id, text) }
            try await rig.reload(
                Rig.config.replacing("[left, right]", with: "[left, middle]").replacing("default: desk", with: "default: d, max-length: 2"))
            try await rig.reload(Rig.config)
            #expect(try await texts(rig) == ["left", "d", "5.0 dB", "0"])
        }
        try await Rig.with(memory) { rig in
            let found = try await texts(rig)
            #expect(found == ["left", "d", "5.0 dB", "0"])
        }
        // The start clamps it: a later reload keeps the clamped value.
        try await Rig.with(memory, config: Self.narrow) { rig in
            #expect(try await rig.parameter("master").text == "0.0 dB")
            try await rig.reload(Rig.config)
            #expect(try await rig.parameter("master").text == "0.0 dB")
        }
        try await Rig.with(memory) { rig in
            let found = try await rig.parameter("master").text
            #expect(found == "0.0 dB")
        }
        let centred = Rig.config.replacing("max: 100, decimals: 0", with: "max: 100, default: 7, decimals: 0")
        try await Rig.with(memory, config: centred) { rig in
            let found = try await rig.parameter("pan").text
            #expect(found == "7")
        }
    }

    @Test("what a reload kept is the same after a restart, even if nobody had set it and the default is another one now")
    func keptDefaults() async throws {
        let memory = PowerLossFileSystem()
        let (orange, plain) = ("  tint: {kind: color, default: \"#ff8800\"}\n", "  tint: {kind: color}\n")
        // Another kind, and other options, with another default: side is the first option.
        let (number, integer) = ("  many: {max: 9, default: 5}\n", "  many: {kind: integer, max: 9, default: 7}\n")
        func texts(_ rig: Rig) async throws -> [String] {
            try await rig.parameters(["tint", "master", "name", "side", "many"]).map(\.text)
        }
        func config(_ color: String) -> String {
            let isOld = color == orange
            return Rig.config.replacing("surfaces:\n", with: color + (isOld ? number : integer) + "surfaces:\n").replacing(
                "[left, right]", with: isOld ? "[left, right]" : "[right, left]")
        }
        try await Rig.with(memory, config: config(orange)) { rig in
            try await rig.reload(
                config(plain).replacing("default: -12", with: "default: -20").replacing("default: desk", with: "default: box"))
            #expect(try await rig.set("tint.saturation", "70").text == "70 %")
            #expect(try await texts(rig) == ["#d98526", "-12.0 dB", "desk", "left", "5"])
        }
        try await Rig.with(memory, config: config(plain).replacing("default: desk", with: "default: box")) { rig in
            let found = try await texts(rig)
            #expect(found == ["#d98526", "-12.0 dB", "desk", "left", "5"])
            let history = try await rig.daemon.history.entries(for: ViewerRequest())()
            #expect(history.count == 1)
        }
    }

    @Test("the history says the same after a restart, also where a range no longer has a −∞")
    func silence() async throws {
        let memory = PowerLossFileSystem()
        let open = Rig.config.replacing("min: -70, max: 6", with: "taper: audio, min: -inf, max: 6")
        func told(_ rig: Rig) async throws -> [String] {
            try await rig.daemon.history.entries(for: ViewerRequest())().flatMap { $0.changes.map { "\($0.before) \($0.after)" } }
        }
        try await Rig.with(memory, config: open) { rig in
            try await rig.set("master", "-inf")
            try await rig.reload(Rig.config)
            #expect(try await told(rig) == ["-12.0 dB −∞ dB"])
        }
        try await Rig.with(memory) { rig in
            let found = try await told(rig)
            #expect(found == ["-12.0 dB −∞ dB"])
        }
    }

    @Test("what a reload clamped is the same after a restart, even if nobody had set it, with the other end of its range")
    func clampedDefaults() async throws {
        let memory = PowerLossFileSystem()
        let narrow = Rig.config.replacing("pan: {min: -100", with: "pan: {min: 10, default: 20").replacing(
            "max: 1000, gap: 10", with: "max: 500, gap: 10, default: [100, 400]")
        func values(_ rig: Rig) async throws -> [Value] { try await rig.parameters(["pan", "price"]).map(\.value) }
        try await Rig.with(memory) { rig in
            try await rig.reload(narrow)
            #expect(try await values(rig) == [.number(10), .pair(0, 500)])
        }
        try await Rig.with(memory, config: narrow) { rig in
            #expect(try await values(rig) == [.number(10), .pair(0, 500)])
            // Gone for a while, and back.
            try await rig.reload(narrow.replacing("  pan: {", with: "  other: {").replacing("fader.2: pan", with: "fader.2: other"))
            try await rig.reload(narrow)
            #expect(try await rig.parameter("pan").value == .number(10))
            #expect(try await rig.daemon.history.entries(for: ViewerRequest())().isEmpty)
        }
    }

    @Test("what a reload clamped but nobody set does not count as chosen for a target")
    func clampedTarget() async throws {
        let config = Rig.config.replacing("pan: {min: -100", with: "pan: {target: {exec: [\"/bin/true\"]}, min: -100")
        try await Rig.with(config: config) { rig in
            try await rig.reload(config.replacing("min: -100", with: "min: 10, default: 20"))
            try await rig.set("master", "1")
            #expect(try await rig.parameter("pan").value == .number(10) && rig.saved["master"] == .number(1))
            #expect(rig.saved["pan"] == nil)
        }
    }

    @Test("a color of which only one part was set keeps all parts when a reload changes its default or removes it for a while")
    func parts() async throws {
        let tint = { (keys: String) in Rig.config.replacing("  price:", with: "  tint: {kind: color\(keys)}\n  price:") }
        let first = tint(", default: \"#ff8800\"")
        for other in [tint(", default: \"#102030\""), tint(""), Rig.config] {
            let memory = PowerLossFileSystem()
            var shown: Value?
            try await Rig.with(memory, config: first) { rig in
                try await rig.set("tint.hue", "200")
                shown = try await rig.parameter("tint").value
                try await rig.reload(other)
            }
            try await Rig.with(memory, config: other) { rig in
                if other != Rig.config { #expect(try await rig.parameter("tint").value == shown) }
                try await rig.reload(tint(", default: \"#445566\""))
                let found = try await rig.parameter("tint").value
                #expect(found == shown)
            }
        }
        // The same without a restart.
        try await Rig.with(config: first) { rig in
            try await rig.set("tint.hue", "200")
            let shown = try await rig.parameter("tint").value
            try await rig.reload(Rig.config)
            try await rig.reload(tint(""))
            #expect(try await rig.parameter("tint").value == shown)
        }
    }

    @Test("typed values, moving faders, undo and reloads at once: every answer is right, and the final state is on the disk")
    func race() async throws {
        let memory = PowerLossFileSystem()
        var last = ""
        try await Rig.with(memory) { rig in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for number in 0..<40 {
                        let text = "\(-Double(number) / 2)"
                        #expect(try await rig.set("pan", "\(number)").text == "\(number)")
                        _ = try await rig.daemon.values.put("master", .text(text), for: ViewerRequest(), from: Caller(SessionID(0)))
                    }
                }
                group.addTask {
                    for number in 0..<200 {
                        try rig.surface.move(0, to: Position(Double(number % 100) / 100))
                        try await Task.sleep(for: .milliseconds(1))
                    }
                }
                group.addTask { for round in 0..<8 { try await rig.reload(round.isMultiple(of: 2) ? Self.narrow : Rig.config) } }
                group.addTask {
                    for _ in 0..<20 {
                        do { _ = try await rig.daemon.history.undo(UndoRequest(id: "master"), for: ViewerRequest()) } catch ServiceError
                            .nothingToUndo
                        {}
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await rig.parameter("pan").text == "39")
            last = try await rig.set("master", "-7").text
        }
        try await Rig.with(memory) { rig in
            let texts = try await rig.parameters(["master", "pan"]).map(\.text)
            #expect(texts == [last, "39"])
        }
    }
}
