internal import FaderAPI
internal import FaderConsole
internal import FaderMIDI
internal import FaderServer
internal import FaderStore
internal import FaderSystem
internal import FaderValues

/// Tells the event streams what has changed.
@Owner
final class EventPublisher {
    private let mirror: Mirror
    private let store: StateStore
    private let hub: EventHub
    private let devices: @Sendable () -> [FoundDevice]
    /// Compounds still to be reported, each with one of its changed parts.
    private var changedCompounds: [Int: (part: ParameterIndex, generation: Generation, isRestored: Bool)] = [:]
    private var publishedHistory: History.Summary

    init(
        _ mirror: Mirror, _ store: StateStore, _ hub: EventHub, devices: @escaping @Sendable () -> [FoundDevice],
        _ followers: Followers
    ) {
        (self.mirror, self.store, self.hub, self.devices) = (mirror, store, hub, devices)
        publishedHistory = store.historySummary
        followers.add { [weak self] in self?.follow($0) }
    }

    private func follow(_ event: Followers.Event) {
        switch event {
        case .changed(let changes):
            guard hub.isFollowed else { return }
            for change in changes where change.isNew { publish(change) }
        case .hand(let hand, let former, let catalog):
            if hub.isWatched, hand.isOn || former != nil { publish(hand, former, catalog) }
        case .grip(let grip, let id, let generation): publish(grip, of: id, generation)
        case .deck(let report, let before, let catalog): publish(report, before, catalog)
        case .surface, .devices: publishSurfaces()
        case .settled:
            publishCompounds()
            publishHistory()
            hub.publishChanges()
        // Before the first event of the configuration: streams report nothing about it until they have sent its whole state.
        case .entered(let transition): hub.publishReload(transition.next.generation.number)
        case .monitored(let message, let bytes): hub.publish(mirror.catalog.resource(message, bytes))
        case .snapshots: if hub.isWatched { hub.publish(News(EventName.snapshots, store.snapshotResources)) }
        case .history: publishHistory()
        case .learned, .tie, .pressed, .relabeled, .levels, .targets: break
        }
    }

    /// The parameter's compound is reported after the last of the changes that came together, so that nobody sees one new and one old end.
    private func publish(_ change: Mirror.RecordedChange) {
        let (report, catalog) = (change.report, change.catalog)
        let isRestored = report.origin == .restore
        let state = ItemState(catalog: catalog, item: .parameter(report.parameter), reports: [report], hands: change.hands)
        hub.publish(changed(state, isRestored))
        guard let compound = catalog.compound(of: report.parameter) else { return }
        changedCompounds[compound] = (report.parameter, catalog.generation, isRestored)
    }

    private func publishCompounds() {
        for (_, change) in changedCompounds.sorted(by: { $0.key < $1.key }) {
            guard let compound = mirror.compound(of: change.part), compound.catalog.generation == change.generation else { continue }
            hub.publish(changed(compound, change.isRestored))
        }
        changedCompounds.removeAll(keepingCapacity: true)
    }

    private func changed(_ state: ItemState, _ isRestored: Bool) -> ChangedParameter {
        let catalog = state.catalog
        let (id, revision) = (state.id, catalog.revision(of: state.item, state.reports))
        return ChangedParameter(id: id, revision: revision.number, generation: catalog.generation.number, isRestored: isRestored) { wish in
            state.resource(for: catalog.settings.lenientViewer(for: wish))
        }
    }

    private func publishSurfaces() {
        guard hub.isWatched else { return }
        let picture = mirror.picture
        hub.publish(News(EventName.surfaces, picture.surfaces(devices()), generation: picture.catalog.generation.number))
    }

    private func publish(_ hand: HandReport, _ former: HandReport?, _ catalog: Catalog) {
        if var former, former.parameter != hand.parameter {
            // The hand was on another parameter, which is free now. A release concerns only that one.
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

    private func publish(_ grip: Hands.Grip, of id: String, _ generation: Generation) {
        if hub.isWatched {
            hub.publish(News(TouchEvent(gesture: grip.name, parameter: id, touched: grip.isOn), generation: generation.number))
        }
        hub.publishChanges()
    }

    private func publish(_ report: DeckReport, _ before: DeckState, _ catalog: Catalog) {
        guard hub.isWatched else { return }
        let resource = catalog.resource(of: report.deck)
        let isOtherPage = before.page != report.state.page || before.modifiers != report.state.modifiers
        let news = [
            (EventName.page, isOtherPage), (EventName.bank, before.bank != report.state.bank),
            (EventName.selected, before.selected != report.state.selected),
        ]
        for (name, isNew) in news where isNew {
            hub.publish(News(name, resource, of: resource.surface, generation: catalog.generation.number))
        }
    }

    private func publishHistory() {
        guard hub.isWatched else { return }
        let now = store.historySummary
        guard now != publishedHistory else { return }
        publishedHistory = now
        hub.publish(News(EventName.history, HistoryEvent(newest: now.newest, undone: now.undone, canUndo: now.standing > 0)))
    }

    /// Takes a message of a controller that belongs to no surface. It has no other effect.
    func receive(_ heard: ControllerMessage) {
        let (text, raw) = Catalog.words(for: heard.content)
        hub.publish(
            MonitorResource(
                time: WallTime.text(WallClock.now), client: heard.client, port: heard.port.map { $0 + 1 },
                direction: .received, message: text, raw: raw,
                bytes: Catalog.hexadecimal(heard.bytes.isEmpty ? Catalog.bytes(of: heard.content) : heard.bytes),
                missed: heard.missed))
    }
}
