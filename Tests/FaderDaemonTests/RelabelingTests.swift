import FaderAPI
import FaderConfig
import FaderConsole
import FaderJSON
import FaderMIDI
import FaderRig
import FaderSystem
import FaderTesting
import FaderValues
import Testing

@testable import FaderDaemon
@testable import FaderServer
@testable import FaderTargets

@Suite("Labels, colors, lamps and words, for which no console is made")
struct RelabelingTests {
    /// Lamps with colors on a button, on a strip, on a page, with a modifier, and of a trigger; displays, and colors of strips.
    private static let base = """
        version: 1
        targets: {studio: {obs: "127.0.0.1:9"}}
        parameters:
          master: {label: Master, short: Mst, color: COLOR, min: -70, max: 6, unit: dB, default: -12, decimals: 1}
          cut: {kind: toggle, label: Cut, color: COLOR, words: [open, muted]}
          mode: {kind: choice, label: Mode, color: COLOR, options: [{id: a, label: First}, {id: b, label: Second}]}
          go: {kind: trigger, label: Go, color: COLOR}
          kick.level: {label: Kick, color: COLOR}
          snare.level: {label: Snare, color: COLOR}
          kick.mute: {kind: toggle, color: COLOR}
          snare.mute: {kind: toggle, color: COLOR}
          scene: {kind: choice, target: {obs: studio, scene: program}}
          price: {kind: range, label: Price, color: COLOR, min: 0, max: 100, decimals: 0, default: [20, 80]}
        surfaces:
          virtual:
            match: "faderd virtual"
            auto: true
            displays: [{rows: 2, cells: 4, width: 7, gap: 1}]
            colors: 4
            controls:
              fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}
              fader.2: {input: "pitchbend ch 2", motor: true, touch: "note 105 ch 1"}
              fader.9: {input: "pitchbend ch 9", motor: true, touch: "note 112 ch 1"}
              mute.1: {input: "note 16 ch 1", motor: true, lamp: pad}
              mute.2: {input: "note 17 ch 1", motor: true, lamp: pad}
              cut: {input: "note 40 ch 1", motor: true, lamp: pad}
              mode: {input: "note 41 ch 1", motor: true, lamp: pad}
              go: {input: "note 42 ch 1", motor: true, lamp: pad}
              free: {input: "note 43 ch 1", motor: true, lamp: pad}
              main: {input: "note 44 ch 1", motor: true}
            strips: {each: [kick, snare], fader: "{}.level", mute: "{}.mute"}
            map: {fader.9: master, cut: cut, mode: mode, go: go, main: {parameter: scene, action: set, value: Main}}
            pages: {fx: {map: {mute.1: {parameter: cut, lamp: {muted: COLOR}}}}}

        """
    private static let config = colored("red", base)
    /// The same with other labels, short names, colors, words and labels of options, and nothing else.
    private static let other = colored("blue", base).replacing("label: Master, short: Mst", with: "label: Main, short: Mn")
        .replacing("label: First", with: "label: One").replacing("words: [open, muted]", with: "words: [live, quiet]")
        .replacing("{muted: blue}", with: "{quiet: blue}").replacing("label: Kick", with: "label: Bass drum")

    private static func colored(_ color: String, _ text: String) -> String {
        text.replacing("COLOR", with: color).replacing("lamp: pad", with: "lamp: {off: 0, on: 3, blink: 1, colors: {red: 5, blue: 45}}")
    }

    /// What a person and a program see of a daemon, and what its device was sent last for each message.
    private struct Sight: Equatable {
        var parameters = ""
        var surfaces = ""
        var saved: [String: Value] = [:]
        var history = 0
        var shown: [String: UInt32] = [:]
        var lamps: [String] = []
        /// Whether event streams send the whole state again, which is made of parameters and surfaces.
        var isStateNew = false
    }

    /// What the device was sent last, by the message.
    @Owner
    private final class Device {
        var shown: [String: UInt32] = [:]

