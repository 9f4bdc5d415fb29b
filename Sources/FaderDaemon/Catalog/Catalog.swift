internal import FaderConfig
internal import FaderConsole
internal import FaderStore
internal import FaderValues

/// One configuration as everything off the MIDI thread uses it. It never changes: when a deck shows something else, a new catalog shares
/// all other parts. A class, because every request, change and picture has it.
final class Catalog: Sendable {
    let configuration: Configuration
    let settings: Settings
    /// The number that the engine gives the configuration; the first is 1.
    let generation: Generation
    /// What each control drives, in the engine's order.
    let mappings: [Mapping]
    let table: DeckTable
    let decks: [DeckState]
    let items: [String: Item]
    /// Everything in the order of the config, a compound before its parts.
    let order: [Item]
    let texts: [ValueText]
    let compoundTexts: [CompoundText]
    /// The texts that the numbers of `text` parameters stand for.
    let words: TextTable
    let declarers: Declarers
    /// The ids of the parameters and compounds that the configuration binds to targets, and of the parts of these compounds.
    let bound: Set<String>
    /// The first target of each parameter that tells how loud it is.
    let leveled: [String: TargetSpec]
    /// The programs that are playing, by the ids of their parameters.
    let programs: [String: TargetSpec]
    private let compoundOf: [Int?]
    /// The surface name and id of every control of all surfaces, in the engine's order.
    let controlNames: [String]
    /// Where revisions begin. Known once the configuration is in force.
    let revisions: Revisions
    /// The value that each parameter has if it is new: the stored value, made to fit the configuration, or the default.
    let initialValues: [Double]
    /// The stored value of each parameter, unchanged. Without one: nil, or for a text the default.
    let storedValues: [Double?]
    /// For each parameter, whether its stored value was chosen by somebody or told by a target.
    let areSet: [Bool]
    private let firstControl: [ControlIndex?]
    /// For each parameter, its counterpart in the catalog that this one follows; nil if it has none there.
    let former: [ParameterIndex?]
    /// The choices whose options their targets supply.
    let supplied: [ParameterIndex]
    /// The texts and those choices, whose values are words in `words`.
    let worded: [ParameterIndex]
    /// For each parameter, how the numbers of its options in the former catalog become those in this one; nil for most. Empty if no parameter has any.
    let renumberings: [Renumbering?]
    /// For each surface, its first control; then one index past the last control.
    private let firstOfSurface: [ControlIndex]
    /// For each surface, which of its controls send and receive a message.
    let messages: [ControlMessages]

    enum Item: Sendable, Equatable {
        case parameter(ParameterIndex)
        case compound(Int)
    }

