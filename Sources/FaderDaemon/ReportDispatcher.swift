internal import FaderAPI
internal import FaderConsole
internal import FaderEngine
internal import FaderLoops
internal import FaderModel
internal import FaderServer
internal import FaderState
internal import FaderTargets
internal import Logging

/// Passes the MIDI thread's reports on to the mirror, the state file, event streams, targets, the service manager and the log.
@Owner
final class ReportDispatcher {
    let mirror: Mirror
    let store: StateStore
    let log: Logger
    let hub: EventHub
    /// Does what triggers ask for.
    weak var triggers: Triggers?
    /// Has the controls that are borrowed, also to be learned.
    weak var loans: Loans?
    /// What is published on MQTT brokers.
    weak var mqtt: MQTTAccess?
    /// The text fields over values that clients have open.
    let edits: Edits
    let gestures = Gestures()
    /// What those who write call themselves.
    var writers = ChangeNotes<String>()
    /// The changes that were made with the key of a page.
    var ofKeys = ChangeNotes<Void>()
    let devices: @Sendable () -> [Daemon.Device]
    let serviceManager: ServiceManager
    /// Whether the service manager has been notified that the daemon is ready, and of its status.
    var isReady = false
    /// What surfaces show beside their controls.
    let panels: Panels
    /// The targets that parameters are bound to.
    let targets: Targets
    /// Called when everything that has changed together is known.
    var whenSettled: [() -> Void] = []
    /// When to look how waiting controls and targets stand.
    let standings: Standings
    /// The values that nobody chose, because a configuration has made something else of the chosen one; see `Bindings.noteUnfit`.
    var unfit: [String: Double] = [:]
    /// Who made which changes over the API, so that a circle of changes by one client is recognized.
    let changeNumbers = ChangeNumbers()
    /// What streams know of how loud it is at the targets.
    let levels: Levels
    /// What targets report, on its way to the MIDI thread.
    let adoptions: Adoptions
    /// The number under which the changes of a circle stand in the history, so that they are one entry, by the parameter.
    private var circles: [String: ChangeNumber] = [:]
    /// Changes that may have been made together with others that are not reported yet.
    private var changes: [(report: ParameterReport, generation: Generation)] = []
    /// Yields the errno once the MIDI port is gone for good. For one reader.
    let lost: AsyncStream<Int32>
    private let losing: AsyncStream<Int32>.Continuation
    /// The groups that are still to be reported, each with one of its parts and its configuration's generation.
    private var changedGroups: [Int: (part: ParameterIndex, generation: Generation, isRestored: Bool)] = [:]
    /// The history as it was last reported to event streams.
    private var publishedHistory: History.Summary

    init(
        mirror: Mirror, store: StateStore, hub: EventHub, instance: String, devices: @escaping @Sendable () -> [Daemon.Device],
        serviceManager: ServiceManager, log: Logger
    ) {
        self.serviceManager = serviceManager
        let (standings, panels, levels) = (Standings(), Panels(mirror), Levels(hub))
        let words = mirror.catalog.words
        let texts = Targets.Texts(text: { words.text(of: $0) }, number: { words.number(of: $0) })
        let adoptions = Adoptions(changeNumbers)
        self.adoptions = adoptions
        targets = Targets(log: log, texts: texts, instance: instance) { _, request in
            adoptions.adopt(request)
        } onMark: {
            store.note(mark: $1, of: $0)
        } onLetGo: { ids in
            store.note(letGo: ids)
        } onPresence: {
            adoptions.note(isThere: $1, of: $0)
        } stateChanged: {
            Owner.submit { if hub.isWatched { standings.targetsChanged() } }
        } onLevels: { targets in
            Owner.submit {
                let told = targets.popLevels()
                panels.take(levels: told)
                levels.take(told)
            }
        }
        self.levels = levels
        self.panels = panels
        panels.isIdle = { [targets] in targets.isIdle($0) }
        hub.onListen = { standings.somethingMoved() }
        self.standings = standings
        (lost, losing) = AsyncStream.makeStream()
        self.mirror = mirror
        edits = Edits(mirror)
        publishedHistory = store.historySummary
        (self.store, self.hub, self.devices, self.log) = (store, hub, devices, log)
        gestures.gripChanged = { [unowned self] in publish($1, of: $0) }
    }

