internal import FaderAPI
internal import FaderConfig
internal import FaderConsole
internal import FaderServer
internal import FaderStore
internal import FaderSystem
internal import FaderTargets
internal import FaderValues
internal import Logging

/// Publishes parameters on MQTT brokers, and carries out the commands that arrive there.
@Owner
final class MQTTAccess: Subject {
    private struct Publisher {
        let spec: MQTTPeerSpec
        let publication: MQTTPeerSpec.Publication
        var isConnected = false
        var problem: String?
        var ids: [String] = []
        /// The platform of each component that was published for Home Assistant since the start, by its key.
        var platforms: [String: String] = [:]

        /// Another connection publishes under the same topic of the same broker.
        func isReplaced(by other: MQTTPeerSpec) -> Bool {
            other.host == spec.host && other.port == spec.port && other.publication?.topic == publication.topic
        }
    }

    private struct Place: Hashable {
        let peer: String
        let topic: String
    }

    private struct Request {
        let publication: MQTTPeerSpec.Publication
        let place: Place
        let payload: [UInt8]
    }

    private typealias Message = Publications.Message

    private static let interval = Duration.milliseconds(100)
    /// Commands for one parameter with shorter pauses, as while somebody drags it, are one entry of the history.
    private static let silence = Duration.seconds(2)
    /// How long to wait after Home Assistant says that it has started.
    private static let patience = Duration.seconds(1)

    /// The shortest time between two log lines about refused commands.
    private static let quiet = Duration.seconds(10)

    private let values: Values
    private let snapshots: SnapshotRequests
    private let triggers: Triggers
    private var publishers: [Publisher] = []
    private var told: (generation: Generation, stamp: UInt64)?
    private let throttle = Throttle(interval)
    private let greeting = Alarm()
    /// The commands that wait, only the newest of each topic.
    private var requests = NewestByKey<Place, Request>()
    private var isPerforming = false
    private var lastComplaint: ContinuousClock.Instant?
    /// The movement of each parameter that commands set.
    private var motions: [String: (number: ChangeNumber, last: ContinuousClock.Instant)] = [:]
    private var colors = FormerColors()
    /// The parameters whose targets are not there; nil until that is known.
    private var absent: Set<String>?
    private var (isAsking, isOutdated) = (false, false)

    init(_ commands: Commands, _ values: Values, _ snapshots: SnapshotRequests, _ triggers: Triggers) {
        (self.values, self.snapshots, self.triggers) = (values, snapshots, triggers)
        super.init(commands)
        targets.publications.read { [weak self] peer, news in Owner.submit { self?.take(news, from: peer) } }
        followers.add { [weak self] in self?.follow($0) }
    }

    private func follow(_ event: Followers.Event) {
        switch event {
        case .changed(let changes):
            guard !publishers.isEmpty else { return }
            for change in changes where change.isNew { changed(change.report) }
        case .snapshots: for index in publishers.indices where publishers[index].publication.hasSnapshots { publish(index) }
        case .targets: askWhatIsThere()
        case .pressed(let id): tellPress(of: id)
        case .settled: tell()
        default: break
        }
    }

    // MARK: Configuration

    /// Call it while the old connections are still there.
    func willConfigure() {
        let next = mirror.catalog.settings.publishers
        for old in publishers where old.isConnected {
            let other = next.first(where: old.isReplaced)
            if old.publication.isDiscovered, other?.publication?.isDiscovered != true { forget([old.publication.discovery], on: old.spec) }
            if other == nil {
                forget(old.ids.flatMap { [old.publication.state(of: $0), old.publication.availability(of: $0)] }, on: old.spec)
            }
        }
    }

    func configure() {
        let former = publishers
        publishers = mirror.catalog.settings.publishers.compactMap { spec in
            guard let publication = spec.publication else { return nil }
            if let same = former.first(where: { $0.spec == spec }) { return same }
            // What is no longer published can be taken back only after the new connection is up.
            let replaced = former.first { $0.isReplaced(by: spec) }
            return Publisher(spec: spec, publication: publication, ids: replaced?.ids ?? [], platforms: replaced?.platforms ?? [:])
        }
        let catalog = mirror.catalog
        colors.keep { catalog.items[$0] != nil }
        motions = motions.filter { catalog.items[$0.key] != nil }
        for index in publishers.indices { publish(index) }
        askWhatIsThere()
    }

    // MARK: What is there

