public import FaderValues

/// Which control of an `auto` surface each declared parameter has. A pure value.
///
/// A parameter keeps its control while both exist. Parameters without one get the first free control that suits them, in the order of their
/// declarations; surfaces and controls are in the order of the configuration.
public struct AutoControls: Sendable, Equatable {
    /// Names a control, or a kind of control within a strip, so that it can be found again in another configuration.
    public struct ControlName: Hashable, Sendable {
        public let surface: String
        public let control: String
        /// The strip, from 0; nil for a control that is the same in every bank.
        public let strip: Int?

        public init(surface: String, control: String, strip: Int? = nil) {
            self.surface = surface
            self.control = control
            self.strip = strip
        }
    }

    public private(set) var places: [String: ControlName] = [:]

    public init() {}

    /// Takes back controls that no longer fit, and gives free ones to the parameters that have none.
    ///
    /// - Parameters:
    ///   - configuration: The configuration in the file; a control that it maps is not free.
    ///   - declared: In the order of declaration; the parts of a compound are consecutive.
    public mutating func settle(_ configuration: Configuration, _ declared: [ParameterSpec]) {
        guard !declared.isEmpty else { return places = [:] }
        let ids = Set(declared.map(\.id))
        let held = places.filter { ids.contains($0.key) }.map(\.value)
        let free = Self.free(in: configuration) + Self.freeStrips(in: configuration, declared.count, held)
        let isButton = Dictionary(free.map { ($0.place, $0.isButton) }, uniquingKeysWith: { first, _ in first })
        var kept: [String: ControlName] = [:]
        for spec in declared {
            guard let place = places[spec.id], let isButton = isButton[place], spec.kind.type.suits(button: isButton) else { continue }
            kept[spec.id] = place
        }
        let taken = Set(kept.values)
        var buttons = free.filter { $0.isButton && !taken.contains($0.place) }.map(\.place)[...]
        var others = free.filter { !$0.isButton && !taken.contains($0.place) }.map(\.place)[...]
        for spec in declared where kept[spec.id] == nil {
            if spec.kind.type.suits(button: true), let button = buttons.popFirst() {
                kept[spec.id] = button
            } else if spec.kind.type.suits(button: false), let other = others.popFirst() {
                kept[spec.id] = other
            }
        }
        places = kept
    }

    /// The controls that the file maps nowhere, that are not the fine key of an encoder, and that a hand can press or move. A master fader
    /// is free only if the surface says so, because people expect it to control the whole mix.
    private static func free(in configuration: Configuration) -> [(place: ControlName, isButton: Bool)] {
        guard configuration.surfaces.contains(where: \.isAuto) else { return [] }
        let table = DeckTable(configuration)
        var index = ControlIndex(0)
        return configuration.surfaces.flatMap { surface -> [(ControlName, Bool)] in
            let fineKeys = Set(surface.controls.compactMap(\.fineKey))
            return surface.controls.compactMap { control in
                defer { index = index.advanced(by: 1) }
                guard surface.isAuto, Mapping(control) == .none, !fineKeys.contains(control.id), !table.isManaged(index),
                    !surface.speaks.kind.isOnlyReceived(control.input), surface.givesMaster || !control.isMaster
                else { return nil }
                return (ControlName(surface: surface.name, control: control.id), ButtonRule.isButton(control))
            }
        }
    }

    /// The strips that can be added after those of the file: one for each declared parameter, or more if a strip in `held` is farther
    /// along.
    private static func freeStrips(
        in configuration: Configuration, _ count: Int, _ held: [ControlName]
    ) -> [(place: ControlName, isButton: Bool)] {
        configuration.decks.flatMap { deck -> [(ControlName, Bool)] in
            let surfaces = deck.surfaces.map { configuration.surfaces[$0] }
            guard let page = deck.pages.first, surfaces.contains(where: \.isAuto) else { return [] }
            let kinds = page.columns.filter(\.modifiers.isEmpty).compactMap { column -> (kind: String, isButton: Bool)? in
                surfaces.lazy.flatMap(\.controls).first { $0.id == "\(column.kind).1" }.map { (column.kind, ButtonRule.isButton($0)) }
            }
            // One control of each sort per strip: declared parameters are side by side.
            let sorts = [kinds.first { !$0.isButton }, kinds.first { $0.isButton }].compactMap { $0 }
            let end = held.filter { $0.surface == deck.name }.compactMap(\.strip).max().map { $0 + 1 } ?? 0
            return (page.strips..<max(page.strips + count, end)).flatMap { strip in
                sorts.map { (ControlName(surface: deck.name, control: $0.kind, strip: strip), $0.isButton) }
            }
        }
    }
}

extension Configuration {
    /// This configuration with declared parameters after those of the file.
    public func declaring(_ declared: [DeclaredParameter]) -> Configuration {
        var whole = self
        for parameter in declared {
            let first = whole.parameters.count
            whole.parameters += parameter.specs
            guard var compound = parameter.compound else { continue }
            compound.parts = compound.parts.map { $0.advanced(by: first) }
            whole.compounds.append(compound)
        }
        return whole
    }

    /// This configuration with the strips of declared parameters after those of the file.
    public func withStrips(_ controls: AutoControls) -> Configuration {
        var whole = self
        for (index, spec) in zip(parameters.rowIndices, parameters) {
            guard let place = controls.places[spec.id], let strip = place.strip,
                let deck = decks.firstIndex(where: { $0.name == place.surface }),
                let column = decks[deck].pages[0].columns.firstIndex(where: { $0.kind == place.control && $0.modifiers.isEmpty }),
                let control = decks[deck].surfaces.lazy.flatMap({ surfaces[$0].controls }).first(where: { $0.id == "\(place.control).1" })
            else { continue }
            whole.decks[deck].pages[0].add(
                control.standardMapping(of: index, spec), column: column, strip: strip)
        }
        return whole
    }

    /// What each control drives, all surfaces in a row: the mappings of the file, and those of declared parameters on `auto` surfaces.
    public func mappings(_ controls: AutoControls = AutoControls()) -> [Mapping] {
        let given = Dictionary(
            zip(parameters.rowIndices, parameters).compactMap { index, spec in controls.places[spec.id].map { ($0, index) } },
            uniquingKeysWith: { first, _ in first })
        return surfaces.flatMap { surface in
            surface.controls.map { control in
                guard surface.isAuto, control.parameter == nil,
                    let index = given[AutoControls.ControlName(surface: surface.name, control: control.id)]
                else { return Mapping(control) }
                return control.standardMapping(of: index, parameters[index])
            }
        }
    }

    /// The ids of all parameters and compounds, and the `.nearest` names of all ranges.
    public var ids: Set<String> {
        let ranges = compounds.filter { $0.kind.ends != nil }
        return Set(parameters.map(\.id) + compounds.map(\.id) + ranges.map { "\($0.id).nearest" })
    }
}
