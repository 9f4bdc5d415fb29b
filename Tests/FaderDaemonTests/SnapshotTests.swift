import FaderAPI
import FaderDaemon
import FaderRig
import FaderServer
import FaderValues
import Testing

@Suite("Snapshots of the real daemon")
struct SnapshotTests {
    private static let safe = Rig.config.replacing("decimals: 1}", with: "decimals: 1, recall-safe: true}")
        .replacing("gap: 10,", with: "gap: 10, recall-safe: true,")
    private let nobody = ViewerRequest()

    /// Whether a recall that takes no time has set these values.
    private func texts(_ rig: Rig, _ ids: String...) async throws -> [String] { try await rig.parameters(ids).map(\.text) }

    @Test("a recall fades as its snapshot was saved, which saving again leaves; 0 sets at once, and 0 at a save removes the fade")
    func fades() async throws {
        try await Rig.with { rig in
            let (daemon, nobody) = (rig.daemon, nobody)
            #expect(try await daemon.snapshots.save("verse", SnapshotRequest(over: 600)).over == 600)
            #expect(try await daemon.snapshots.save("verse", SnapshotRequest()).over == 600)
            #expect(try await daemon.snapshots.contents(of: "verse", for: nobody)().over == 600)
            try await rig.set("master", "-50")
            #expect(try await daemon.snapshots.recall("verse", RecallRequest(), for: nobody).over == 600)
            #expect(try await rig.parameter("master").ownedBy == .recall)
            let atOnce = try await daemon.snapshots.recall("verse", RecallRequest(over: 0), for: nobody)
            #expect(atOnce.over == nil && atOnce.parameters.first { $0.id == "master" }?.text == "-12.0 dB")
            #expect(try await rig.parameter("master").ownedBy == nil)
            #expect(try await daemon.snapshots.recall("verse", RecallRequest(over: 3), for: nobody).over == 3)
            #expect(try await daemon.snapshots.save("verse", SnapshotRequest(over: 0)).over == nil)
            try await rig.set("master", "-50")
            #expect(try await daemon.snapshots.recall("verse", RecallRequest(), for: nobody).over == nil)
            #expect(try await texts(rig, "master") == ["-12.0 dB"])
            for seconds in [-1, 600.5, .infinity] {
                #expect(try await refusal { try await daemon.snapshots.save("verse", SnapshotRequest(over: seconds)) }?.status == 422)
                #expect(
                    try await refusal { try await daemon.snapshots.recall("verse", RecallRequest(over: seconds), for: nobody) }?.status
                        == 422)
            }
        }
    }

    @Test("what is recall-safe is saved, and recalled only by its whole id or that of its compound, which explain tells")
    func recallSafe() async throws {
        try await Rig.with(config: Self.safe) { rig in
            let (daemon, nobody) = (rig.daemon, nobody)
            _ = try await daemon.snapshots.save("verse", SnapshotRequest())
            let contents = try await daemon.snapshots.contents(of: "verse", for: nobody)()
            #expect(contents.entries.filter { $0.recallSafe == true }.map(\.id) == ["master", "price.high", "price.low"])
            #expect(try await rig.parameters(["master", "price"]).allSatisfy { $0.recallSafe == true })
            #expect(try await rig.parameter("pan").recallSafe == nil)
            for (id, text) in [("master", "-50"), ("pan", "7"), ("price", "100..200")] { try await rig.set(id, text) }
            _ = try await daemon.snapshots.recall("verse", RecallRequest(), for: nobody)
            #expect(try await texts(rig, "master", "pan", "price") == ["-50.0 dB", "0", "100…200"])
            for id in ["master", "price"] {
                let decisions = try await daemon.parameters.explain(id, for: nobody).decisions
                #expect(decisions.contains { $0.decision == "not recalled: recall-safe" && $0.origin == "recall" }, "\(decisions)")
            }
            #expect(try await !daemon.parameters.explain("pan", for: nobody).decisions.contains { $0.decision.hasPrefix("not recalled") })
            // A prefix and a pattern do not name it.
            for word: IDPatterns in ["mast", "mas*", "pri"] {
                let problem = try await refusal { try await daemon.snapshots.recall("verse", RecallRequest(only: word), for: nobody) }
                #expect(problem?.status == 422 && problem?.detail.contains("recall-safe") == true, "\(problem?.detail ?? "")")
            }
            let range = try await refusal { try await daemon.snapshots.recall("verse", RecallRequest(only: "pri"), for: nobody) }
            #expect(range?.detail == "nothing is recalled, because price is recall-safe; to recall it, name its whole id: --only price")
            try await rig.set("pan", "7")
            _ = try await daemon.snapshots.recall("verse", RecallRequest(only: ["m*", "pan"]), for: nobody)
            #expect(try await texts(rig, "master", "pan") == ["-50.0 dB", "0"])
            _ = try await daemon.snapshots.recall("verse", RecallRequest(only: "master"), for: nobody)
            _ = try await daemon.snapshots.recall("verse", RecallRequest(only: "price.low"), for: nobody)
            #expect(try await texts(rig, "master", "price") == ["-12.0 dB", "0…200"])
            _ = try await daemon.snapshots.recall("verse", RecallRequest(only: "price"), for: nobody)
            #expect(try await texts(rig, "price") == ["0…1000"])
            // Undo is no recall, and neither is an import.
            _ = try await daemon.history.undo(UndoRequest(id: "master"), for: nobody)
            #expect(try await texts(rig, "master") == ["-50.0 dB"])
            let document = await daemon.exchange.export()
            try await rig.set("master", "-1")
            _ = try await daemon.exchange.importDocument(document, isDryRun: false, for: nobody)
            #expect(try await texts(rig, "master") == ["-50.0 dB"])
        }
    }

    @Test("a reload can make a parameter recall-safe, which it tells; so can a program that declares it")
    func becomesSafe() async throws {
        try await Rig.with { rig in
            let (daemon, nobody) = (rig.daemon, nobody)
            let body = Array(##"{"id":"heat","parameter":{"recall-safe":true,"max":10},"by":"test"}"##.utf8)
            let declared = try await daemon.declarations.declare(
                try DeclareRequest.received(body), body: body, for: nobody, in: SessionID(7))
            #expect(declared.map(\.recallSafe) == [true])
            _ = try await daemon.snapshots.save("verse", SnapshotRequest())
            for id in ["heat", "pan"] { try await rig.set(id, "5") }
            let changes = try await rig.reload(Rig.config.replacing("pan: {", with: "pan: {recall-safe: true, ")).changes
            #expect(changes.map(\.text) == ["parameter changed: pan (recall-safe)"])
            _ = try await daemon.snapshots.recall("verse", RecallRequest(), for: nobody)
            #expect(try await texts(rig, "heat", "pan") == ["5.00", "5"])
        }
    }

    @Test("only and except take several words, each a prefix or a pattern; a word that selects nothing is refused")
    func selections() async throws {
        try await Rig.with { rig in
            let (daemon, nobody) = (rig.daemon, nobody)
            func saved(_ only: IDPatterns?, _ except: IDPatterns? = nil) async throws -> [String] {
                _ = try await daemon.snapshots.save("s", SnapshotRequest(only: only, except: except))
                return try await daemon.snapshots.contents(of: "s", for: nobody)().entries.map(\.id)
            }
            #expect(try await saved(["pan", "price.*"]) == ["pan", "price.high", "price.low"])
            #expect(try await saved(["p*"], ["*.low"]) == ["pan", "price.high"])
            #expect(try await saved(nil, ["price", "s?de"]) == ["master", "name", "pan"])
            #expect(try await saved([], []).count == 6)
            for (only, except) in [(["pan", "mastr"], nil), (nil, ["mastr"]), (["*x"], nil), (["pan"], ["p*"])]
                as [(IDPatterns?, IDPatterns?)]
            {
                let problem = try await refusal { try await daemon.snapshots.save("s", SnapshotRequest(only: only, except: except)) }
                #expect(problem?.status == 422)
                let recall = try await refusal {
                    try await daemon.snapshots.recall("s", RecallRequest(only: only, except: except), for: nobody)
                }
                #expect(recall?.status == 422)
            }
            _ = try await saved(["master", "pan"])
            for id in ["master", "pan", "side"] { try await rig.set(id, id == "side" ? "right" : "5") }
            // `side` is a parameter, even if it is not in the snapshot.
            let recalled = try await daemon.snapshots.recall("s", RecallRequest(except: ["side", "mas*"]), for: nobody)
            #expect(recalled.parameters.map(\.id) == ["pan"])
            let hint = try await refusal { try await daemon.snapshots.recall("s", RecallRequest(only: ["mastr"]), for: nobody) }
            #expect(hint?.detail == "no parameter in \"s\" begins with \"mastr\"; did you mean \"master\"?")
        }
    }

    @Test("snapshots are listed and exported in their order, which moves change; unknown names get the nearest one")
    func order() async throws {
        var document: [UInt8] = []
        try await Rig.with { rig in
            let daemon = rig.daemon
            func names() async -> [String] { await daemon.snapshots.all()().map(\.name) }
            for name in ["verse", "chorus", "bridge"] {
                _ = try await daemon.snapshots.save(name, SnapshotRequest(over: name == "verse" ? 2 : nil))
            }
            #expect(await names() == ["verse", "chorus", "bridge"])
            #expect(try await daemon.snapshots.move("bridge", MoveRequest(before: "chorus")).map(\.name) == ["verse", "bridge", "chorus"])
            #expect(try await daemon.snapshots.move("verse", MoveRequest()).map(\.name) == ["bridge", "chorus", "verse"])
            _ = try await daemon.snapshots.rename("chorus", RenameRequest(to: "a"))
            #expect(await names() == ["bridge", "a", "verse"])
            let first = try await refusal { try await daemon.snapshots.move("brigde", MoveRequest(before: "a")) }
            let second = try await refusal { try await daemon.snapshots.move("a", MoveRequest(before: "vers")) }
            #expect([first?.suggestion, second?.suggestion] == ["bridge", "verse"] && first?.status == 404 && second?.status == 404)
            document = await daemon.exchange.export()
        }
        try await Rig.with { rig in
            _ = try await rig.daemon.snapshots.save("a", SnapshotRequest(over: 9))
            _ = try await rig.daemon.exchange.importDocument(document, isDryRun: false, for: nobody)
            #expect(await rig.daemon.snapshots.all()().map(\.name) == ["bridge", "a", "verse"])
            #expect(await rig.daemon.snapshots.all()().map(\.over) == [nil, nil, 2])
        }
    }

    @Test("recall-next says where it is and what it would recall, and does that, whoever renames, moves or deletes snapshots meanwhile")
    func next() async throws {
        try await Rig.with { rig in
            let (snapshots, nobody) = (await rig.daemon.snapshots, nobody)
            func place() async -> [String?] {
                let place = await snapshots.place()
                return [place.previous, place.current, place.next]
            }
            #expect(await place() == [nil, nil, nil])
            #expect(try await refusal { try await snapshots.recallNext(RecallNextRequest(), for: nobody) }?.status == 422)
            for (name, pan) in [("a", "1"), ("b", "2"), ("c", "3"), ("d", "4")] {
                try await rig.set("pan", pan)
                _ = try await snapshots.save(name, SnapshotRequest(over: name == "b" ? 600 : nil, only: ["pan"]))
            }
            // Its values are in force.
            #expect(await place() == ["c", "d", nil])
            try await rig.set("pan", "9")
            #expect(await place() == ["d", nil, "a"])
            #expect(try await snapshots.recallNext(RecallNextRequest(), for: nobody).snapshot == "a")
            // Two presses at once are two steps, and one over its own seconds glides.
            async let first = snapshots.recallNext(RecallNextRequest(), for: nobody)
            async let second = snapshots.recallNext(RecallNextRequest(), for: nobody)
            #expect(try await Set([first.snapshot, second.snapshot]) == ["b", "c"])
            #expect(await place() == ["b", "c", "d"])
            #expect(try await snapshots.recallNext(RecallNextRequest(by: -1), for: nobody).over == 600)
            _ = try await snapshots.rename("b", RenameRequest(to: "bridge"))
            _ = try await snapshots.move("a", MoveRequest(before: "c"))
            #expect(await place() == [nil, "bridge", "a"])
            _ = try await snapshots.move("bridge", MoveRequest(before: "c"))
            _ = try await snapshots.delete("bridge")
            #expect(await place() == ["a", nil, "c"])
            #expect(try await snapshots.recallNext(RecallNextRequest(by: -1, over: 0), for: nobody).snapshot == "a")
            #expect(try await texts(rig, "pan") == ["1"])
        }
    }

    @Test("a fade is changed without the values, the time or the place of its snapshot")
    func otherFade() async throws {
        try await Rig.with { rig in
            let (snapshots, nobody) = (await rig.daemon.snapshots, nobody)
            for name in ["verse", "chorus"] { _ = try await snapshots.save(name, SnapshotRequest()) }
            let before = await snapshots.all()()
            try await rig.set("pan", "7")
            #expect(try await snapshots.fade("verse", FadeRequest(over: 2.5)).over == 2.5)
            var after = await snapshots.all()()
            #expect(after.map(\.over) == [2.5, nil])
            after[0].over = nil
            #expect(after == before)
            #expect(try await snapshots.contents(of: "verse", for: nobody)().entries.first { $0.id == "pan" }?.text == "0")
            #expect(try await snapshots.fade("verse", FadeRequest(over: 0)).over == nil)
            #expect(try await refusal { try await snapshots.fade("verse", FadeRequest(over: 601)) }?.status == 422)
            #expect(try await refusal { try await snapshots.fade("vers", FadeRequest(over: 1)) }?.suggestion == "verse")
        }
    }

    @Test("whoever asks for the minus sign gets it in every text, with a locale or without, and may type it")
    func minus() async throws {
        try await Rig.with { rig in
            let signed = ViewerRequest(hasMinusSign: true), german = ViewerRequest(languages: "de-DE", hasMinusSign: true)
            let (parameters, values) = (await rig.daemon.parameters, await rig.daemon.values)
            var texts: [String] = []
            for viewer in [signed, german, ViewerRequest(languages: "de-DE")] {
                texts.append(try await parameters.state(of: "master", for: viewer).text)
            }
            #expect(texts == ["−12.0 dB", "−12,0 dB", "-12,0 dB"])
            let edited = try await parameters.state(of: "master", for: german).editText
            let typed = try await values.check("master", text: "−6,5", for: german).text
            #expect(edited == "−12,0" && typed == "−6,5 dB")
        }
    }

    @Test("an import of snapshots alone leaves the values, whatever they are; a dry run leaves everything")
    func onlySnapshots() async throws {
        var document: [UInt8] = []
        try await Rig.with { rig in
            try await rig.set("pan", "40")
            _ = try await rig.daemon.snapshots.save("wide", SnapshotRequest())
            document = Array(
                String(decoding: await rig.daemon.exchange.export(), as: UTF8.self).replacing(
                    "{ \"value\": 40.0 },\n", with: "{ \"value\": true },\n"
                ).utf8)
        }
        try await Rig.with { rig in
            let (daemon, nobody) = (rig.daemon, nobody)
            #expect(try await refusal { try await daemon.exchange.importDocument(document, isDryRun: true, for: nobody) }?.status == 422)
            let dry = try await daemon.exchange.importDocument(document, onlySnapshots: true, isDryRun: true, for: nobody)
            #expect(dry.snapshots == ["wide"] && dry.parameters.isEmpty)
            #expect(await daemon.snapshots.all()().isEmpty)
            let done = try await daemon.exchange.importDocument(document, onlySnapshots: true, isDryRun: false, for: nobody)
            #expect(done.snapshots == ["wide"] && done.parameters.isEmpty && done.changes.isEmpty)
            #expect(try await texts(rig, "pan") == ["0"])
            #expect(try await daemon.history.entries(for: nobody)().isEmpty)
            _ = try await daemon.snapshots.recall("wide", RecallRequest(), for: nobody)
            #expect(try await texts(rig, "pan") == ["40"])
        }
    }

    @Test("numbers in what a reload and a refused import say are those of whoever asks")
    func locales() async throws {
        try await Rig.with { rig in
            let swedish = ViewerRequest(languages: "sv-SE")
            try await rig.set("master", "-60.5")
            try rig.write(
                config: Rig.config.replacing("min: -70, max: 6", with: "min: -40.5, max: 6").replacing(
                    "decimals: 0}\nsurfaces", with: "decimals: 1, gap: 12.5, out-of-range: reject}\nsurfaces"
                ).replacing("gap: 10,", with: ""))
            let changes = try await rig.daemon.configurations.reload(for: swedish).changes
            #expect(changes.filter { $0.subject == .value }.map(\.text) == ["value clamped: master from −60,5 dB to −40,5 dB"])
            func refused(_ values: String, _ viewer: ViewerRequest) async throws -> String {
                let document = Array("{\"faderd-export\": 1, \"parameters\": {\(values)}}".utf8)
                return try await refusal { try await rig.daemon.exchange.importDocument(document, isDryRun: false, for: viewer) }?.detail
                    ?? ""
            }
            let near = #""price.low": {"value": 500.5}, "price.high": {"value": 501}"#
            #expect(try await refused(near, swedish).contains("12,5"))
            #expect(try await refused(near, nobody).contains("12.5"))
            let wrong = #""price.low": {"value": 1000.5}"#
            #expect(try await refused(wrong, swedish).contains("1000,5"))
            let unknown = try await refusal { try await rig.daemon.configurations.reload(for: ViewerRequest(locale: "xx_QQ")) }
            #expect(unknown?.status == 422 && unknown?.detail.contains("xx_QQ") == true)
        }
    }

    @Test("of two fades that have not moved anything yet, undo stops the later one, then the earlier one, and then undoes what was before")
    func twoFades() async throws {
        let steps = Rig.config.replacing("decimals: 1}", with: "decimals: 1, step: 1}")
            .replacing("decimals: 0}\n  side", with: "decimals: 0, step: 1}\n  side")
        try await Rig.with(config: steps) { rig in
            let (daemon, nobody) = (rig.daemon, nobody)
            for (id, there, here) in [("master", "-20", "-19"), ("pan", "6", "5")] {
                try await rig.set(id, there)
                _ = try await daemon.snapshots.save(id, SnapshotRequest(only: [id]))
                try await rig.set(id, here)
            }
            // In steps of 1, neither moves for minutes.
            for id in ["pan", "master"] { _ = try await daemon.snapshots.recall(id, RecallRequest(over: 600), for: nobody) }
            func undone() async throws -> [String] {
                try await daemon.history.undo(UndoRequest(), for: nobody).parameters.map { "\($0.id) \($0.text)" }
            }
            #expect(try await undone() == ["master -19.0 dB"])
            #expect(try await rig.parameters(["master", "pan"]).map(\.ownedBy) == [nil, .recall])
            #expect(try await undone() == ["pan 5"])
            #expect(try await rig.parameters(["master", "pan"]).map(\.ownedBy) == [nil, nil])
            #expect(try await undone() == ["pan 6"])
        }
    }
}