    /// Handles a report of the engine.
    func receive(_ event: EngineEvent) {
        // Changes made together follow each other, and something else comes after the last of them. Nobody sees some without the others:
        // otherwise somebody could read a range with one new end and one old one.
        if case .changed(let report, let generation) = event { return changes.append((report, generation)) }
        applyChanges()
        switch event {
        case .changed, .answering: break
        case .hand(let hand, let generation):
            if hand.isLearned, generation == mirror.catalog.generation { loans?.learned(mirror.catalog.control(hand.control)) }
            moved(hand, generation)
        case .deck(let report, let generation): switched(report, generation)
        case .glide(let glide, let generation): mirror.record(glide, generation: generation)
        case .settled: settled()
        case .swapped(let generation): swapped(generation)
        case .surface(let surface, let connections, let generation):
            guard let news = mirror.record(surface, connections, generation: generation) else { return }
            publishSurfaces()
            if hub.isWatched { standings.somethingMoved() }
            if let event = news.event { log.notice("surface \(news.name) \(event)") }
            if news.isThere != news.wasThere, isReady { serviceManager.status(mirror.picture.summary) }
        case .notice(let notice): write(notice)
        case .monitored(let message, let bytes):
            let catalog = mirror.catalog
            if catalog.generation == message.generation { hub.publish(catalog.resource(message, bytes)) }
        case .lost(let errno):
            losing.yield(errno)
            losing.finish()
        }
    }

    /// Applies the changes that were made together.
    private func applyChanges() {
        guard !changes.isEmpty else { return }
        // The file gets all or none of them.
        if changes.count > 1 { store.hold() }
        // The colors that have changed, each with the last change of one of its parts.
        var colors: [Int: ParameterReport] = [:]
        var moved: [ParameterIndex] = []
        for (report, generation) in changes {
            guard let recorded = mirror.record(report, generation: generation) else { continue }
            changed(recorded, &colors)
            if recorded.isNew { moved.append(recorded.report.parameter) }
        }
        if changes.count > 1 { store.release() }
        changes.removeAll(keepingCapacity: true)
        for parameter in moved { edits.changed(parameter) }
        for report in colors.values { notifyTargets(ofColor: report) }
    }

    /// A parameter has another value, or was set to the one that it had.
    private func changed(_ recorded: Mirror.RecordedChange, _ colors: inout [Int: ParameterReport]) {
        let (report, catalog) = (recorded.report, recorded.catalog)
        if catalog.isTrigger(report.parameter) {
            if recorded.isNew { triggers?.changed(report, catalog) }
            if recorded.isNew, hub.isFollowed { publish(report, catalog, recorded.hands) }
            return
        }
        // A parameter that was set to the value it already had is noted too, because a default that somebody chose is kept.
        if ask(for: report)?.isPassing != true { keep(report, isNew: recorded.isNew, catalog) }
        panels.take(report, isNew: recorded.isNew, catalog)
        if recorded.isNew { mqtt?.changed(report) }
        // What a reload clamps is not set in the world.
        if recorded.isChoice {
            let id = catalog.id(of: report.parameter)
            if !unfit.isEmpty { unfit[id] = nil }
            if !targets.isEmpty {
                notifyTargets(report, of: id)
                if let color = boundColor(of: report.parameter) { colors[color] = report }
            }
        }
        if recorded.isNew, hub.isFollowed { publish(report, catalog, recorded.hands) }
    }

    /// Notifies a parameter's targets of a change.
    private func notifyTargets(_ report: ParameterReport, of id: String) {
        targets.changed(
            id, to: report.value, named: mirror.catalog.textNumber(of: report.value, parameter: report.parameter), by: report.origin,
            ask: ask(for: report), isHeld: report.isHeld,
            isFade: mirror.isGliding(report.parameter))
    }

    /// The target that has asked for a change; nil if somebody else has made it.
    private func ask(for report: ParameterReport) -> Targets.Ask? {
        report.origin == .target ? adoptions.ask(for: report.change) : nil
    }

    /// The color with targets that a parameter is a part of, by its index among the groups; nil if there is none.
    private func boundColor(of parameter: ParameterIndex) -> Int? {
        let catalog = mirror.catalog
        return catalog.group(of: parameter).flatMap { catalog.bound.contains(catalog.configuration.groups[$0].id) ? $0 : nil }
    }

