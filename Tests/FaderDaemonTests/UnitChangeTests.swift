import FaderAPI
import FaderDaemon
import FaderDisks
import FaderJSON
import FaderRig
import FaderServer
import FaderValues
import Testing

@Suite("A parameter whose unit changes, in the real daemon")
struct UnitChangeTests {
    private static let percent = Rig.config.replacing(
        "min: -70, max: 6, unit: dB, default: -12, decimals: 1", with: "min: 0, max: 100, unit: \"%\", decimals: 0"
    )
    .replacing("price: {kind: range, min: 0", with: "price: {kind: range, unit: kr, min: 0")

    @Test(
        "by a reload it starts at its default, the file keeps the old value, and the unit changed back brings it back, after a restart too")
    func reload() async throws {
        let memory = PowerLossFileSystem()
        try await Rig.with(memory) { rig in
            try await rig.set("master", "-6")
            let changes = try await rig.reload(Self.percent).changes
            #expect(
                changes.contains { $0.subject == .value && $0.text == "value changed: master from -6.0 dB to 0 %" },
                "\(changes.map(\.text))")
            #expect(try await rig.parameter("master").text == "0 %")
            #expect(rig.saved["master"] == .number(-6))
        }
        try await Rig.with(memory, config: Self.percent) { rig in
            #expect(try await rig.parameter("master").text == "0 %")
            #expect(rig.saved["master"] == .number(-6))
            try await rig.reload(Rig.config)
            #expect(try await rig.parameter("master").text == "-6.0 dB")
        }
        try await Rig.with(memory) { rig async throws in #expect(try await rig.parameter("master").text == "-6.0 dB") }
    }