        nonisolated init() {}

        func follow(_ daemon: Daemon) {
            daemon.commands.followers.add { [self] event in
                guard case .monitored(let monitored, _) = event, !monitored.isInput, case .message(let message) = monitored.content else {
                    return
                }
                shown["\(message.address)"] = message.raw
            }
        }
    }

    private static func generation(_ rig: Rig) async -> Generation {
        await Task { @Owner in rig.daemon.commands.mirror.catalog.generation }.value
    }

    private static func sight(_ rig: Rig, _ device: Device) async throws -> Sight {
        // Panels are sent a few at a time.
        _ = await rig.daemon.surfaces.all()
        try await rig.daemon.engine.settle()
        var sight = Sight()
        sight.parameters = String(decoding: try WireJSON.encode(await rig.daemon.parameters.all(for: ViewerRequest())()), as: UTF8.self)
        sight.surfaces = String(decoding: try WireJSON.encode(await rig.daemon.surfaces.all()()), as: UTF8.self)
        (sight.saved, sight.shown) = (rig.saved, await device.shown)
        sight.isStateNew = await Task { @Owner in
            rig.hub.take().contains { if case .reloaded = $0 { true } else { false } }
        }.value
        sight.history = try await rig.daemon.history.entries(for: ViewerRequest())().count
        let lights = rig.surface.device
        sight.lamps = lights.controls.indices.map { index in "\(lights.controls[index].id) \(lights.lamp(of: index).map { "\($0)" } ?? "")"
        }
        return sight
    }

    private static func started(_ test: (Rig, Device) async throws -> Void) async throws {
        try await Rig.with(config: config) { rig in
            let following = Task { await rig.daemon.followTargets() }
            defer { following.cancel() }
            await rig.daemon.bindings.configure()
            await rig.daemon.setMonitoring(.surfaces)
            let device = Device()
            await device.follow(rig.daemon)
            await Task { @Owner in rig.hub.listen(watched: true, followed: true, monitored: false, wake: nil) }.value
            try await tell(rig, "Intro", "Main")
            for (id, text) in [
                ("cut", "muted"), ("mode", "b"), ("kick.mute", "on"), ("snare.level", "0.5"), ("scene", "Main"), ("price", "30..60"),
            ] {
                try await rig.set(id, text)
            }
            try await rig.declare("app.gain", label: "Gain", value: .number(0.5), in: SessionID(1))
            try await test(rig, device)
        }
    }

    private static func tell(_ rig: Rig, _ names: String..., former: [String: String] = [:]) async throws {
        let target = await Task { @Owner in rig.daemon.commands.mirror.catalog.settings.targets[0].target }.value
        let options = SuppliedOptions(names, former: former)
        await rig.daemon.commands.targets.note(Targets.Supply(parameter: "scene", target: target, options: options))
        try await rig.until("the options \(names) are in force") {
            try await rig.parameter("scene").options?.filter(\.isThere).map(\.id) ?? [] == names
        }
    }

