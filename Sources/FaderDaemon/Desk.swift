internal import FaderAPI
internal import FaderConsole
public import FaderEngine
internal import FaderModel
internal import FaderServer
internal import FaderState
internal import FaderTargets
internal import Logging
internal import Synchronization

/// Passes the MIDI thread's reports on to the mirror, the state file, event streams, targets, the service manager and the log.
///
/// `receive` runs on the engine's notifying thread, in order; the rest is safe to use from anywhere.
public final class Desk: Sendable {
    let mirror: Mirror
    let store: StateStore
    let log: Logger
    let hub: EventHub
    let edits = Edits()
    let gestures: Gestures
    /// The names of those who write.
    let writers = Writers()
    let devices: @Sendable () -> [Daemon.Device]
    let serviceManager: ServiceManager
    /// Whether the service manager has been notified that the daemon is ready, and of its status.
    let isReady = Atomic(false)
    /// What surfaces show beside their controls.
    let panels = Panels()
    /// The targets that parameters are bound to.
    let targets: Targets
    /// When to look how waiting controls and targets stand.
    let standings: Standings
    /// The values that nobody chose, because a configuration has made something else of the chosen one; see `Daemon.noteUnfit`.
    let unfit = Mutex<[String: Double]>([:])
    /// Who made which changes over the API, so that a circle of changes by one client is recognized.
    let clients = ChangeNotes<Targets.Writer>()
    /// Which changes targets asked for.
    let asks = ChangeNotes<Targets.Ask>()
    /// The number under which the changes of a circle stand in the history, so that they are one entry, by the parameter.
    private let circles = Mutex<[String: ChangeNumber]>([:])
    /// The colors whose targets are still to be notified, each with the last change of one of its parts.
    private let changedColors = Mutex<[Int: (change: ParameterReport, generation: Generation)]>([:])
    /// Yields the errno once the MIDI port is gone for good. For one reader.
    let lost: AsyncStream<Int32>
    private let losing: AsyncStream<Int32>.Continuation
    /// The groups that are still to be reported, each with one of its parts and its configuration's generation.
    private let untold = Mutex<[Int: (part: ParameterIndex, generation: Generation, isRestored: Bool)]>([:])

    /// The history as it was last reported to event streams.
    private let toldHistory: Mutex<History.Summary>
    private let snapshotNews = Mutex(())

    init(
        mirror: Mirror, store: StateStore, hub: EventHub, devices: @escaping @Sendable () -> [Daemon.Device],
        serviceManager: ServiceManager, log: Logger
    ) {
        self.serviceManager = serviceManager
        let standings = Standings()
        let words = mirror.catalog.words
        let texts = Targets.Texts(text: { words.text(of: $0) }, number: { words.number(of: $0) })
        let targets = Targets(log: log, texts: texts) {
            store.note(mark: $1, of: $0)
        } standingChanged: {
            if hub.isWatched { standings.targetsChanged() }
        }
        (self.standings, self.targets) = (standings, targets)
        (lost, losing) = AsyncStream.makeStream()
        self.mirror = mirror
        gestures = Gestures { id, hold in Self.tell(id, hold, mirror, hub, targets) }
        toldHistory = Mutex(store.historySummary)
        self.store = store
        self.hub = hub
        self.devices = devices
        self.log = log
    }

    /// Handles a report of the engine.
    public func receive(_ event: EngineEvent) {
        // Changes made together follow each other; something else comes after the last of them.
        if case .changed = event {} else { endTogether() }
        switch event {
        case .changed(let report, let generation): changed(report, generation)
        case .hand(let hand, let generation): moved(hand, generation)
        case .deck(let report, let generation): switched(report, generation)
        case .glide(let glide, let generation): mirror.take(glide, generation: generation)
        case .answering: break
        case .settled: settled()
        case .swapped(let generation): swapped(generation)
        case .surface(let surface, let connections, let generation):
            guard let news = mirror.take(surface, connections, generation: generation) else { return }
            publishSurfaces()
            if hub.isWatched { standings.somethingMoved() }
            if let event = news.event { log.notice("surface \(news.name) \(event)") }
            if news.isThere != news.wasThere, isReady.load(ordering: .relaxed) { serviceManager.status(mirror.picture.summary) }
        case .notice(let notice): tell(notice)
        case .monitored(let message, let bytes):
            let catalog = mirror.catalog
            if catalog.generation == message.generation { hub.publish(catalog.resource(message, bytes)) }
        case .lost(let errno):
            losing.yield(errno)
            losing.finish()
        }
    }

