import FaderConsole
import FaderTesting
import FaderValues
import Testing

/// Surfaces with strips, for tests.
enum Decks {
    /// A parameter for each of 5 strips (`a.0`… at 10, 20…), and `fx` at 99, `wet` at 77.
    static let parameters =
        (0..<5).map { ParameterSpec(id: "a.\($0)", maximum: 127, defaultValue: Double(10 + 10 * $0), step: 1, decimals: 0) }
        + (0..<5).map { ParameterSpec(id: "m.\($0)", maximum: 1, step: 1, decimals: 0, kind: .toggle(off: "off", on: "on")) } + [
            ParameterSpec(id: "fx", maximum: 127, defaultValue: 99, step: 1, decimals: 0),
            ParameterSpec(id: "wet", maximum: 127, defaultValue: 77, step: 1, decimals: 0),
        ]
    static let fx = ParameterIndex(10), wet = ParameterIndex(11)

    static func button(_ id: String, _ note: UInt16, _ action: ControlAction = .follow) -> ControlSpec {
        let address = MessageAddress(.note, number: note)
        return ControlSpec(id: id, input: address, motor: address, action: action)
    }

    /// Two faders with touch, two mutes, an encoder with a ring, and buttons that switch. In page 1 `fader.1` drives `fx`; with shift the
    /// encoder drives `wet`, else `fx`.
    static func desk(_ name: String = "desk", shift: Bool = false) -> SurfaceSpec {
        var faders = [Desks.fader(number: 1, parameter: nil), Desks.fader(number: 2, parameter: nil)]
        faders[0].jobs = [Job(page: 1, mapping: Mapping(parameter: fx))]
        var encoder = ControlSpec(
            id: "encoder.1", input: MessageAddress(.cc, number: 11), motor: MessageAddress(.cc, number: 11), parameter: fx)
        encoder.encoder = EncoderSpec(.twos)
        encoder.jobs = [Job(modifiers: ModifierSet(rawValue: 1), mapping: Mapping(parameter: wet))]
        return SurfaceSpec(
            name: name, match: SurfaceMatch(client: name),
            controls: [button("mute.1", 1), button("mute.2", 2)] + faders + [
                encoder, button("right", 20, .bank(by: 2)), button("f1", 21, .page(1)), button("shift", 22, .modifier(0, latches: shift)),
            ])
    }

    /// Five strips; each of the given number of surfaces shows two.
    static func deck(_ name: String = "desk", surfaces: Int = 1) -> DeckSpec {
        let faders = (0..<5).map { Mapping(parameter: ParameterIndex($0)) }
        let mutes = (0..<5).map { Mapping(parameter: ParameterIndex(5 + $0), action: .toggle) }
        return DeckSpec(
            name: name, surfaces: (0..<surfaces).map { SurfaceIndex($0) }, widths: Array(repeating: 2, count: surfaces),
            pages: [
                DeckPage(
                    name: "main", strips: 5, columns: [StripColumn(kind: "fader", cells: faders), StripColumn(kind: "mute", cells: mutes)]),
                DeckPage(name: "fx"),
            ], modifiers: ["shift"])
    }

    static func one(shift: Bool = false) -> Configuration {
        Configuration(parameters: parameters, surfaces: [desk(shift: shift)], decks: [deck()])
    }

    static let wide = Configuration(
        parameters: parameters, surfaces: [desk("left"), desk("right")], decks: [deck("wide", surfaces: 2)])
}

@Suite("Banks, pages and modifiers")
struct DeckTests {
    @Test("a console starts with the pages and banks that its decks showed, if they still exist")
    func memory() {
        let (port, deck) = (FakePort(surfaces: 1), DeckIndex(0))
        let console = Console(Decks.one(), memories: [DeckMemory(page: 0, banks: [3, 7])])
        console.connected(0, port.connected[0], at: .zero, port: port)
        #expect(port.take().prefix(4) == ["0: cc 1 ch 1 = 40", "0: cc 2 ch 1 = 50", "0: note 1 ch 1 = 0", "0: note 2 ch 1 = 0"])
        #expect(
            Console(Decks.one(), memories: [DeckMemory(page: 9, banks: [99])]).show(.page(0), on: deck, at: .zero, port: port).bank == 4)
    }

    @Test("declared parameters get strips after those of the file, and free them again")
    func declared() {
        var file = Decks.one()
        file.surfaces[0].isAuto = true
        let declared = (0..<3).map { ParameterSpec(id: "d.\($0)", maximum: 127, step: 1, decimals: 0) }
        var controls = AutoControls()
        controls.settle(file, declared)
        #expect(controls.places["d.0"] == AutoControls.ControlName(surface: "desk", control: "fader", strip: 5))
        #expect(controls.places["d.2"] == AutoControls.ControlName(surface: "desk", control: "fader", strip: 7))
        var whole = file
        whole.parameters += declared
        whole = whole.withStrips(controls)
        #expect(whole.decks[0].pages[0].strips == 8)
        let (port, deck) = (FakePort(surfaces: 1), DeckIndex(0))
        var console = Console(file)
        console.connected(0, port.connected[0], at: .zero, port: port)
        let values = Decks.parameters.map { _ in nil } + (0..<3).map { Double(100 + $0) }
        console = console.swapped(from: file, to: whole, values: values, at: .zero, port: port)
        _ = port.take()
        #expect(console.show(.bank(6), on: deck, at: .zero, port: port).bank == 6)
        #expect(port.take() == ["0: cc 1 ch 1 = 101", "0: cc 2 ch 1 = 102"])
        console = console.swapped(from: whole, to: file, at: .zero, port: port)
        #expect(console.show(.move(by: 0), on: deck, at: .zero, port: port).bank == 4)
        #expect(port.take() == ["0: cc 1 ch 1 = 50", "0: cc 2 ch 1 = 0"])
    }
}
