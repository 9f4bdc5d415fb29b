internal import FaderConsole
internal import FaderStore
internal import FaderSystem
internal import FaderTargets
internal import FaderValues

@Owner
final class StateKeeper {
    private let mirror: Mirror
    private let store: StateStore
    private let targets: Targets
    private let adoptions: Adoptions
    private let authors: Authors
    /// The changes of a circle share a number, so that they are one entry of the history. By the parameter.
    private var circles: [String: ChangeNumber] = [:]

    init(_ mirror: Mirror, _ store: StateStore, _ targets: Targets, _ adoptions: Adoptions, _ authors: Authors, _ followers: Followers) {
        (self.mirror, self.store, self.targets) = (mirror, store, targets)
        (self.adoptions, self.authors) = (adoptions, authors)
        followers.add { [weak self] in self?.follow($0) }
    }

    private func follow(_ event: Followers.Event) {
        switch event {
        case .changed(let changes):
            // The file gets all or none of them.
            if changes.count > 1 { store.hold() }
            for change in changes { keep(change) }
            if changes.count > 1 { store.release() }
        case .tie(let tie, let catalog):
            let spec = catalog.configuration.parameters[tie.parameter]
            store.note(KeptRelation(tie.relation, of: spec.group), of: spec.id)
        case .deck(let report, _, let catalog): keep(report, catalog)
        case .entered(let transition): keep(transition)
        default: break
        }
    }

    /// What the daemon or a target changes on its own does not go into the history. A restored value only replaces one in the file: a
    /// default that nobody chose is not added. A parameter set to the value it already had is noted: a default that somebody chose is kept.
    private func keep(_ change: Mirror.RecordedChange) {
        let (report, catalog) = (change.report, change.catalog)
        guard !catalog.isTrigger(report.parameter), adoptions.ask(for: report)?.isPassing != true else { return }
        let id = catalog.id(of: report.parameter)
        // What a button holds is saved with the value that it returns to, and there is nothing to undo. Its targets have the held value, so
        // that is noted for a restart.
        let kept = catalog.kept(report.lasting, parameter: report.parameter)
        if change.isNew, report.origin == .restore {
            return catalog.bound.contains(id) || targets.isBound(id) ? () : store.correct([id: kept])
        }
        if report.isHeld {
            if targets.isBound(id) { store.note(held: catalog.kept(report.value, parameter: report.parameter), of: id) }
            return store.correct([id: kept])
        }
        let before = catalog.value(of: report.before, parameter: report.parameter)
        // A fact of another program is not part of a look, and neither is which strip is selected: there is nothing to undo.
        guard change.isNew, report.origin != .target, !catalog.configuration.parameters[report.parameter].isOutsideHistory,
            !catalog.configuration.decks.contains(where: { $0.selection?.link?.parameter == report.parameter })
        else {
            return store.note(id, kept)
        }
        guard report.origin == .undo else {
            return store.record(
                id, before: before, after: kept.value, origin: report.origin, change: step(of: report, id), time: WallClock.now,
                unit: kept.unit, by: authors.writers[report.change], wasKnown: catalog.wasKnown(report),
                isOfKey: authors.ofKeys[report.change] != nil)
        }
        store.follow(
            id, before: before, after: kept.value, change: report.change, time: WallClock.now, unit: kept.unit,
            by: authors.writers[report.change]
        ) { catalog.value(from: $0, parameter: report.parameter) }
    }

    /// Its own, or that of the circle that it may be part of.
    private func step(of report: ParameterReport, _ id: String) -> ChangeNumber {
        guard !targets.isEmpty else { return report.change }
        let isCircling = [.text, .api, .recall].contains(report.origin) && targets.mayBeCircling(id)
        guard isCircling else {
            circles[id] = nil
            return report.change
        }
        let number = circles[id] ?? report.change
        circles[id] = number
        return number
    }

    private func keep(_ report: DeckReport, _ catalog: Catalog) {
        let spec = catalog.configuration.decks[report.deck]
        let page = spec.pages[report.state.page]
        var view = store.views[spec.name] ?? SurfaceView(page: DeckSpec.firstPage, banks: [:])
        // The members of a group are shown until the next start.
        if page.spilled == nil {
            view.page = page.name
            view.banks[page.name] = report.chosenBank + 1
        }
        view.selected = spec.word(of: report.state.selected)
        store.note(view, of: spec.name)
    }

    /// Keeps values that a new configuration has altered, so that a restart finds them. Clamped ones first, so that the file has the other
    /// parts of their compounds, too. A parameter with a target keeps the chosen value: a restart clamps it again, and knows that nobody
    /// chose the clamped one.
    private func keep(_ transition: CatalogTransition) {
        var (unsaved, values) = (transition.unsaved, transition.values)
        for id in targets.bound { (unsaved[id], values[id]) = (nil, nil) }
        if !unsaved.isEmpty { store.note(unsaved) }
        store.correct(values, compounds: transition.compounds)
    }
}