    /// Asks which targets are there, once for everything that happens meanwhile.
    private func askWhatIsThere() {
        guard !publishers.isEmpty else { return }
        guard !isAsking else { return isOutdated = true }
        (isAsking, isOutdated) = (true, false)
        Owner.start { [self] in
            let absent = await targets.absent()
            isAsking = false
            if isOutdated { return askWhatIsThere() }
            note(absent: absent)
        }
    }

    private func note(absent: Set<String>) {
        let before = self.absent
        self.absent = absent
        let catalog = mirror.catalog
        for publisher in publishers where publisher.isConnected {
            let changed = catalog.entities(publisher.publication).filter { entity in
                before.map { entity.isAbsent($0, catalog) != entity.isAbsent(absent, catalog) } ?? true
            }
            let messages = availabilities(of: changed, catalog, publisher.publication)
            if !messages.isEmpty { targets.publish(messages, on: publisher.spec) }
        }
    }

    /// Which parameters with targets are there. Triggers are left out: they are pressed, and fail with a sentence.
    private func availabilities(of entities: [Entity], _ catalog: Catalog, _ publication: MQTTPeerSpec.Publication) -> [Message] {
        guard let absent else { return [] }
        return entities.filter { !$0.isTrigger(catalog) && $0.hasTarget(catalog) }.map {
            let word = MQTTPeerSpec.Publication.word(isThere: !$0.isAbsent(absent, catalog))
            return Message(publication.availability(of: $0.id), word)
        }
    }

    private func tellPress(of id: String) {
        for publisher in publishers where publisher.isConnected && IDPatterns(publisher.publication.only).match(id) {
            targets.publish([Message(publisher.publication.presses(of: id), Entity.pressed, isKept: false)], on: publisher.spec)
        }
    }

    private func changed(_ report: ParameterReport) {
        guard let state = mirror.compound(of: report.parameter), state.color != nil else { return }
        colors.changed(state, report)
    }

    private func forget(_ topics: [String], on peer: MQTTPeerSpec) {
        targets.publish(topics.map { Message($0, "") }, on: peer)
    }

    private func publish(_ index: Int) {
        let (picture, publisher) = (mirror.picture, publishers[index])
        let publication = publisher.publication
        let entities = picture.catalog.entities(publication)
        let ids = entities.map(\.id)
        let names = publication.hasSnapshots ? snapshotNames : []
        var topics = Set(ids.map { publication.command(for: $0) })
        if publication.hasSnapshots { topics.insert(publication.recall) }
        if publication.isDiscovered { topics.insert(MQTTPeerSpec.Publication.homeAssistant) }
        var messages: [Message] = []
        if publisher.isConnected {
            if publication.isDiscovered {
                let components = publication.components(entities, names, picture.catalog)
                messages.append(Message(publication.discovery, publication.document(components, gone: publisher.platforms)))
                for component in components { publishers[index].platforms[component.key] = component.platform }
            }
            // Empty states are sent only for parameters that are gone: Home Assistant does not accept an empty state for others.
            let gone = Set(publisher.ids).subtracting(ids).sorted()
            messages += gone.map { Message(publication.state(of: $0), "") }
            messages += gone.map { Message(publication.availability(of: $0), "") }
            messages += availabilities(of: entities, picture.catalog, publication)
            messages += entities.compactMap { message(about: $0, picture, publication) }
            publishers[index].ids = ids
        }
        targets.publish(messages, commands: topics, on: publisher.spec)
    }

    /// Takes back what an earlier run of the daemon published and this one does not.
    private func compare(_ index: Int, with document: [UInt8]) {
        let former = publishers[index].publication.contents(of: document)
        let gone = former.platforms.filter { publishers[index].platforms[$0.key] == nil }
        guard !gone.isEmpty else { return }
        publishers[index].platforms.merge(gone) { $1 }
        publishers[index].ids += former.ids.subtracting(publishers[index].ids)
        publish(index)
    }

    private var snapshotNames: [String] { store.snapshotsInOrder.map(\.name) }

    private func message(about entity: Entity, _ picture: Mirror.Picture, _ publication: MQTTPeerSpec.Publication) -> Message? {
        entity.state(in: picture).map { Message(publication.state(of: entity.id), $0) }
    }

    /// What `status` says; nil if nothing is published.
    var status: [StatusResource.MQTT]? {
        guard !publishers.isEmpty else { return nil }
        return publishers.map {
            StatusResource.MQTT(broker: $0.spec.name, topic: $0.publication.topic, isConnected: $0.isConnected, problem: $0.problem)
        }
    }

