internal import FaderAPI
internal import FaderConsole
internal import FaderServer
internal import FaderStore
internal import FaderValues

extension Configuration {
    /// The remembered views of the decks, with indices in place of page names.
    func memories(_ views: [String: SurfaceView]) -> [DeckMemory] {
        decks.map { deck in
            guard let view = views[deck.name] else { return DeckMemory() }
            var memory = DeckMemory(
                page: deck.pages.firstIndex { $0.name == view.page } ?? 0, banks: deck.pages.map { (view.banks[$0.name] ?? 1) - 1 })
            memory.selected = view.selected.flatMap { deck.selection?.place(of: $0) }
            return memory
        }
    }
}

extension Catalog {
    /// The decks that go on showing what they showed in the previous catalog, because deck and page still exist. The console does the same, and reports it.
    func shownDecks(of old: Catalog) -> [DeckIndex: DeckState] {
        let decks = old.configuration.decks
        let formers = Dictionary(zip(decks.map(\.name), decks.rowIndices)) { first, _ in first }
        var states: [DeckIndex: DeckState] = [:]
        for (deck, spec) in zip(configuration.decks.rowIndices, configuration.decks) {
            guard let former = formers[spec.name] else { continue }
            var state = old.decks[former.offset]
            let page = decks[former].pages[state.page].name
            guard let index = spec.pages.firstIndex(where: { $0.name == page }) else { continue }
            (state.page, state.bank) = (index, table.bank(state.bank, of: deck, page: index))
            state.selected = decks[former].word(of: state.selected).flatMap { spec.selection?.place(of: $0) }
            states[deck] = state
        }
        return states
    }

    /// The deck of a surface or wide surface with this name; nil if it has no strips, pages or modifiers.
    func deck(named name: String) -> DeckIndex? {
        if let wide = configuration.decks.rowIndices.first(where: { configuration.decks[$0].name == name }) { return wide }
        return configuration.surface(named: name).flatMap { table.deck(of: $0) }
    }

    /// The parameter on each meter of a surface, by the meter's place: the parameter that the config gives the meter, or else that of the strip shown there.
    func metered(on surface: SurfaceIndex) -> [Int: ParameterIndex] {
        let panel = configuration.surfaces[surface].panel
        guard let (page, strips) = meteredStrips(on: surface),
            let cells = page.columns.first(where: { $0.kind == StripColumn.meter })?.cells
        else { return panel.metered }
        var metered: [Int: ParameterIndex] = [:]
        for (meter, strip) in strips where cells.indices.contains(strip) && panel.levels[meter] == nil {
            metered[meter] = cells[strip].parameter
        }
        return metered.merging(panel.metered) { $1 }
    }

    /// The target whose level each meter of a surface shows, by the meter's place. The config of the meter takes precedence over the strip shown there.
    func levels(on surface: SurfaceIndex) -> [Int: TargetSpec] {
        let panel = configuration.surfaces[surface].panel
        var levels = programLevels(on: surface)
        if let (page, strips) = meteredStrips(on: surface) {
            for (meter, strip) in strips where panel.metered[meter] == nil { levels[meter] = page.levels[strip] ?? levels[meter] }
        }
        return levels.filter { panel.metered[$0.key] == nil }.merging(panel.levels) { $1 }
    }

    /// Whether a surface may show a level.
    var hasMeters: Bool { !configuration.levels.isEmpty || !programs.isEmpty }

    /// The programs that are playing beside the meters of the faders that were found for them.
    private func programLevels(on surface: SurfaceIndex) -> [Int: TargetSpec] {
        let spec = configuration.surfaces[surface]
        guard let meters = spec.panel.meters, !programs.isEmpty else { return [:] }
        var levels: [Int: TargetSpec] = [:]
        for (control, index) in zip(spec.controls, controls(ofSurface: surface)) {
            guard let (kind, number) = control.stripKind, kind == "fader", number <= meters.strips,
                let parameter = mappings[index.offset].parameter, let target = programs[id(of: parameter)]
            else { continue }
            levels[number - 1] = target
        }
        return levels
    }

    /// The page that a surface shows, and the strip beside each of its meters; nil if it has no meters or no strips.
    private func meteredStrips(on surface: SurfaceIndex) -> (page: DeckPage, strips: [(meter: Int, strip: Int)])? {
        guard let meters = configuration.surfaces[surface].panel.meters, let deck = table.deck(of: surface) else { return nil }
        let (spec, state) = (configuration.decks[deck], decks[deck.offset])
        guard let place = spec.surfaces.firstIndex(of: surface) else { return nil }
        let first = state.bank + spec.widths[..<place].reduce(0, +)
        return (spec.pages[state.page], (0..<min(meters.strips, spec.widths[place])).map { ($0, first + $0) })
    }

    func resource(of deck: DeckIndex) -> ViewResource {
        let (spec, state) = (configuration.decks[deck], decks[deck.offset])
        let page = spec.pages[state.page]
        var view = ViewResource(
            surface: spec.name, page: page.name, pages: spec.pages.map(\.name), bank: state.bank + 1,
            shown: max(min(spec.width, page.strips - state.bank), 0), strips: page.strips,
            modifiers: spec.names(of: state.modifiers))
        view.selected = spec.word(of: state.selected)
        return view
    }
}

extension DeckSpec {
    /// What the digits of a surface show of a new state: another page's name, another bank's first strip or another selected word; nil for
    /// nothing.
    func news(_ state: DeckState, after before: DeckState) -> String? {
        if state.page != before.page { return pages[state.page].spilled ?? pages[state.page].name }
        if state.bank != before.bank { return "\(state.bank + 1)" }
        return state.selected == before.selected ? nil : word(of: state.selected)
    }

    func word(of selected: Int?) -> String? { selected.flatMap { selection?.words[$0] } }

    /// The names of the modifiers in a set, in the order of the config.
    func names(of set: ModifierSet) -> [String] {
        modifiers.indices.filter { set.contains(ModifierSet(rawValue: 1 << UInt32($0))) }.map { modifiers[$0] }
    }
}
