import FaderAPI
import FaderConfig
import FaderConsole
import FaderDisks
import FaderMIDI
import FaderRig
import FaderServer
import FaderValues
import Testing

@testable import FaderDaemon
@testable import FaderTargets

@Suite("The options of a choice come from its target, in the real daemon")
struct OptionTests {
    private static let config = """
        version: 1
        targets: {studio: {obs: "127.0.0.1:9"}}
        parameters:
          scene: {kind: choice, target: {obs: studio, scene: program}}
          level: {}
        surfaces:
          virtual:
            match: "faderd virtual"
            controls:
              fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}
              intro: {input: "note 16 ch 1", motor: true}
              main: {input: "note 17 ch 1", motor: true}
            map: {fader.1: scene, intro: {parameter: scene, action: set, value: Intro}, main: {parameter: scene, action: set, value: Main}}

        """

    /// A daemon that follows its targets, and what the target of `scene` tells.
    private struct Desk: Sendable {
        let rig: Rig

        /// Tells options, and waits until they are in force.
        func tell(_ names: String..., former: [String: String] = [:]) async throws {
            let options = SuppliedOptions(names, former: former)
            await rig.daemon.commands.targets.note(Targets.Supply(parameter: "scene", target: target, options: options))
            try await rig.until("the options \(names) are in force") { try await there == names }
        }

        /// Shows an option.
        func show(_ name: String) async throws {
            let binding = await rig.daemon.commands.mirror.catalog.settings.targets[0]
            let bound = BoundParameter(spec: ParameterSpec(id: "scene"), target: binding.target, value: 0, isChosen: false)
            let number = await rig.daemon.commands.mirror.catalog.words.number(of: name)
            await rig.daemon.commands.targets.adopt(
                Targets.Request(ask: Targets.Ask(bound, isFound: true), value: number, isText: true))
            try await rig.until("\(name) is the value") { try await rig.parameter("scene").value == .word(name) }
        }

        var target: TargetSpec { get async { await rig.daemon.commands.mirror.catalog.settings.targets[0].target } }

        /// The options that can be chosen.
        var there: [String] { get async throws { try await rig.parameter("scene").options?.filter(\.isThere).map(\.id) ?? [] } }

        var lamps: [Bool] {
            let device = rig.surface.device
            return ["mute.1", "mute.2"].map { device.control(named: $0).flatMap { device.lamp(of: $0) } == .on }
        }

        func press(_ button: String) throws { try rig.surface.click(#require(rig.surface.device.control(named: button)), times: 1) }
    }

    private static func with(_ memory: PowerLossFileSystem = PowerLossFileSystem(), _ test: (Desk) async throws -> Void) async throws {
        try await Rig.with(memory, config: config) { rig in
            let following = Task { await rig.daemon.followTargets() }
            defer { following.cancel() }
            await rig.daemon.bindings.configure()
            try await test(Desk(rig: rig))
        }
    }

    @Test(
        "before its target was ever there it has no options and no value: setting is refused with a sentence, and buttons say what is missing"
    )
    func nothing() async throws {
        try await Self.with { desk in
            let scene = try await desk.rig.parameter("scene")
            #expect(scene.value == .word("") && scene.text == "" && scene.absent == true)
            #expect(scene.options == [ChoiceOption(supplied: "", isThere: false)])
            let refused = try await refusal { try await desk.rig.set("scene", "Intro") }
            #expect(
                refused?.status == 422 && refused?.detail.contains("its target, which has none now") ?? false, "\(refused?.detail ?? "")")
            try desk.press("mute.1")
            try await desk.rig.until("the press is refused") {
                try await desk.rig.daemon.parameters.explain("scene", for: ViewerRequest()).decisions.contains {
                    $0.decision == "refused: its target has no \"Intro\" now" && $0.control == "virtual intro"
                }
            }
            #expect(desk.lamps == [false, false])
        }
    }

    @Test("options come and go; value, lamps, fader and buttons mean the same option in whatever order")
    func order() async throws {
        try await Self.with { desk in
            try await desk.tell("Intro", "Main", "End")
            try await desk.rig.set("scene", "main")
            try await desk.rig.until("its lamp") { desk.lamps == [false, true] }
            let revision = try await desk.rig.parameter("scene").revision
            try await desk.tell("Main", "New", "End", "Intro")
            let scene = try await desk.rig.parameter("scene")
            #expect(scene.value == .word("Main") && scene.position == 0 && scene.revision == revision && scene.absent == nil)
            try await desk.rig.until("the fader is at the first option") { desk.rig.surface.device.position(of: 0).fraction == 0 }
            #expect(desk.lamps == [false, true])
            try desk.press("mute.1")
            try await desk.rig.until("the press") { try await desk.rig.parameter("scene").value == .word("Intro") }
            try await desk.rig.until("the lamps") { desk.lamps == [true, false] }
            #expect(try await desk.rig.daemon.history.entries(for: ViewerRequest())().count == 2)
        }
    }