    /// `mappings`: nil is what the file says. `views`: what decks showed, by name. A catalog that follows another one gets its revisions in
    /// `following`.
    init(
        _ configuration: Configuration, _ settings: Settings, generation: Generation, mappings: [Mapping]? = nil,
        views: [String: SurfaceView] = [:], revision: Revision = .zero, stored: [String: KeptValue],
        words: TextTable, declarers: Declarers, programs: [String: TargetSpec] = [:], after old: Catalog? = nil
    ) {
        self.configuration = configuration
        self.settings = settings
        let table = DeckTable(configuration)
        self.table = table
        self.generation = generation
        self.words = words
        self.declarers = declarers
        revisions = Revisions(configuration, from: revision)
        let bound = Set(settings.targets.map(\.parameter))
        let heard = settings.targets.filter { $0.target.details.hasLevel }.map { ($0.parameter, $0.target) }
        leveled = programs.merging(heard) { first, _ in first }
        self.programs = programs
        self.bound = configuration.compounds.reduce(into: bound) { all, compound in
            if bound.contains(compound.id) { all.formUnion(compound.parts.map { configuration.parameters[$0].id }) }
        }
        order = Self.order(of: configuration)
        items = Dictionary(order.map { (configuration.id(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
        texts = configuration.parameters.map { ValueText($0) }
        compoundTexts = CompoundText.all(of: configuration)
        var compoundOf = [Int?](repeating: nil, count: configuration.parameters.count)
        for (index, compound) in configuration.compounds.enumerated() { for part in compound.parts { compoundOf[part.offset] = index } }
        self.compoundOf = compoundOf
        storedValues = configuration.parameters.map { spec in Self.initial(spec, stored: stored[spec.id], words) }
        initialValues = configuration.settled(storedValues)
        areSet = zip(configuration.parameters, storedValues).map { spec, value in
            if spec.kind.isText { stored[spec.id].map { Self.takes($0, as: spec) } ?? false } else { value != nil }
        }
        supplied = configuration.suppliedChoices
        worded = configuration.parameters.rowIndices.filter { configuration.parameters[$0].kind.isText } + supplied
        former = configuration.parameters.map { old?.index(like: $0) }
        renumberings = Self.renumberings(of: supplied, configuration, after: old, initialValues, former)
        firstOfSurface = configuration.surfaces.reduce(into: [ControlIndex(0)]) {
            $0.append($0[$0.count - 1].advanced(by: $1.controls.count))
        }
        messages = configuration.surfaces.map { ControlMessages($0) }
        controlNames = configuration.surfaces.flatMap { surface in surface.controls.map { "\(surface.name) \($0.id)" } }
        decks = zip(table.rowIndices, configuration.memories(views)).map { table.state(of: $0, $1) }
        var shown = mappings ?? configuration.mappings()
        for deck in table.rowIndices { Self.place(deck, decks[deck.offset], table, &shown) }
        self.mappings = shown
        firstControl = Self.firstControls(shown, of: configuration)
    }

    private init(_ same: Catalog, _ states: [DeckIndex: DeckState], _ revisions: Revisions, _ relabeling: Relabeling? = nil) {
        configuration = relabeling?.configuration ?? same.configuration
        (texts, compoundTexts) = (relabeling?.texts ?? same.texts, relabeling?.compoundTexts ?? same.compoundTexts)
        (settings, generation, table) = (relabeling?.settings ?? same.settings, same.generation, relabeling?.table ?? same.table)
        (items, order, words) = (same.items, same.order, same.words)
        (declarers, bound, compoundOf, controlNames) = (same.declarers, same.bound, same.compoundOf, same.controlNames)
        (leveled, programs) = (same.leveled, same.programs)
        (initialValues, storedValues, areSet, former) = (same.initialValues, same.storedValues, same.areSet, same.former)
        (supplied, worded, renumberings) = (same.supplied, same.worded, same.renumberings)
        (firstOfSurface, messages) = (same.firstOfSurface, same.messages)
        self.revisions = revisions
        var (shown, decks) = (relabeling?.mappings ?? same.mappings, same.decks)
        let changed = states.filter { decks[$0.offset] != $1 }
        for (deck, state) in changed { decks[deck.offset] = state }
        for deck in relabeling == nil ? Array(changed.keys) : Array(table.rowIndices) {
            Self.place(deck, decks[deck.offset], table, &shown)
        }
        (mappings, self.decks) = (shown, decks)
        firstControl = changed.isEmpty ? same.firstControl : Self.firstControls(shown, of: same.configuration)
    }

    func showing(_ state: DeckState, on deck: DeckIndex) -> Catalog { Catalog(self, [deck: state], revisions) }

    func relabeled(_ relabeling: Relabeling) -> Catalog { Catalog(self, [:], revisions, relabeling) }

    /// Decks show what they showed in the old catalog, and no revision falls. `reports` are the last ones under the old catalog.
    func following(_ old: Catalog, _ reports: [ParameterReport]) -> Catalog {
        Catalog(self, shownDecks(of: old), Revisions(of: self, after: old, reports))
    }

    private static func place(_ deck: DeckIndex, _ state: DeckState, _ table: DeckTable, _ mappings: inout [Mapping]) {
        for control in table.managed(of: deck) { mappings[control] = table.mapping(of: control, in: state) }
    }

    private static func firstControls(_ mappings: [Mapping], of configuration: Configuration) -> [ControlIndex?] {
        var first = [ControlIndex?](repeating: nil, count: configuration.parameters.count)
        for control in mappings.rowIndices {
            // A control with `light` is sent by a program to light the trigger's lamps. It does not press the trigger.
            if mappings[control].action == .light { continue }
            for case let parameter? in [mappings[control].parameter, mappings[control].otherEnd] where first[parameter.offset] == nil {
                first[parameter.offset] = control
            }
        }
        return first
    }

    private static func order(of configuration: Configuration) -> [Item] {
        var compounds: [ParameterIndex: Int] = [:]
        for (index, compound) in configuration.compounds.enumerated() { if let first = compound.parts.min() { compounds[first] = index } }
        return configuration.parameters.rowIndices.flatMap { index in
            compounds[index].map { [.compound($0), .parameter(index)] } ?? [.parameter(index)]
        }
    }

    /// The number of a stored value. If the value does not fit this parameter: nil, or for a text the number of the default.
    private static func initial(_ spec: ParameterSpec, stored: KeptValue?, _ words: TextTable) -> Double? {
        // Only its program knows the value of a fact.
        if spec.isFactOfLeader { return min(max(0, spec.minimum), spec.maximum) }
        let value = stored.flatMap { $0.isOf(unit: spec.keptUnit) ? $0.value : nil }
        guard let rule = spec.kind.textRule else { return value.flatMap { spec.number(of: $0) ?? spec.number(ofFormer: $0) } }
        return words.number(of: value.flatMap { rule.text(in: $0) } ?? rule.defaultText)
    }

    private static func renumberings(
        of supplied: [ParameterIndex], _ configuration: Configuration, after old: Catalog?, _ values: [Double], _ formers: [ParameterIndex?]
    ) -> [Renumbering?] {
        guard let old, !supplied.isEmpty else { return [] }
        var all = [Renumbering?](repeating: nil, count: configuration.parameters.count)
        for index in supplied {
            guard let former = formers[index.offset] else { continue }
            all[index.offset] = Renumbering(
                from: old.configuration.parameters[former], to: configuration.parameters[index], rest: values[index.offset])
        }
        return all
    }

    /// The new number of an option, from its number in the former catalog.
    func renumbered(_ number: Double, of parameter: ParameterIndex) -> Double {
        renumberings.isEmpty ? number : renumberings[parameter.offset]?.table.number(number) ?? number
    }

    /// Whether options of a choice have other names or places than in the former catalog.
    func hasOtherOptions(_ parameter: ParameterIndex) -> Bool { !renumberings.isEmpty && renumberings[parameter.offset] != nil }

    var wholes: [Item] {
        order.filter { if case .parameter(let index) = $0 { compound(of: index) == nil } else { true } }
    }

    func compound(of parameter: ParameterIndex) -> Int? { compoundOf[parameter.offset] }

    func compoundSpec(of parameter: ParameterIndex) -> CompoundSpec? { compound(of: parameter).map { configuration.compounds[$0] } }

    /// The id of the compound of a part; nil for everything else.
    func whole(of id: String) -> String? { index(of: id).flatMap { compoundSpec(of: $0)?.id } }

    /// Both ends of the range that a parameter is an end of; empty for everything else.
    func ends(with item: Item) -> [ParameterIndex] {
        guard case .parameter(let index) = item, let compound = compoundSpec(of: index), compound.kind.ends != nil else { return [] }
        return compound.parts
    }

    func index(of id: String) -> ParameterIndex? { if case .parameter(let index)? = items[id] { index } else { nil } }

    func id(of parameter: ParameterIndex) -> String { configuration.parameters[parameter].id }

    func ids(of parameters: [ParameterIndex]) -> [String] { parameters.map { id(of: $0) } }

    func firstControl(of parameter: ParameterIndex) -> ControlIndex? { firstControl[parameter.offset] }

    func controls(ofSurface surface: SurfaceIndex) -> Range<ControlIndex> {
        firstOfSurface[surface.offset]..<firstOfSurface[surface.offset + 1]
    }

    func control(_ index: ControlIndex) -> (surface: SurfaceSpec, spec: ControlSpec) {
        let surface = surface(ofControl: index)
        let spec = configuration.surfaces[surface]
        return (spec, spec.controls[index.offset - controls(ofSurface: surface).lowerBound.offset])
    }

    func surface(ofControl index: ControlIndex) -> SurfaceIndex {
        guard let surface = configuration.surfaces.rowIndices.first(where: { controls(ofSurface: $0).contains(index) }) else {
            preconditionFailure("there is no control \(index)")
        }
        return surface
    }

    /// The name of a control, such as `desk fader.1`.
    func controlName(_ index: ControlIndex) -> String { controlNames[index.offset] }

    /// The parameters that an id stands for: itself, or the parts of a compound.
    func parameters(of item: Item) -> [ParameterIndex] {
        switch item {
        case .parameter(let index): [index]
        case .compound(let index): configuration.compounds[index].parts
        }
    }

    func isText(_ parameter: ParameterIndex) -> Bool { configuration.parameters[parameter].kind.isText }

    /// The value of a trigger is the number of its presses that are not done yet.
    func isTrigger(_ parameter: ParameterIndex) -> Bool { configuration.parameters[parameter].kind.isPressed }

    func value(of number: Double, parameter: ParameterIndex) -> Value {
        let spec = configuration.parameters[parameter]
        return spec.kind.isText ? .word(words.text(of: number)) : spec.value(of: number)
    }

    func text(of number: Double, parameter: ParameterIndex, for viewer: Viewer) -> String {
        if isText(parameter) { return words.text(of: number) }
        return texts[parameter].format(number, for: viewer)
    }

    /// Why a fact cannot be set while its program is not there.
    func absence(of id: String) -> String {
        settings.targets.first { $0.parameter == id && $0.leads }?.target.details.absence ?? "its program is not there"
    }

    func defaultValue(of parameter: ParameterIndex) -> Value {
        let spec = configuration.parameters[parameter]
        if let rule = spec.kind.textRule { return .word(rule.defaultText) }
        return value(of: spec.defaultValue, parameter: parameter)
    }
}

extension CompoundText {
    static func all(of configuration: Configuration) -> [CompoundText] {
        configuration.compounds.map { compound in CompoundText(compound, parts: compound.parts.map { configuration.parameters[$0] }) }
    }
}

extension Configuration {
    func id(of item: Catalog.Item) -> String {
        switch item {
        case .parameter(let index): parameters[index].id
        case .compound(let index): compounds[index].id
        }
    }
}