    /// A parameter has another value, or was set to the one that it had.
    private func changed(_ report: ParameterReport, _ generation: Generation) {
        guard let taken = mirror.take(report, generation: generation) else { return }
        let (report, isNew, catalog) = (taken.report, taken.isNew, taken.catalog)
        if taken.isFirstPart { store.hold() }
        // Noted in the order of the changes, so that a flush after an answer saves that value or a newer one. A parameter that was set to the
        // value it already had is noted too, because a default that somebody chose is kept.
        keep(report, isNew: isNew, catalog)
        panels.take(report, isNew: isNew, catalog)
        // What a reload clamps is not set in the world.
        if taken.isChoice {
            let id = catalog.id(of: report.parameter)
            unfit.withLock { if !$0.isEmpty { $0[id] = nil } }
            if !targets.isEmpty { tellTargets(report, of: id, catalog, isWhole: false) }
        }
        guard isNew else { return }
        if !taken.isPart { tellEdits(of: report.parameter, in: catalog) }
        if hub.isFollowed { publish(report, catalog, taken.hands) }
    }

    /// Notifies a parameter's targets, and those of its color, of a change.
    ///
    /// - Parameter isWhole: whether all changes made together with it are known. If not, those of its color are notified by `endTogether`.
    func tellTargets(_ report: ParameterReport, of id: String, _ catalog: Catalog, isWhole: Bool = true) {
        let ask = report.origin == .target ? asks[report.change] : nil
        targets.changed(id, to: report.value, by: report.origin, ask: ask, writer: clients[report.change])
        guard let group = catalog.group(of: report.parameter), catalog.bound.contains(catalog.configuration.groups[group].id) else {
            return
        }
        if isWhole { return tellColor(report, catalog.generation) }
        changedColors.withLock { $0[group] = (report, catalog.generation) }
    }

    /// Notifies the targets of the color that a changed parameter is a part of.
    private func tellColor(_ report: ParameterReport, _ generation: Generation) {
        // After a reload, the targets are bound anew with the values as they are then.
        guard let color = mirror.group(of: report.parameter), color.catalog.generation == generation, let number = color.colorNumber
        else { return }
        let ask = report.origin == .target ? asks[report.change] : nil
        targets.changed(
            color.catalog.configuration.id(of: color.item), to: number, by: report.origin, ask: ask,
            writer: clients[report.change])
    }

    /// A hand came to a control, left it, or chose an end of a range with it.
    private func moved(_ hand: HandReport, _ generation: Generation) {
        guard let (hand, former, catalog) = mirror.take(hand, generation: generation) else { return }
        // A hand keeps its parameter when the deck shows something else, and it chooses an end of a range, so panels may change. The report
        // may also say only that a control drives another end.
        if panels.isAny {
            panels.refresh(mirror)
            if hand.isTouched, former?.isTouched != true, let parameter = hand.parameter {
                panels.touched(parameter, on: catalog.surface(ofControl: hand.control), catalog)
            }
        }
        if hub.isWatched, hand.isOn || former != nil { publish(hand, former, catalog) }
        if hand.isOn, let parameter = hand.parameter { gestures.end(holding: catalog.id(of: parameter)) }
        if !targets.isEmpty { targets.touched(mirror.picture.touched) }
    }

    /// A deck shows another page or bank, or another modifier is on.
    private func switched(_ report: DeckReport, _ generation: Generation) {
        guard let (before, catalog) = mirror.take(report, generation: generation) else { return }
        keep(report, catalog)
        panels.refresh(mirror)
        announce(report, before, catalog)
        publish(report, before, catalog)
    }

    /// Nothing more has happened.
    private func settled() {
        mirror.settle()
        panels.send()
        publishGroups()
        publishHistory()
        hub.publishChanges()
        if hub.isWatched { standings.somethingMoved() }
    }