    @Test("a value whose option goes stays and is told absent; once another is chosen it is no option any more")
    func gone() async throws {
        try await Self.with { desk in
            try await desk.tell("Intro", "Main")
            try await desk.rig.set("scene", "Main")
            try await desk.tell("Intro")
            let scene = try await desk.rig.parameter("scene")
            #expect(scene.value == .word("Main") && scene.text == "Main" && scene.absent == true)
            #expect(try await desk.rig.daemon.parameters.explain("scene", for: ViewerRequest()).absent == true)
            try await desk.rig.until("its lamp is dark") { desk.lamps == [false, false] }
            try await desk.rig.set("scene", "Intro")
            try await desk.rig.until("it is gone") { try await desk.rig.parameter("scene").options?.map(\.id) == ["Intro"] }
            #expect(try await refusal { try await desk.rig.set("scene", "Main") }?.status == 422)
            try await desk.tell()
            #expect(try await desk.rig.parameter("scene").value == .word("Intro"))
        }
    }

    @Test("a rename keeps the value under its new name, and a target can show what it has not told of")
    func rename() async throws {
        try await Self.with { desk in
            try await desk.tell("Intro", "Main")
            try await desk.rig.set("scene", "Main")
            try await desk.tell("Opening", "Hall", former: ["Opening": "Intro", "Hall": "Main"])
            let scene = try await desk.rig.parameter("scene")
            #expect(scene.value == .word("Hall") && scene.absent == nil && scene.options?.count == 2)
            try await desk.show("Secret")
            #expect(try await desk.rig.parameter("scene").absent == true)
            try await desk.show("Opening")
            try await desk.rig.until("the secret is gone") { try await desk.rig.parameter("scene").options?.count == 2 }
            // A new option with a former name is another option.
            try await desk.tell("Opening", "Main")
            #expect(try await desk.rig.parameter("scene").value == .word("Opening"))
        }
    }

    @Test(
        "a restart without the target keeps the value by name, and so do a reload, undo, snapshots, and an import, which say what is missing"
    )
    func memory() async throws {
        let memory = PowerLossFileSystem()
        var document: [UInt8] = []
        try await Self.with(memory) { desk in
            try await desk.tell("Intro", "Main", "End")
            try await desk.rig.set("scene", "Main")
            try await desk.rig.set("scene", "End")
            _ = try await desk.rig.daemon.snapshots.save("show", SnapshotRequest())
            try await desk.rig.set("scene", "Intro")
            document = await desk.rig.daemon.exchange.export()
        }
        try await Self.with(PowerLossFileSystem(memory.present)) { desk in
            #expect(try await desk.rig.parameter("scene").value == .word("Intro"))
            _ = try await desk.rig.reload(Self.config.replacing("level: {}", with: "level: {max: 2}"))
            #expect(try await desk.rig.parameter("scene").value == .word("Intro"))
            try await desk.tell("End", "Intro")
            #expect(try await desk.rig.parameter("scene").absent == nil)
            let recalled = try await desk.rig.daemon.snapshots.recall("show", RecallRequest(), for: ViewerRequest())
            #expect(recalled.parameters.contains { $0.id == "scene" && $0.text == "End" })
            try await desk.tell("Intro")
            try await desk.rig.set("scene", "Intro")
            try await desk.rig.until("End is no option") { try await desk.rig.parameter("scene").options?.map(\.id) == ["Intro"] }
            _ = try await desk.rig.daemon.snapshots.recall("show", RecallRequest(), for: ViewerRequest())
            #expect(try await desk.rig.parameter("scene").value == .word("Intro"))
            let entries = try await desk.rig.daemon.snapshots.contents(of: "show", for: ViewerRequest())().entries
            let gone = "scene stays as it is: its target has no \"End\" now"
            #expect(entries.first { $0.id == "scene" }?.misfit == gone, "\(entries)")
            // Undo skips the recall of End, and redo brings nothing back.
            try await desk.tell("Intro", "End")
            try await desk.rig.set("scene", "End")
            _ = try await desk.rig.daemon.history.undo(UndoRequest(), for: ViewerRequest())
            try await desk.tell("Intro")
            try await desk.rig.until("End is gone") { try await desk.rig.parameter("scene").options?.map(\.id) == ["Intro"] }
            let refused = try await refusal { try await desk.rig.daemon.history.redo(UndoRequest(), for: ViewerRequest()) }
            #expect(refused?.status == 409 && refused?.detail == "there is nothing to redo; \(gone)", "\(refused?.detail ?? "")")
        }
        #expect(String(decoding: document, as: UTF8.self).contains("Intro"))
    }

    @Test("options that come while a label waits for its turn are held back for a second after the last ones, too")
    func turn() async throws {
        try await Self.with { desk in
            let (configurations, reloading) = await (desk.rig.daemon.configurations, desk.rig.daemon.commands.mutexes.reloading)
            let start = ContinuousClock.now
            try await desk.tell("Intro", "Main")
            // Labels follow after a quarter of a second.
            try await Task.sleep(for: .milliseconds(260))
            await reloading.lock()
            let look = LookSupply(parameter: "scene", target: await desk.target.name, look: SuppliedLook(label: "Scene of the show"))
            let label = Task { await configurations.supply([], [look]) }
            try await Task.sleep(for: .milliseconds(50))
            let options = SuppliedOptions(["Intro", "Main", "End"], former: [:])
            await desk.rig.daemon.commands.targets.note(Targets.Supply(parameter: "scene", target: desk.target, options: options))
            try await Task.sleep(for: .milliseconds(50))
            await reloading.unlock()
            await label.value
            #expect(ContinuousClock.now - start >= .seconds(1))
            #expect(try await desk.there == ["Intro", "Main", "End"])
            #expect(try await desk.rig.parameter("scene").label == "Scene of the show")
        }
    }
}
