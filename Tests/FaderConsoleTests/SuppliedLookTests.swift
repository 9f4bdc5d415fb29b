import FaderTesting
import FaderValues
import Testing

@testable import FaderConsole

@Suite("Looks that targets supply")
struct SuppliedLookTests {
    private static let (red, blue) = (StripColor("red"), StripColor("blue"))

    /// A desk of a deck with two strips and buttons beside it, whose lamps are red (5) or blue (45).
    private static func desk(of count: Int) -> Configuration {
        var lamp = LampSpec(on: 127)
        lamp.colors = [LampSpec.Shade(red ?? .white, 5), LampSpec.Shade(blue ?? .white, 45), LampSpec.Shade(.white, 127)]
        let parameters = (0..<count).map { number in
            ParameterSpec(id: "p\(number)", step: 1, decimals: 0, kind: .toggle(off: "open", on: "muted"))
        }
        func button(_ id: String, _ number: UInt16, _ parameter: ParameterIndex?) -> ControlSpec {
            var button = ControlSpec(
                id: id, input: MessageAddress(.note, number: number), motor: MessageAddress(.note, number: number), parameter: parameter,
                action: .toggle)
            button.lamp = lamp
            if let parameter { button.lampStates = button.standardStates(of: parameters[parameter.offset]) }
            return button
        }
        var controls = [button("mute.1", 1, nil), button("mute.2", 2, nil), button("own", 3, 0), button("other", 4, 1)]
        controls[2].lampStates = LampStates([0, 127])
        controls[2].lampStates.isOwn = true
        var mapping = Mapping(parameter: 0, action: .toggle)
        mapping.lamp = controls[0].standardStates(of: parameters[0])
        controls[3].jobs = [Job(page: 0, mapping: mapping)]
        let cells = parameters.indices.map { place in
            var mapping = Mapping(parameter: ParameterIndex(place), action: .toggle)
            mapping.lamp = controls[0].standardStates(of: parameters[place])
            return mapping
        }
        let page = DeckPage(name: DeckSpec.firstPage, strips: count, columns: [StripColumn(kind: "mute", cells: cells)])
        return Configuration(
            parameters: parameters, surfaces: [SurfaceSpec(name: "desk", match: SurfaceMatch(client: "desk"), controls: controls)],
            decks: [DeckSpec(name: "desk", surfaces: [0], widths: [2], pages: [page])])
    }

    @Test("lamps are lit in a supplied color, wherever they are mapped, except where the config says their look or the color")
    func lamps() {
        var plain = Self.desk(of: 3)
        plain.parameters[2].color = Self.red
        let whole = plain.supplying { SuppliedLook(label: "L \($0.id)", color: $0.id == "p1" ? nil : Self.blue) }
        #expect(whole.parameters.map(\.label) == ["L p0", "L p1", "L p2"] && whole.parameters.map(\.color) == [Self.blue, nil, Self.red])
        let lit = LampStates([0, 45])
        #expect(whole.decks[0].pages[0].columns[0].cells.map(\.lamp) == [lit, LampStates([0, 127]), LampStates([0, 127])])
        #expect(whole.surfaces[0].controls[2].lampStates == LampStates([0, 127]))
        #expect(whole.surfaces[0].controls[3].lampStates == LampStates([0, 127]))
        #expect(whole.surfaces[0].controls[3].jobs[0].mapping.lamp == lit)
        #expect(whole.hasSameConsole(as: plain))
    }

    @Test("32 channels that get other names and colors at once keep the console")
    func many() {
        let plain = Self.desk(of: 32)
        let before = plain.supplying { SuppliedLook(label: $0.id, color: Self.red) }
        let after = plain.supplying { SuppliedLook(label: "New \($0.id)", color: Self.blue) }
        #expect(before != after && after.hasSameConsole(as: before) && after.hasSameConsole(as: plain))
    }
}