    /// Notifies the targets of the color that a changed parameter is a part of.
    private func notifyTargets(ofColor report: ParameterReport) {
        guard let group = mirror.group(of: report.parameter), let color = group.color else { return }
        targets.changed(
            group.id, to: Double(color.number), by: report.origin, ask: ask(for: report),
            isHeld: group.reports.contains(where: \.isHeld), isFade: mirror.isGliding(report.parameter))
    }

    /// A hand came to a control, left it, or chose an end of a range with it.
    private func moved(_ hand: HandReport, _ generation: Generation) {
        guard let (hand, former, catalog) = mirror.record(hand, generation: generation) else { return }
        // A hand keeps its parameter when the deck shows something else, and it chooses an end of a range, so panels may change. The report
        // may also say only that a control drives another end.
        let surface = catalog.surface(ofControl: hand.control)
        panels.changed(CollectionOfOne(surface))
        if hand.isTouched, former?.isTouched != true, let parameter = hand.parameter { panels.touched(parameter, on: surface, catalog) }
        if hub.isWatched, hand.isOn || former != nil { publish(hand, former, catalog) }
        if hand.isOn, let parameter = hand.parameter { gestures.end(holding: catalog.id(of: parameter)) }
        if !targets.isEmpty { targets.touched(mirror.picture.touched) }
        triggers?.buttonsChanged()
    }

    /// A deck shows another page or bank, or another modifier is on.
    private func switched(_ report: DeckReport, _ generation: Generation) {
        guard let (before, catalog) = mirror.record(report, generation: generation) else { return }
        keep(report, catalog)
        panels.changed(catalog.configuration.decks[report.deck].surfaces)
        announce(report, before, catalog)
        publish(report, before, catalog)
    }

    /// Nothing more has happened.
    private func settled() {
        mirror.settle()
        triggers?.settled()
        panels.settle()
        publishGroups()
        publishHistory()
        hub.publishChanges()
        for act in whenSettled { act() }
        if hub.isWatched { standings.somethingMoved() }
    }

    /// A new configuration is in force.
    private func swapped(_ generation: Generation) {
        guard let passage = mirror.commit(generation) else { return }
        // A restart has to find each value as the new configuration has altered it. Clamped ones first: the other parts of their groups are
        // then in the file with them. A parameter with a target keeps the value that was chosen: a restart clamps it again, and knows that
        // nobody chose the end.
        var (unsaved, values) = (passage.unsaved, passage.values)
        for id in targets.bound { (unsaved[id], values[id]) = (nil, nil) }
        if !unsaved.isEmpty { store.note(unsaved) }
        store.correct(values, groups: passage.groups)
        // One of another kind is new: what was typed for the old one says nothing about it.
        for parameter in passage.new { edits.changed(parameter) }
        triggers?.entered(mirror.catalog, new: passage.new)
        panels.enter()
        // Published before the configuration's first event: streams report nothing about a configuration until they have sent its whole state.
        hub.publishReload(generation.number)
    }

    /// Takes a message from a controller that belongs to no surface: it is reported, and has no other effect.
    func receive(_ heard: ControllerMessage) {
        let (text, raw) = Catalog.words(for: heard.content)
        hub.publish(
            MonitorResource(
                time: WallTime.text(WallClock.now), client: heard.client, port: heard.port.map { $0 + 1 },
                direction: .received, message: text, raw: raw,
                bytes: Catalog.hexadecimal(heard.bytes.isEmpty ? Catalog.bytes(of: heard.content) : heard.bytes),
                missed: heard.missed))
    }

    /// Notes a value for the state file, and the change in the history. Changes that the daemon or a target makes on its own do not go into
    /// the history. A value that the daemon restores only replaces one in the file, so that a default that nobody chose is not added.
    private func keep(_ report: ParameterReport, isNew: Bool, _ catalog: Catalog) {
        let id = catalog.id(of: report.parameter)
        // What a button holds is saved as what it returns to, and there is nothing to undo. Its targets show it, which a restart has to know.
        let kept = catalog.kept(report.lasting, parameter: report.parameter)
        if isNew, report.origin == .restore { return catalog.bound.contains(id) || targets.isBound(id) ? () : store.correct([id: kept]) }
        if report.isHeld {
            if targets.isBound(id) { store.note(held: catalog.kept(report.value, parameter: report.parameter), of: id) }
            return store.correct([id: kept])
        }
        let before = catalog.value(of: report.before, parameter: report.parameter)
        // A fact of another program is no part of a look: there is nothing to undo.
        guard isNew, report.origin != .target, !catalog.configuration.parameters[report.parameter].isFact else {
            return store.note(id, kept)
        }
        guard report.origin == .undo else {
            return store.record(
                id, before: before, after: kept.value, origin: report.origin, change: step(of: report, id), time: WallClock.now,
                unit: kept.unit, by: writers[report.change], wasKnown: catalog.wasKnown(report),
                isOfKey: ofKeys[report.change] != nil)
        }
        store.follow(
            id, before: before, after: kept.value, change: report.change, time: WallClock.now, unit: kept.unit, by: writers[report.change]
        ) { catalog.value(from: $0, parameter: report.parameter) }
    }

