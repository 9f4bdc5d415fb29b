import FaderAPI
import FaderDaemon
import FaderRig
import FaderServer
import FaderValues
import Testing

@Suite("Snapshots of the real daemon")
struct SnapshotTests {
    private let nobody = ViewerRequest()

    /// Whether a recall that takes no time has set these values.
    private func texts(_ rig: Rig, _ ids: String...) async throws -> [String] { try await rig.parameters(ids).map(\.text) }

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
}