    @Test("other labels, colors, words and lamps look, sound and are saved as after two whole swaps, on every page, and no console is made")
    func sameAsSwap() async throws {
        for page in ["main", "fx"] {
            var sights: [[Sight]] = []
            for swaps in [false, true] {
                try await Self.started { rig, device in
                    _ = try await rig.daemon.surfaces.turn("virtual", to: page)
                    let before = await Self.generation(rig)
                    _ = try await Self.sight(rig, device)
                    if swaps {
                        try await rig.reload(Self.other.replacing("  go: {kind", with: "  extra: {}\n  go: {kind"))
                        try await rig.reload(Self.other)
                        #expect(await Self.generation(rig) > before)
                    } else {
                        let changes = try await rig.reload(Self.other).changes.map(\.text)
                        #expect(changes.contains("parameter changed: master (label, short, color)"), "\(changes)")
                        #expect(await Self.generation(rig) == before)
                    }
                    var own = [try await Self.sight(rig, device)]
                    // What it does and shows from now on is the same, too.
                    for (id, text) in [("cut", "live"), ("mode", "a"), ("kick.mute", "off"), ("snare.mute", "on"), ("master", "-3")] {
                        try await rig.set(id, text)
                    }
                    _ = try await rig.daemon.surfaces.turn("virtual", to: "fx")
                    _ = try await rig.daemon.surfaces.turn("virtual", to: "main")
                    own.append(try await Self.sight(rig, device))
                    sights.append(own)
                }
            }
            for (one, two) in zip(sights[0], sights[1]) {
                #expect(one.parameters == two.parameters)
                #expect(one.surfaces == two.surfaces)
                #expect(one.saved == two.saved && one.history == two.history)
                #expect(one.shown == two.shown && one.lamps == two.lamps && one.isStateNew == two.isStateNew)
            }
            #expect(sights[0][0].isStateNew && !sights[0][1].isStateNew)
            #expect(sights[0][1].shown["note 17 ch 1"] == 45, "the lamp of a strip is blue: \(sights[0][1].shown)")
            #expect(sights[0][0].parameters.contains("Bass drum") && sights[0][0].parameters.contains("quiet"))
        }
    }

    @Test("a finger stays on its fader and a fade goes on while everything is labeled and colored anew; no value moves")
    func undisturbed() async throws {
        try await Self.started { rig, _ in
            _ = try await rig.daemon.snapshots.save("loud", SnapshotRequest(only: ["kick.level"]))
            try await rig.set("kick.level", "0.25")
            _ = try await rig.daemon.snapshots.recall("loud", RecallRequest(over: 600), for: ViewerRequest())
            let fader = try #require(rig.surface.device.control(named: "fader.9"))
            try rig.surface.hold(fader, true)
            try await rig.until("the finger is felt") { try await rig.parameter("master").touchedBy == ["virtual fader.9"] }
            let before = try await rig.parameters(["master", "cut", "mode", "snare.level", "scene", "price"])
            try await rig.reload(Self.other)
            #expect(try await rig.parameter("kick.level").ownedBy == .recall)
            #expect(try await rig.parameter("master").touchedBy == ["virtual fader.9"])
            let after = try await rig.parameters(["master", "cut", "mode", "snare.level", "scene", "price"])
            #expect(after.map(\.value) == before.map(\.value) && after.map(\.revision) == before.map(\.revision))
            try rig.surface.move(fader, to: Position(0.5))
            try await rig.until("it still moves its parameter") { abs((try await rig.parameter("master").position ?? 0) - 0.5) < 0.01 }
            try rig.surface.hold(fader, false)
            try await rig.until("the finger has gone") { try await rig.parameter("master").touchedBy == nil }
        }
    }

    @Test("an option that its target has renamed is text: no console is made, and buttons, targets and the history know its new name")
    func renamed() async throws {
        try await Self.started { rig, _ in
            let before = await Self.generation(rig)
            let revision = try await rig.parameter("scene").revision
            try await Self.tell(rig, "Opening", "Main", former: ["Opening": "Intro"])
            #expect(await Self.generation(rig) == before)
            #expect(try await rig.parameter("scene").value == .word("Main"))
            try await rig.set("scene", "Opening")
            #expect(try await rig.parameter("scene").value == .word("Opening"))
            try await Self.tell(rig, "Start", "Main", former: ["Start": "Opening"])
            let scene = try await rig.parameter("scene")
            #expect(scene.value == .word("Start") && scene.absent == nil && scene.revision == revision + 1)
            #expect(await Self.generation(rig) == before)
            let number = await Task { @Owner in
                let catalog = rig.daemon.commands.mirror.catalog
                return catalog.index(of: "scene").flatMap { catalog.textNumber(of: 0, parameter: $0) }.map { catalog.words.text(of: $0) }
            }.value
            #expect(number == "Start")
            // A button that sets the option by its former name has nothing to set: what it does is not text.
            try await Self.tell(rig, "Start", "Hall", former: ["Hall": "Main"])
            #expect(await Self.generation(rig) > before)
            // One that goes, and another in its place, is no rename.
            let last = await Self.generation(rig)
            try await Self.tell(rig, "Start", "Other")
            #expect(await Self.generation(rig) > last)
        }
    }