    // MARK: States

    private func tell() {
        guard publishers.contains(where: \.isConnected) else { return }
        throttle.run { [weak self] in self?.tellNow() }
    }

    private func tellNow() {
        let catalog = mirror.catalog
        guard let former = told, former.generation == catalog.generation else {
            // A new configuration was published as a whole. Changes since then are still missing.
            told = (catalog.generation, 0)
            return tellNow()
        }
        // Nil: more changes of the same act will follow.
        guard let (picture, parameters) = mirror.changes(since: former.stamp, generation: former.generation), !parameters.isEmpty else {
            return
        }
        told = (catalog.generation, picture.stamp)
        throttle.noteDone()
        let changed = Set(parameters.map(\.offset))
        for publisher in publishers where publisher.isConnected {
            let entities = catalog.entities(publisher.publication).filter { entity in
                catalog.parameters(of: entity.item).contains { changed.contains($0.offset) }
            }
            let messages = entities.compactMap { message(about: $0, picture, publisher.publication) }
            if !messages.isEmpty { targets.publish(messages, on: publisher.spec) }
        }
    }

    // MARK: Commands

    private func take(_ news: Publications.News, from peer: MQTTPeerSpec) {
        guard let index = publishers.firstIndex(where: { $0.spec == peer }) else { return }
        switch news {
        case .connected:
            (publishers[index].isConnected, publishers[index].problem) = (true, nil)
            publish(index)
        case .document(let bytes): compare(index, with: bytes)
        case .lost(let reason): (publishers[index].isConnected, publishers[index].problem) = (false, reason)
        case .command(MQTTPeerSpec.Publication.homeAssistant, let payload):
            guard payload == Array("online".utf8) else { return }
            greeting.set(in: Self.patience) { [weak self] in
                guard let self else { return }
                for index in publishers.indices where publishers[index].publication.isDiscovered { publish(index) }
            }
        case .command(let topic, let payload):
            let place = Place(peer: peer.name, topic: topic)
            requests.put(Request(publication: publishers[index].publication, place: place, payload: payload), for: place)
            guard !isPerforming else { return }
            isPerforming = true
            Owner.start { await self.performAll() }
        }
    }

    private func performAll() async {
        while let request = requests.takeFirst() {
            do throws(ServiceError) {
                try await perform(request)
            } catch {
                complain("\(request.place.peer) \(request.place.topic.withoutControls()): \(error.problem.detail.withoutControls())")
            }
        }
        isPerforming = false
    }

    /// Logs a refused command, but only now and then, because somebody may flood a topic.
    private func complain(_ sentence: String) {
        let level: Logger.Level = lastComplaint.map { ContinuousClock.now - $0 < Self.quiet } ?? false ? .debug : .notice
        if level == .notice { lastComplaint = .now }
        log.log(level: level, "\(sentence)")
    }

    private func perform(_ request: Request) async throws(ServiceError) {
        let writer = String(request.place.peer.prefix(Names.longestProgram))
        guard let text = String(validating: request.payload, as: UTF8.self) else { throw .refused("it is not UTF-8 text") }
        if request.place.topic == request.publication.recall {
            _ = try await snapshots.recall(text, RecallRequest(), for: ViewerRequest(), by: writer)
            return
        }
        let id = String(request.place.topic.dropFirst(request.publication.topic.count + 1).dropLast("/set".count))
        let state = try mirror.state(of: id)
        if let index = state.parameter, state.catalog.isTrigger(index) {
            _ = try await triggers.press(id, for: ViewerRequest(), from: Caller(.ofDaemon, writer: writer))
            return
        }
        let write = Write(viewer: state.catalog.settings.viewer, number: number(for: id, writer))
        guard state.color != nil else {
            _ = try await values.set(state, state.wanted(text), write)
            return
        }
        let command = try LightCommand(text)
        if command.isOff { colors.note(ColorNumber(state.reports.map(\.value)), of: id, in: write.number) }
        let before = colors[id]
        try await values.set(state, write) { command.wanted($0, before: before) }
    }

    private func number(for id: String, _ writer: String) -> ChangeNumber {
        let now = ContinuousClock.now
        var motion = motions[id] ?? (commands.nextChange(by: writer), now)
        if now - motion.last > Self.silence { motion.number = commands.nextChange(by: writer) }
        motion.last = now
        motions[id] = motion
        return motion.number
    }
}