    /// A new configuration is in force.
    private func swapped(_ generation: Generation) {
        let entry = mirror.commit(generation)
        // A restart has to find each value as the new configuration has altered it. Clamped ones first: the other parts of their groups are
        // then in the file with them. A parameter with a target keeps the value that was chosen: a restart clamps it again, and knows that
        // nobody chose the end.
        let isBound = { [mirror, targets] id in mirror.catalog.bound.contains(id) || targets.isBound(id) }
        let (unsaved, values) = (entry.unsaved.filter { !isBound($0.key) }, entry.values.filter { !isBound($0.key) })
        if !unsaved.isEmpty { store.note(unsaved) }
        store.correct(values, groups: entry.groups)
        // One of another kind is new: what was typed for the old one says nothing about it.
        for parameter in entry.new { tellEdits(of: parameter, in: mirror.catalog) }
        panels.refresh(mirror)
        // Published before the configuration's first event: streams report nothing about a configuration until they have sent its whole state.
        hub.publishReload(generation.number)
    }

    /// All changes made together are known.
    private func endTogether() {
        joinParts()
        let changed = changedColors.withLock { colors in
            defer { colors.removeAll(keepingCapacity: true) }
            return colors
        }
        for (report, generation) in changed.values { tellColor(report, generation) }
    }

    /// Shows the changes of parts of groups to readers, the state file and open edits, once all changes made together are known. Otherwise
    /// somebody could read or save a range with one new end and one old one.
    private func joinParts() {
        guard let (parts, catalog) = mirror.joinParts() else { return }
        store.release()
        for part in parts { tellEdits(of: part, in: catalog) }
    }

    /// Takes a message from a controller that belongs to no surface: it is reported, and has no other effect.
    func receive(_ heard: ControllerMessage) {
        let (text, raw) = Catalog.words(for: heard.content)
        hub.publish(
            MonitorResource(
                time: WallTime.text(WallClock.now), client: heard.client, port: heard.port.map { $0 + 1 },
                direction: .received, message: text, raw: raw, missed: heard.missed))
    }

    /// Notes a value for the state file, and the change in the history. Changes that the daemon or a target makes on its own do not go into
    /// the history. A value that the daemon restores only replaces one in the file, so that a default that nobody chose is not added.
    private func keep(_ report: ParameterReport, isNew: Bool, _ catalog: Catalog) {
        let id = catalog.id(of: report.parameter)
        // What a button holds is saved as what it returns to, and there is nothing to undo.
        let kept = catalog.kept(report.lasting, parameter: report.parameter)
        if isNew, report.origin == .restore { return catalog.bound.contains(id) || targets.isBound(id) ? () : store.correct([id: kept]) }
        if report.isHeld { return store.correct([id: kept]) }
        let before = catalog.value(of: report.before, parameter: report.parameter)
        guard isNew, report.origin != .target else { return store.note(id, kept) }
        guard report.origin == .undo else {
            return store.record(
                id, before: before, after: kept.value, origin: report.origin, change: step(of: report, id), time: WallClock.now,
                unit: kept.unit, by: writers[report.change])
        }
        store.follow(
            id, before: before, after: kept.value, change: report.change, time: WallClock.now, unit: kept.unit, by: writers[report.change]
        ) { catalog.made(of: $0, parameter: report.parameter) }
    }

    /// The number of a change in the history: its own, or if it may be part of a circle, that of the circle's other changes.
    private func step(of report: ParameterReport, _ id: String) -> ChangeNumber {
        guard !targets.isEmpty else { return report.change }
        let isCircling = (report.origin == .text || report.origin == .api) && targets.mayBeCircling(id)
        return circles.withLock { circles in
            guard isCircling else {
                circles[id] = nil
                return report.change
            }
            let number = circles[id] ?? report.change
            circles[id] = number
            return number
        }
    }