    @Test("a declared color that lights a lamp of its own makes no console, and the lamp has it")
    func declaredColor() async throws {
        try await Self.started { rig, device in
            func declare(_ color: String) async throws {
                let keys: [String: JSONValue] = ["kind": .text("toggle"), "color": .text(color)]
                let request = DeclareRequest(id: "app.on", parameter: keys, value: .flag(true), by: "test")
                _ = try await rig.daemon.declarations.declare(
                    request, body: try WireJSON.encode(request), for: ViewerRequest(), in: SessionID(1))
            }
            try await declare("red")
            try await rig.until("it is red") { await device.shown["note 43 ch 1"] == 5 }
            let before = await Self.generation(rig)
            try await declare("blue")
            try await rig.until("it is blue") { await device.shown["note 43 ch 1"] == 45 }
            #expect(await Self.generation(rig) == before)
            try await rig.set("app.on", "off")
            try await rig.set("app.on", "on")
            try await rig.until("it stays blue") { await device.shown["note 43 ch 1"] == 45 }
        }
    }

    @Test("a program that declares another label has it in the API and on the display, and no other console comes into force")
    func label() async throws {
        try await Rig.with(config: PanelTests.config) { rig in
            func panel() async throws -> String { try #require(await rig.daemon.surfaces.all()()[0].panel).displays[0].rows[0][2] }
            try await rig.declare("app.gain", label: "Gain", value: .number(0.5), in: SessionID(1))
            #expect(try await panel() == "Gain   ")
            let before = await Self.generation(rig)
            #expect(try await rig.declare("app.gain", label: "Drive", in: SessionID(1))[0].label == "Drive")
            #expect(try await panel() == "Drive  ")
            #expect(try await rig.parameter("app.gain").value == .number(0.5))
            #expect(await Self.generation(rig) == before)
            // The same names still mean the same to the MIDI thread.
            try await rig.set("app.gain", "0.75")
            #expect(try await rig.parameter("app.gain").value == .number(0.75))
            await rig.daemon.ended(SessionID(1))
            #expect(await Self.generation(rig) > before)
        }
    }

    @Test("one console serves configurations that differ in what it is never told, and not one with another limit, option or action")
    func same() {
        var one = Configuration(parameters: [ParameterSpec(id: "a", maximum: 1)])
        var other = one
        (other.parameters[0].label, other.parameters[0].short, other.parameters[0].color) = ("A", "a", StripColor("red"))
        #expect(other != one && other.hasSameConsole(as: one))
        other.parameters[0].maximum = 2
        #expect(!other.hasSameConsole(as: one))
        one.parameters[0].kind = .choice([ChoiceOption(id: "x", label: "X")])
        other = one
        other.parameters[0].kind = .choice([ChoiceOption(id: "x", label: "Y")])
        #expect(other != one && other.hasSameConsole(as: one))
        other.parameters[0].kind = .choice([ChoiceOption(id: "y")])
        #expect(!other.hasSameConsole(as: one))
        var button = ControlSpec(id: "b", input: MessageAddress(.note, number: 1), parameter: 0, action: .set(0))
        one.surfaces = [SurfaceSpec(name: "s", match: SurfaceMatch(client: "s"), controls: [button])]
        other = one
        other.surfaces[0].controls[0].lampStates = LampStates([1, 2])
        #expect(other != one && other.hasSameConsole(as: one))
        button.action = .missing(0)
        other.surfaces[0].controls[0] = button
        #expect(!other.hasSameConsole(as: one))
    }
}
