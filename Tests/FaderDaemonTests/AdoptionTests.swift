import FaderAPI
import FaderConfig
import FaderConsole
import FaderMIDI
import FaderRig
import FaderServer
import FaderSystem
import FaderTesting
import FaderValues
import Testing

@testable import FaderDaemon
@testable import FaderTargets

@Suite("What targets report reaches the MIDI thread without the owner")
struct AdoptionTests {
    private static let config = """
        version: 1
        parameters:
          level: {min: 0, max: 100, decimals: 0, target: {osc: "127.0.0.1:9", address: /level}}
          tint: {kind: color, target: {osc: "127.0.0.1:9", address: /tint}}
          title: {kind: text, target: {osc: "127.0.0.1:9", address: /title}}
        surfaces:
          virtual:
            match: "faderd virtual"
            controls: {fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}}
            map: {fader.1: level}

        """

    /// A daemon whose targets are bound, and what they report.
    private struct Desk: Sendable {
        let rig: Rig
        let targets: Targets
        let bindings: [String: BoundParameter]

        init(_ rig: Rig) async {
            await rig.daemon.bindings.configure()
            self.rig = rig
            targets = await rig.daemon.commands.targets
            let catalog = await rig.daemon.commands.mirror.catalog
            let all = catalog.settings.targets.map { binding in
                let spec = ParameterSpec(id: binding.parameter)
                return (binding.parameter, BoundParameter(spec: spec, target: binding.target, value: 0, isChosen: false))
            }
            bindings = Dictionary(uniqueKeysWithValues: all)
        }

        func report(_ value: Double, of id: String, isText: Bool = false) throws {
            let bound = try #require(bindings[id])
            targets.adopt(Targets.Request(ask: Targets.Ask(bound, isFound: false), value: value, isText: isText))
        }

        /// Where the fader is, in percent of its travel.
        var fader: Double { (rig.surface.device.position(of: 0).fraction * 100).rounded() }
    }

    private static func with(config: String = config, _ test: (Desk) async throws -> Void) async throws {
        try await Rig.with(config: config) { rig in
            let following = Task { await rig.daemon.followTargets() }
            defer { following.cancel() }
            try await test(Desk(rig))
        }
    }

    @Test("while the owner is busy the fader moves, and of what is reported meanwhile the newest follows; it is no entry of the history")
    func busyOwner() async throws {
        try await Self.with { desk in
            let (began, end) = (try Doorbell(), try Doorbell())
            Owner.submit {
                began.ring()
                end.wait(atMost: nil)
            }
            defer { end.ring() }
            await SeparateThread.run { began.wait(atMost: nil) }
            for value in [10.0, 20, 30] { try desk.report(value, of: "level") }
            try await desk.rig.until("the fader is at the first value") { desk.fader == 10 }
            end.ring()
            try await desk.rig.until("the newest value") { try await desk.rig.parameter("level").value == .number(30) }
            let level = try await desk.rig.parameter("level")
            #expect(level.origin == "target" && level.revision == 2 && desk.fader == 30)
            #expect(try await desk.rig.daemon.history.entries(for: ViewerRequest())().isEmpty)
        }
    }

    @Test("nothing that is reported waits for a reload that takes long: a number, a text, a color")
    func reload() async throws {
        try await Self.with { desk in
            let (mutexes, words) = await (desk.rig.daemon.mutexes, desk.rig.daemon.commands.mirror.catalog.words)
            await mutexes.reloading.lock()
            try desk.report(40, of: "level")
            try desk.report(words.number(of: "Verse"), of: "title", isText: true)
            try desk.report(Double(0x112233), of: "tint")
            try await desk.rig.until("all are set") {
                let values = try await desk.rig.parameters(["level", "title", "tint"]).map(\.value)
                return values == [.number(40), .word("Verse"), .word("#112233")]
            }
            await mutexes.reloading.unlock()
        }
    }

    @Test("a value for a configuration that is not in force any more, and one of another kind, arrive by way of the owner")
    func outdated() async throws {
        try await Self.with { desk in
            let adoptions = await desk.rig.daemon.commands.adoptions
            let plain = Adoptions.Plain(parameter: ParameterIndex(0), isText: false)
            _ = try await desk.rig.reload(Self.config.replacing("level: {min: 0", with: "rest: {}\n  level: {min: 0"))
            adoptions.configure(["level": plain], .first)
            for value in [50.0, 60] { try desk.report(value, of: "level") }
            try await desk.rig.until("the value") { try await desk.rig.parameter("level").value == .number(60) }
            #expect(try await desk.rig.parameter("rest").revision == 0)
            adoptions.configure(["title": plain], await desk.rig.daemon.commands.mirror.catalog.generation)
            let words = await desk.rig.daemon.commands.mirror.catalog.words
            try desk.report(words.number(of: "Chorus"), of: "title", isText: true)
            try await desk.rig.until("the text") { try await desk.rig.parameter("title").value == .word("Chorus") }
        }
    }

    @Test("a flood over many parameters arrives whole, while others can still ask")
    func flood() async throws {
        let ids = (1...300).map { "p\($0)" }
        let lines = ids.map { "  \($0): {max: 100, decimals: 0, target: {osc: \"127.0.0.1:9\", address: /\($0)}}\n" }.joined()
        try await Self.with(config: "version: 1\nparameters:\n\(lines)") { desk in
            for round in 1...2 { for id in ids { try desk.report(Double(round), of: id) } }
            try await desk.rig.set("p1", "50")
            try await desk.rig.until("the newest value of each") {
                try await desk.rig.parameters(ids).dropFirst().allSatisfy { $0.value == .number(2) }
            }
        }
    }
}