    /// Reports a change to the event streams. The parameter's group is reported after the last of the changes that came together, so that a
    /// range whose ends were set at once is never seen half changed.
    private func publish(_ report: ParameterReport, _ catalog: Catalog, _ hands: Hands) {
        let isRestored = report.origin == .restore
        hub.publish(
            changed(Mirror.Standing(catalog: catalog, item: .parameter(report.parameter), reports: [report], hands: hands), isRestored))
        guard let group = catalog.group(of: report.parameter) else { return }
        untold.withLock { $0[group] = (report.parameter, catalog.generation, isRestored) }
    }

    /// Reports the groups whose parts changed to the event streams.
    private func publishGroups() {
        let groups = untold.withLock { untold in
            let groups = untold.sorted { $0.key < $1.key }
            untold.removeAll(keepingCapacity: true)
            return groups
        }
        for (_, told) in groups {
            guard let group = mirror.group(of: told.part), group.catalog.generation == told.generation else { continue }
            hub.publish(changed(group, told.isRestored))
        }
    }

    private func changed(_ standing: Mirror.Standing, _ isRestored: Bool) -> ChangedParameter {
        let catalog = standing.catalog
        let (id, revision) = (catalog.configuration.id(of: standing.item), catalog.revision(of: standing.item, standing.reports))
        return ChangedParameter(id: id, revision: revision.number, generation: catalog.generation.number, isRestored: isRestored) { wish in
            standing.resource(for: Viewers.lenient(wish, catalog.configuration))
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
    private static func tell(_ id: String, _ hold: Hands.Grip, _ mirror: Mirror, _ hub: EventHub, _ targets: Targets) {
        guard let generation = mirror.take(hold, of: id) else { return }
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
        let isNew = toldHistory.withLock { told in
            defer { told = now }
            return told != now
        }
        guard isNew else { return }
        hub.publish(News(EventName.history, HistoryEvent(newest: now.newest, undone: now.undone, canUndo: now.standing > 0)))
    }

    /// Tells the event streams which snapshots there are.
    func publishSnapshots() {
        // Read and published in one step: of two changes at the same time, the news that comes last has both.
        snapshotNews.withLock { _ in if hub.isWatched { hub.publish(News(EventName.snapshots, store.snapshotResources)) } }
    }

    private func tell(_ notice: Notice) {
        let surfaces = mirror.catalog.configuration.surfaces
        func name(_ surface: SurfaceIndex) -> String {
            surfaces.rowIndices.contains(surface) ? surfaces[surface].name : "\(surface.offset + 1)"
        }
        switch notice {
        case .echoing(let surface):
            log.warning(
                """
                surface \(name(surface)) sends back what it is sent; that is ignored. If the device does not normally do that, check with \
                "aconnect -l" whether its output is connected to its input
                """)
        case .beside(let control, let steps):
            let names = mirror.catalog.controlNames
            let name = names.indices.contains(control.offset) ? names[control.offset] : "fader \(control.offset + 1)"
            log.warning(
                """
                \(name) has a motor without a touch sensor, which reports a position \(steps) raw step\(steps == 1 ? "" : "s") beside the one that it \
                is sent; that is ignored, and values stay as they are set. If its motor does not go where it should, check the values that it is sent
                """)
        case .overrun(let count):
            // A flood causes overrun after overrun; `status` has the exact count.
            if count == 1 || count.isMultiple(of: 1000) {
                log.warning(
                    """
                    input came faster than it was read and the sequencer dropped some (\(count) times so far); every motor is sent its \
                    position
                    """)
            }
        case .nonsense(let surface):
            log.warning(
                """
                surface \(name(surface)) answers its greeting with something that its protocol does not know; it is used without a greeting. \
                If it does not work, check that it is in the mode that its profile is for
                """)
        case .misidentified(let surface, let identity):
            let expected = surfaces.rowIndices.contains(surface) ? surfaces[surface].identity : nil
            log.warning(
                """
                the device of surface \(name(surface)) says that it is \(identity), where its profile says \(expected.map { "\($0)" } ?? "nothing"); \
                it is used all the same. If it does not work, give the surface another match or profile
                """)
        case .failing(let surface, let errno):
            log.warning("messages to surface \(name(surface)) are refused (errno \(errno)); it is sent its positions when it reconnects")
        }
    }
}
