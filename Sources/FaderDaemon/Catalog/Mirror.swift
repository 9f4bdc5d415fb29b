internal import FaderConsole
internal import FaderStore
internal import FaderSystem
internal import FaderValues

/// The owner's copy of what the MIDI thread holds. Every request reads it; `ReportDispatcher` keeps it up to date.
@Owner
final class Mirror {
    private(set) var catalog: Catalog
    private var next: (catalog: Catalog, kept: KeptValues, stored: [String: KeptValue])?
    /// The last switch of configurations, until `takeCompletedTransition` takes it.
    private var completed: CompletedTransition?
    private var reports: [ParameterReport]
    private var connections: [Connections]
    private var hands = Hands()
    /// For each parameter, whether somebody has set it since the start, even if to the value that it already had.
    private var isChosen: [Bool]
    /// When each parameter last changed, was touched or was let go, as a count of all such events.
    private var stamps: [UInt64]
    private var stamp: UInt64 = 0
    private var isSettled = true

    struct Picture: Sendable {
        let catalog: Catalog
        let reports: [ParameterReport]
        let connections: [Connections]
        let hands: Hands
        let isChosen: [Bool]
        let stamp: UInt64

        /// One line for `systemctl status` and the log.
        var summary: String {
            let connected = connections.count { $0 != .init() }
            let count = catalog.order.count
            return "\(count) parameter\(count == 1 ? "" : "s"), \(connected) of \(connections.count) surfaces connected"
        }

        func reports(of item: Catalog.Item) -> [ParameterReport] { catalog.parameters(of: item).map { reports[$0] } }

        /// The ids of the parameters that something holds, with the members of groups: whoever holds a group holds what moves with it.
        var touched: Set<String> { catalog.withMembers(hands.touched) }
    }

    struct CompletedTransition: Sendable {
        let former: Picture
        let transition: CatalogTransition
    }

    init(_ catalog: Catalog) {
        reports = zip(catalog.texts.rowIndices, catalog.initialValues).map { Self.initial(catalog, $0, $1) }
        for index in catalog.worded { Self.keepText(of: reports[index], catalog) }
        connections = [Connections](repeating: Connections(), count: catalog.configuration.surfaces.count)
        stamps = [UInt64](repeating: 0, count: reports.count)
        isChosen = [Bool](repeating: false, count: reports.count)
        self.catalog = catalog
    }

    var picture: Picture {
        Picture(catalog: catalog, reports: reports, connections: connections, hands: hands, isChosen: isChosen, stamp: stamp)
    }

    private func mark(_ parameter: ParameterIndex) {
        stamp += 1
        stamps[parameter.offset] = stamp
    }

    /// The parameters, in order, that have changed, were touched or let go since a stamp. Nil for another generation, and while changes
    /// that belong together are still being recorded.
    func changes(since stamp: UInt64, generation: Generation) -> (picture: Picture, parameters: [ParameterIndex])? {
        guard isSettled, catalog.generation == generation else { return nil }
        return (picture, reports.rowIndices.filter { stamps[$0.offset] > stamp })
    }

    func settle() { isSettled = true }

    /// Records whether a hand is on a control. Returns nil if that is not new.
    func record(_ hand: HandReport, generation: Generation) -> (hand: HandReport, former: HandReport?, catalog: Catalog)? {
        guard generation == catalog.generation else { return nil }
        let former = hands[hand.control]
        guard let parameters = hands.record(hand) else { return nil }
        isSettled = false
        for parameter in parameters { mark(parameter) }
        return (hand, former, catalog)
    }

    func record(_ glide: GlideReport, generation: Generation) {
        guard generation == catalog.generation else { return }
        hands.record(glide, of: glide.parameter)
    }

    /// Whether a glide is moving a parameter, or the group that moves it.
    func isGliding(_ parameter: ParameterIndex) -> Bool {
        var moved: ParameterIndex? = hands.hasGlides ? parameter : nil
        while let one = moved {
            if hands.isGliding(one) { return true }
            moved = catalog.group(of: one)
        }
        return false
    }

    /// Records that a gesture holds a parameter, or no longer does. Nil if that changes nothing for others, or if nothing has that id.
    func record(_ grip: Hands.Grip, of id: String) -> Generation? {
        guard let index = catalog.index(of: id) else { return nil }
        let wasTouched = hands.isTouched(index)
        guard hands.record(grip, of: index) else { return nil }
        if hands.isTouched(index) != wasTouched { mark(index) }
        return catalog.generation
    }

    nonisolated static func initial(_ catalog: Catalog, _ index: ParameterIndex, _ value: Double) -> ParameterReport {
        ParameterReport(
            parameter: index, value: value, revision: catalog.revisions.beginning(of: index), origin: .restore, control: nil,
            isSet: catalog.areSet[index.offset])
    }

    private static func keepText(of report: ParameterReport, _ catalog: Catalog) {
        let spec = catalog.configuration.parameters[report.parameter]
        if spec.kind.isText { catalog.words.use(report.value, for: spec.id) }
        // Its targets know the option by the number of its name.
        if spec.isSupplied, let number = catalog.textNumber(of: report.value, parameter: report.parameter) {
            catalog.words.use(number, for: spec.id)
        }
    }

    func look(up id: String) -> ItemState? { catalog.items[id].map { state(of: $0) } }