    @Test("a value chosen in the new unit is the one that is kept; changed back, the parameter starts at its default")
    func chosen() async throws {
        let memory = PowerLossFileSystem()
        try await Rig.with(memory) { rig in
            try await rig.set("master", "-6")
            try await rig.reload(Self.percent)
            try await rig.set("master", "40")
            try await rig.reload(Rig.config)
            #expect(try await rig.parameter("master").text == "-12.0 dB")
        }
        try await Rig.with(memory) { rig async throws in #expect(try await rig.parameter("master").text == "-12.0 dB") }
        try await Rig.with(memory, config: Self.percent) { rig async throws in #expect(try await rig.parameter("master").text == "40 %") }
    }

    @Test("a unit changed while the daemon is stopped is noticed, though the file is of a version that knew no units")
    func stopped() async throws {
        let memory = PowerLossFileSystem()
        // Without a unit in the config, none is saved, as by an earlier version.
        let plain = Rig.config.replacing("unit: dB, ", with: "")
        try await Rig.with(memory, config: plain) { rig in try await rig.set("master", "-6") }
        try await Rig.with(memory) { rig async throws in #expect(try await rig.parameter("master").text == "-6.0 dB") }
        try await Rig.with(memory, config: Self.percent) { rig async throws in
            #expect(try await rig.parameter("master").text == "0 %")
            #expect(try await rig.daemon.history.entries(for: ViewerRequest())().map(\.changes[0].after) == ["-6 dB"])
        }
        // A reload that only adds a unit keeps the value.
        try await Rig.with(PowerLossFileSystem(), config: plain) { rig async throws in
            try await rig.set("master", "-6")
            try await rig.reload(Rig.config)
            #expect(try await rig.parameter("master").text == "-6.0 dB")
            try await rig.reload(Self.percent)
            #expect(try await rig.parameter("master").text == "0 %")
        }
    }

    @Test("history, undo and redo show and skip the values of another unit, with a sentence, and take them again when it is back")
    func history() async throws {
        try await Rig.with { rig in
            try await rig.set("pan", "5")
            try await rig.set("master", "-6")
            try await rig.set("master", "-3")
            try await rig.reload(Self.percent)
            let entries = try await rig.daemon.history.entries(for: ViewerRequest())()
            #expect(entries.map { "\($0.changes[0].before) → \($0.changes[0].after)" } == ["0 → 5", "-12 dB → -6 dB", "-6 dB → -3 dB"])
            let undone = try await rig.daemon.history.undo(UndoRequest(), for: ViewerRequest())
            #expect(undone.parameters.map(\.id) == ["pan"])
            #expect(undone.skipped == ["master stays as it is: -6 dB does not fit, because its unit is % now"])
            #expect(try await rig.parameter("master").text == "0 %")
            let nothing = try await refusal { try await rig.daemon.history.undo(UndoRequest(id: "master"), for: ViewerRequest()) }
            #expect(nothing?.status == 409 && nothing?.detail.contains("its unit is % now") == true, "\(nothing?.detail ?? "")")
            try await rig.reload(Rig.config)
            #expect(try await rig.daemon.history.undo(UndoRequest(), for: ViewerRequest()).parameters.map(\.text) == ["-6.0 dB"])
            try await rig.reload(Self.percent)
            let redo = try await refusal { try await rig.daemon.history.redo(UndoRequest(id: "master"), for: ViewerRequest()) }
            #expect(redo?.detail.contains("-3 dB does not fit") == true, "\(redo?.detail ?? "")")
            #expect(try await rig.parameter("master").text == "0 %")
        }
    }

    @Test("recall, diff, import and export leave out the values of another unit, with a sentence")
    func snapshots() async throws {
        try await Rig.with { rig in
            try await rig.set("master", "-6")
            try await rig.set("pan", "7")
            _ = try await rig.daemon.snapshots.save("a", SnapshotRequest())
            let export = await rig.daemon.exchange.export()
            try await rig.reload(Self.percent)
            try await rig.set("pan", "0")
            let contents = try await rig.daemon.snapshots.contents(of: "a", for: ViewerRequest())()
            let entry = contents.entries.first { $0.id == "master" }
            #expect(entry?.text == "-6 dB" && entry?.now == "0 %" && entry?.isSame == false)
            #expect(entry?.misfit == "master stays as it is: -6 dB does not fit, because its unit is % now")
            #expect(contents.entries.first { $0.id == "pan" }?.misfit == nil)
            let recalled = try await rig.daemon.snapshots.recall("a", RecallRequest(), for: ViewerRequest())
            #expect(recalled.skipped == ["master stays as it is: -6 dB does not fit, because its unit is % now"])
            #expect(try await rig.parameters(["master", "pan"]).map(\.text) == ["0 %", "7"])
            try await rig.set("pan", "1")
            for isDryRun in [true, false] {
                let result = try await rig.daemon.exchange.importDocument(export, isDryRun: isDryRun, for: ViewerRequest())
                #expect(result.skipped == ["master stays as it is: -6 dB does not fit, because its unit is % now"])
                #expect(!result.parameters.contains("master") && result.changes.map(\.id) == ["pan"])
            }
            #expect(try await rig.parameters(["master", "pan"]).map(\.text) == ["0 %", "7"])
            // The snapshots of an export keep their units.
            let text = String(decoding: await rig.daemon.exchange.export(), as: UTF8.self)
            #expect(
                text.contains(#""master": { "unit": "dB", "value": -6.0 }"#) && text.contains(#""master": { "unit": "%", "value": 0.0 }"#),
                "\(text)")
        }
    }

    @Test("both ends of a range begin anew, and its entries are skipped; choices, texts and what has no unit stay as they are")
    func others() async throws {
        try await Rig.with { rig in
            for (id, text) in [("price", "200..800"), ("side", "right"), ("name", "abc"), ("pan", "9")] { try await rig.set(id, text) }
            let kronor = Rig.config.replacing("price: {kind: range, min: 0", with: "price: {kind: range, unit: kr, min: 0")
            try await rig.reload(kronor)
            #expect(try await rig.parameter("price").text == "200…800 kr")
            try await rig.reload(kronor.replacing("unit: kr", with: "unit: EUR"))
            #expect(try await rig.parameter("price").text == "0…1000 EUR")
            #expect(try await rig.parameters(["side", "name", "pan"]).map(\.text) == ["right", "abc", "9"])
            let undone = try await refusal { try await rig.daemon.history.undo(UndoRequest(id: "price"), for: ViewerRequest()) }
            #expect(undone?.status == 409)
            try await rig.reload(kronor)
            #expect(try await rig.parameter("price").text == "200…800 kr")
        }
    }

    @Test("a currency is kept by its code: another sign for it is no other unit, another currency is")
    func currency() async throws {
        func config(_ currency: String, locale: String) -> String {
            Rig.config.replacing("version: 1\n", with: "version: 1\nlocale: \(locale)\n")
                .replacing("  pan: {", with: "  fee: {min: 0, max: 1000, currency: \(currency)}\n  pan: {")
        }
        try await Rig.with(config: config("USD", locale: "en_US")) { rig in
            try await rig.set("fee", "12")
            try await rig.reload(config("USD", locale: "sv_SE"))
            #expect(try await rig.parameter("fee").value == .number(12))
            try await rig.reload(config("SEK", locale: "sv_SE"))
            #expect(try await rig.parameter("fee").value == .number(0))
        }
    }

    @Test("a declared parameter that comes back with another unit starts at its default, or at its first value")
    func declared() async throws {
        try await Rig.with { rig in
            let session = SessionID(5)
            func declare(_ unit: String, value: Value? = nil) async throws -> String {
                let request = DeclareRequest(
                    id: "app.level", parameter: ["min": .number(0), "max": .number(10), "decimals": .number(0), "unit": .text(unit)],
                    value: value)
                let made = try await rig.daemon.declarations.declare(
                    request, body: try WireJSON.encode(request), for: ViewerRequest(), in: session)
                return made[0].text
            }
            #expect(try await declare("dB") == "0 dB")
            try await rig.set("app.level", "4")
            _ = try await rig.daemon.declarations.undeclare("app.level", in: session)
            #expect(try await declare("dB") == "4 dB")
            _ = try await rig.daemon.declarations.undeclare("app.level", in: session)
            #expect(try await declare("%") == "0 %")
            _ = try await rig.daemon.declarations.undeclare("app.level", in: session)
            #expect(try await declare("dB") == "4 dB")
            _ = try await rig.daemon.declarations.undeclare("app.level", in: session)
            #expect(try await declare("ms", value: .number(3)) == "3 ms")
        }
    }
}
