import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Controls of declared parameters") struct AutoControlTests {
    private static func fader(_ number: Int, mapped: ParameterIndex? = nil) -> ControlSpec {
        ControlSpec(id: "fader.\(number)", input: MessageAddress(.pitchbend, number: 0, channel: UInt8(number - 1)), parameter: mapped)
    }

    private static func button(_ number: Int) -> ControlSpec {
        ControlSpec(id: "mute.\(number)", input: MessageAddress(.note, number: UInt16(number), channel: 0))
    }

    private static func surface(_ name: String, _ controls: [ControlSpec], isAuto: Bool = true) -> SurfaceSpec {
        SurfaceSpec(name: name, match: SurfaceMatch(client: name), controls: controls, isAuto: isAuto)
    }

    private let master = ParameterSpec(id: "master")
    private func number(_ id: String) -> ParameterSpec { ParameterSpec(id: id) }
    private func toggle(_ id: String) -> ParameterSpec { ParameterSpec(id: id, step: 1, kind: .toggle(off: "off", on: "on")) }
    private func choice(_ id: String) -> ParameterSpec {
        ParameterSpec(id: id, maximum: 1, step: 1, kind: .choice([ChoiceOption(id: "a"), ChoiceOption(id: "b")]))
    }
    private func text(_ id: String) -> ParameterSpec { ParameterSpec(id: id, kind: .text(TextRule())) }

    /// The assignments as `a: desk fader.1`, sorted by id.
    private func told(_ controls: AutoControls) -> [String] {
        controls.places.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.surface) \($0.value.control)" }
    }

    @Test(
        "in the order of declaration each is given the first suitable control; mapped controls and other surfaces are left alone")
    func order() {
        let file = Configuration(
            parameters: [master],
            surfaces: [
                Self.surface("box", [Self.fader(1)], isAuto: false),
                Self.surface("desk", [Self.fader(1, mapped: 0), Self.button(1), Self.fader(2)]),
                Self.surface("side", [Self.fader(1), Self.button(1)]),
            ])
        var controls = AutoControls()
        controls.settle(file, [number("d"), toggle("c"), text("t"), number("b"), number("a"), choice("e"), toggle("f")])
        #expect(told(controls) == ["b: side fader.1", "c: desk mute.1", "d: desk fader.2", "e: side mute.1"])
    }

    @Test(
        "a number takes a fader, knob or encoder, a toggle and a choice preferably a button, a text nothing",
        arguments: [
            ("number", ["fader"], "fader.1"), ("number", ["button"], nil), ("number", ["button", "fader"], "fader.1"),
            ("toggle", ["fader", "button"], "mute.1"), ("toggle", ["fader"], "fader.1"), ("choice", ["fader", "button"], "mute.1"),
            ("choice", ["fader"], "fader.1"), ("text", ["fader", "button"], nil), ("integer", ["button", "fader"], "fader.1"),
            ("toggle", [], nil),
        ] as [(String, [String], String?)])
    func kinds(kind: String, there: [String], expected: String?) {
        let spec =
            switch kind {
            case "toggle": toggle("p")
            case "choice": choice("p")
            case "text": text("p")
            case "integer": ParameterSpec(id: "p", maximum: 9, step: 1, decimals: 0, kind: .integer)
            default: number("p")
            }
        var controls = AutoControls()
        controls.settle(
            Configuration(surfaces: [Self.surface("desk", there.map { $0 == "fader" ? Self.fader(1) : Self.button(1) })]), [spec])
        #expect(controls.places["p"]?.control == expected)
    }

    @Test("a master fader is given only by a surface that says so")
    func masterFader() {
        var last = Self.fader(9)
        last.isMaster = true
        var desk = Self.surface("desk", [Self.fader(1), last])
        var controls = AutoControls()
        controls.settle(Configuration(surfaces: [desk]), [number("a"), number("b")])
        #expect(told(controls) == ["a: desk fader.1"])
        desk.givesMaster = true
        controls.settle(Configuration(surfaces: [desk]), [number("a"), number("b")])
        #expect(told(controls) == ["a: desk fader.1", "b: desk fader.9"])
        controls.settle(Configuration(surfaces: [Self.surface("desk", [Self.fader(1), last])]), [number("a"), number("b")])
        #expect(told(controls) == ["a: desk fader.1"])
    }

    @Test("a key that makes the steps of an encoder fine is not given away")
    func fineKey() {
        var encoder = ControlSpec(id: "encoder.1", input: MessageAddress(.cc, number: 16, channel: 0), parameter: 0)
        (encoder.encoder, encoder.fineKey) = (EncoderSpec(.twos), "mute.1")
        var controls = AutoControls()
        controls.settle(
            Configuration(parameters: [master], surfaces: [Self.surface("desk", [encoder, Self.button(1), Self.button(2)])]),
            [toggle("a"), toggle("b")])
        #expect(told(controls) == ["a: desk mute.2"])
    }

    @Test(
        "lamps, sounds and relays of a protocol, which nobody can press, are not given away; another control with one of their names is",
        arguments: [
            (ProtocolSpec.mackie(MackieSpec()), ["smpte", "beats", "rude-solo", "relay"]),
            (.hui, ["timecode", "feet", "beats", "rude-solo", "relay.1", "relay.2", "click", "beep"]),
        ])
    func lamps(speaks: ProtocolSpec, lamps: [String]) {
        var surface = Self.surface("desk", speaks.controls)
        surface.speaks = speaks
        var controls = AutoControls()
        let declared = (0..<1000).map { toggle("t.\($0)") }
        controls.settle(Configuration(surfaces: [surface]), declared)
        let given = Set(controls.places.values.map(\.control))
        let fine = speaks.controls.compactMap(\.fineKey)
        #expect(given == Set(speaks.controls.filter { !$0.isMaster }.map(\.id)).subtracting(lamps).subtracting(fine))
        surface.controls = [Self.button(1)]
        surface.controls[0].id = lamps[0]
        controls.settle(Configuration(surfaces: [surface]), declared)
        #expect(told(controls) == ["t.0: desk \(lamps[0])"])
    }

    @Test("a control is kept while its parameter exists, then goes to the first declared parameter without one")
    func sticky() {
        let file = Configuration(surfaces: [Self.surface("desk", [Self.fader(1), Self.fader(2)])])
        var controls = AutoControls()
        controls.settle(file, [number("a"), number("b"), number("c"), number("d")])
        #expect(told(controls) == ["a: desk fader.1", "b: desk fader.2"])
        controls.settle(file, [number("b"), number("c"), number("d")])
        #expect(told(controls) == ["b: desk fader.2", "c: desk fader.1"])
        controls.settle(file, [number("c"), number("d"), number("a")])
        #expect(told(controls) == ["c: desk fader.1", "d: desk fader.2"])
        controls.settle(file, [])
        #expect(told(controls) == [])
    }

    @Test("a toggle on a fader stays there when a button becomes free; a toggle that becomes a number leaves its button")
    func otherKind() {
        let file = Configuration(surfaces: [Self.surface("desk", [Self.fader(1), Self.button(1)])])
        var controls = AutoControls()
        controls.settle(file, [toggle("a"), toggle("b")])
        #expect(told(controls) == ["a: desk mute.1", "b: desk fader.1"])
        controls.settle(file, [toggle("b")])
        #expect(told(controls) == ["b: desk fader.1"])
        controls.settle(file, [number("b"), toggle("c")])
        #expect(told(controls) == ["b: desk fader.1", "c: desk mute.1"])
        controls.settle(file, [number("c")])
        #expect(told(controls) == ["c: desk fader.1"])
    }

    @Test("a control that a new file maps or removes is taken back, and its parameter is given another")
    func otherFile() {
        var controls = AutoControls()
        controls.settle(Configuration(surfaces: [Self.surface("desk", [Self.fader(1), Self.fader(2)])]), [number("a")])
        let mapped = Configuration(parameters: [master], surfaces: [Self.surface("desk", [Self.fader(1, mapped: 0), Self.fader(2)])])
        controls.settle(mapped, [number("a")])
        #expect(told(controls) == ["a: desk fader.2"])
        controls.settle(Configuration(surfaces: [Self.surface("desk", [Self.fader(2)], isAuto: false)]), [number("a")])
        #expect(told(controls) == [])
    }

    @Test("declared parameters follow those of the file, with their compounds, controls and press actions")
    func merged() throws {
        let file = Configuration(
            parameters: [master],
            surfaces: [Self.surface("desk", [Self.fader(1, mapped: 0), Self.fader(2), Self.button(1), Self.fader(3)])])
        let range = DeclaredParameter(
            CompoundSpec(id: "price", kind: .range(gap: 0, meet: .stop), parts: []), parts: [number("price.low"), number("price.high")])
        let declared = [range, DeclaredParameter(toggle("mute"))]
        var controls = AutoControls()
        controls.settle(file, declared.flatMap(\.specs))
        let merged = file.declaring(declared)
        let mappings = merged.mappings(controls)
        #expect(merged.parameters.map(\.id) == ["master", "price.low", "price.high", "mute"])
        #expect(merged.compounds == [CompoundSpec(id: "price", kind: .range(gap: 0, meet: .stop), parts: [1, 2])])
        #expect(merged.surfaces == file.surfaces)
        #expect(mappings.map(\.parameter) == [0, 1, 3, 2])
        #expect(mappings.map(\.action) == [.follow, .follow, .toggle, .follow])
        #expect(merged.ids == ["master", "price.low", "price.high", "mute", "price", "price.nearest"])
        #expect(file.declaring([]) == file)
        #expect(file.mappings() == [Mapping(parameter: 0), .none, .none, .none])
    }

    @Test("a strip is kept while its parameter lives, also beyond those that as many parameters would need")
    func strips() {
        var file = Decks.one()
        file.surfaces[0].isAuto = true
        var controls = AutoControls()
        func strip(_ id: String) -> Int? { controls.places[id]?.strip }
        controls.settle(file, [number("a"), number("b"), number("c"), number("d")])
        #expect(strip("b") == 6 && strip("d") == 8)
        controls.settle(file, [number("a"), number("c"), number("d")])
        #expect(strip("c") == 7 && strip("d") == 8)
        controls.settle(file, [number("d"), number("e")])
        #expect(strip("d") == 8 && strip("e") == 5)
    }

    @Test("at random: no control has two parameters, none loses its control while it exists, and no suitable control stays unused")
    func property() {
        var random = SeededGenerator(seed: 20)
        for _ in 0..<200 {
            let file = Configuration(
                surfaces: (0..<2).map { surface in
                    let controls = (1...4).map { Bool.random(using: &random) ? Self.fader($0) : Self.button($0) }
                    return Self.surface("s\(surface)", controls, isAuto: surface == 0 || Bool.random(using: &random))
                })
            var controls = AutoControls()
            var declared: [ParameterSpec] = []
            for round in 0..<30 {
                let before = controls.places
                if let gone = declared.indices.randomElement(using: &random), Bool.random(using: &random) {
                    declared.remove(at: gone)
                } else {
                    declared.append(
                        [number("p\(round)"), toggle("p\(round)"), text("p\(round)")].randomElement(using: &random) ?? number("p"))
                }
                controls.settle(file, declared)
                let after = controls.places
                #expect(Set(after.values).count == after.count)
                #expect(Set(after.keys).isSubset(of: declared.map(\.id)))
                for (id, place) in before where declared.contains(where: { $0.id == id }) { #expect(after[id] == place) }
                let free = file.surfaces.filter(\.isAuto).flatMap { surface in
                    surface.controls.filter { !after.values.contains(AutoControls.ControlName(surface: surface.name, control: $0.id)) }
                }
                for spec in declared where after[spec.id] == nil && !spec.kind.isText {
                    #expect(spec.kind.isNumber ? free.allSatisfy { ButtonRule.isButton($0) } : free.isEmpty)
                }
            }
        }
    }
}