    func compound(of parameter: ParameterIndex) -> ItemState? {
        guard reports.rowIndices.contains(parameter), let compound = catalog.compound(of: parameter) else { return nil }
        return state(of: .compound(compound))
    }

    private func state(of item: Catalog.Item) -> ItemState {
        ItemState(
            catalog: catalog, item: item, reports: catalog.parameters(of: item).map { reports[$0] }, hands: hands,
            ends: catalog.ends(with: item).map { reports[$0] })
    }

    struct RecordedChange: Sendable {
        let catalog: Catalog
        /// The change, with the revision that clients see.
        let report: ParameterReport
        let isNew: Bool
        /// Whether somebody chose the value, even if it was there before. A value that the daemon restores or clamps is not chosen.
        let isChoice: Bool
        let hands: Hands
    }

    /// Nil if it does not belong to the configuration in force, or is older than the known state.
    func record(_ report: ParameterReport, generation: Generation) -> RecordedChange? {
        guard generation == catalog.generation else { return nil }
        let index = report.parameter
        var report = report
        report.revision = catalog.revisions.clientRevision(report.revision, of: index)
        let known = reports[index].revision
        guard report.revision >= known else { return nil }
        let isNew = report.revision > known
        let isChoice = report.isSetAgain || isNew && report.origin != .restore
        if isChoice { isChosen[index.offset] = true }
        if isNew {
            reports[index] = report
            mark(index)
            hands.changed(index, in: catalog)
            isSettled = false
            Self.keepText(of: report, catalog)
        } else if report.isSet {
            reports[index].isSet = true
        }
        return RecordedChange(catalog: catalog, report: report, isNew: isNew, isChoice: isChoice, hands: hands)
    }

    /// Nil if the report does not belong to the configuration in force.
    func record(_ report: DeckReport, generation: Generation) -> (before: DeckState, catalog: Catalog)? {
        guard generation == catalog.generation, catalog.table.rowIndices.contains(report.deck) else { return nil }
        let before = catalog.decks[report.deck.offset]
        catalog = catalog.showing(report.state, on: report.deck)
        return (before, catalog)
    }

    /// Records the connections of a surface. Returns nil if there is nothing to report.
    func record(_ surface: SurfaceIndex, _ connections: Connections, generation: Generation) -> SurfaceNews? {
        guard generation == catalog.generation else { return nil }
        let before = self.connections[surface]
        self.connections[surface] = connections
        let spec = catalog.configuration.surfaces[surface]
        let news = SurfaceNews(name: spec.name, welcome: spec.welcome, before: before, after: connections)
        let isSame = before.isAnswering == connections.isAnswering && (before.outputs > 0) == (connections.outputs > 0)
        return news.isThere == news.wasThere && isSame ? nil : news
    }

    struct SurfaceNews {
        let name: String
        /// What is sent to its device when it comes, for the log.
        let welcome: String?
        let before: Connections
        let after: Connections
        var wasThere: Bool { before != Connections() }
        var isThere: Bool { after != Connections() }

        /// What happened, for the log; nil while nothing can be sent to the device. The watcher reports if that stays so.
        var event: String? {
            guard isThere, after.outputs > 0 else { return isThere ? nil : "disconnected" }
            let (event, condition) =
                switch (before.outputs > 0, after.isAnswering) {
                case (false, true): ("connected", "")
                case (false, false): ("connected", " when it answers")
                case (true, true): ("ready", "")
                case (true, false): ("does not answer", " when it does")
                }
            return event + (welcome.map { ": \($0)\(condition)" } ?? "")
        }
    }

    func relabel(_ relabeling: Relabeling) {
        catalog = catalog.relabeled(relabeling)
        for index in catalog.worded { Self.keepText(of: reports[index], catalog) }
    }

    func prepare(_ next: Catalog, kept: KeptValues, stored: [String: KeptValue]) { self.next = (next, kept, stored) }

    func withdraw() { next = nil }

    /// Call it after the last change of the old configuration and before the first of the new one. Nil if `generation` is not that of the
    /// announced one.
    func commit(_ generation: Generation) -> CatalogTransition? {
        guard let coming = next, coming.catalog.generation == generation else { return nil }
        next = nil
        let (old, former) = (catalog, picture)
        let next = coming.catalog.following(old, reports)
        let transition = CatalogTransition(from: former, to: next, kept: coming.kept, stored: coming.stored)
        (reports, isChosen) = (transition.reports, transition.isChosen)
        for index in next.worded { Self.keepText(of: reports[index], next) }
        for id in transition.gone { next.words.drop(id) }
        connections = Self.connections(connections, from: old, to: next)
        hands = hands.moved(from: old, to: next)
        stamps = Array(repeating: 0, count: reports.count)
        catalog = next
        completed = CompletedTransition(former: former, transition: transition)
        return transition
    }

    /// The switch that has just been completed. Only the first call returns it.
    func takeCompletedTransition() -> CompletedTransition? {
        defer { completed = nil }
        return completed
    }

    private nonisolated static func connections(_ connections: [Connections], from old: Catalog, to next: Catalog) -> [Connections] {
        let names = old.configuration.surfaces.map(\.name)
        let before = Dictionary(zip(names, connections), uniquingKeysWith: { first, _ in first })
        return next.configuration.surfaces.map { before[$0.name] ?? Connections() }
    }
}