    /// The number of a change in the history: its own, or if it may be part of a circle, that of the circle's other changes.
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

    /// Reports a change to the event streams. The parameter's group is reported after the last of the changes that came together, so that a
    /// range whose ends were set at once is never seen half changed.
    private func publish(_ report: ParameterReport, _ catalog: Catalog, _ hands: Hands) {
        let isRestored = report.origin == .restore
        hub.publish(
            changed(ItemState(catalog: catalog, item: .parameter(report.parameter), reports: [report], hands: hands), isRestored))
        guard let group = catalog.group(of: report.parameter) else { return }
        changedGroups[group] = (report.parameter, catalog.generation, isRestored)
    }

    /// Reports the groups whose parts changed to the event streams.
    private func publishGroups() {
        for (_, change) in changedGroups.sorted(by: { $0.key < $1.key }) {
            guard let group = mirror.group(of: change.part), group.catalog.generation == change.generation else { continue }
            hub.publish(changed(group, change.isRestored))
        }
        changedGroups.removeAll(keepingCapacity: true)
    }

    private func changed(_ state: ItemState, _ isRestored: Bool) -> ChangedParameter {
        let catalog = state.catalog
        let (id, revision) = (state.id, catalog.revision(of: state.item, state.reports))
        return ChangedParameter(id: id, revision: revision.number, generation: catalog.generation.number, isRestored: isRestored) { wish in
            state.resource(for: catalog.settings.lenientViewer(for: wish))
        }
    }

    /// Tells the event streams which surfaces are there.
    func publishSurfaces() {
        guard hub.isWatched else { return }
        let picture = mirror.picture
        hub.publish(News(EventName.surfaces, picture.surfaces(devices()), generation: picture.catalog.generation.number))
    }

    /// Tells the event streams that a hand came to a control or left it.
    private func publish(_ hand: HandReport, _ former: HandReport?, _ catalog: Catalog) {
        if var former, former.parameter != hand.parameter {
            // It was on another parameter, which is free now; a release belongs to that one alone.
            (former.isTouched, former.isHeld) = (false, false)
            publish(former, nil, catalog)
            guard hand.isOn else { return }
        }
        let control = catalog.control(hand.control)
        let parameter = hand.parameter.map { catalog.id(of: $0) }
        let touch = TouchEvent(
            surface: control.surface.name, control: control.spec.id, parameter: parameter, touched: hand.isTouched, held: hand.isHeld)
        hub.publish(News(touch, generation: catalog.generation.number))
    }

    /// Tells the targets and the event streams that a gesture took hold of a parameter or let it go.
    private func publish(_ hold: Hands.Grip, of id: String) {
        guard let generation = mirror.record(hold, of: id) else { return }
        if !targets.isEmpty { targets.touched(mirror.picture.touched) }
        if hub.isWatched {
            hub.publish(News(TouchEvent(gesture: hold.name, parameter: id, touched: hold.isOn), generation: generation.number))
        }
        hub.publishChanges()
    }

    /// Reports the history to the event streams if entries were added, undone or redone.
    func publishHistory() {
        guard hub.isWatched else { return }
        let now = store.historySummary
        guard now != publishedHistory else { return }
        publishedHistory = now
        hub.publish(News(EventName.history, HistoryEvent(newest: now.newest, undone: now.undone, canUndo: now.standing > 0)))
    }

    /// Tells the event streams which snapshots there are.
    func publishSnapshots() {
        mqtt?.snapshotsChanged()
        if hub.isWatched { hub.publish(News(EventName.snapshots, store.snapshotResources)) }
    }
}
