internal import FaderJSON
internal import FaderSystem
internal import FaderValues
internal import NIOCore

/// A Home Assistant and its targets. Connects and reconnects. Owned by the event loop.
final class HomeAssistantHouse {
    let spec: HomeAssistantPeerSpec
    private let loop: any EventLoop
    private var session: HomeAssistantSession?
    private let peer: PeerSession
    private var tokenWatch: FileWatch?
    /// The token that was refused. It is not sent again: Home Assistant warns its people each time.
    private var refused: String?
    private var isTrying = false
    private var isClosed = false
    private var entities: [String: HomeAssistantEntity] = [:]
    /// The ids, the id of the subscription, and whether its first event is still to come.
    private var subscribed: [String] = []
    private var subscription: Int?
    private var isFirst = false
    /// Whether the subscription will soon be compared with what is bound.
    private var isSubscribing = false
    private let catalog = HomeAssistantCatalog()

    private static let backOff = BackOff(from: .milliseconds(250), to: .seconds(5))

    init(_ spec: HomeAssistantPeerSpec, _ surroundings: TargetSurroundings) {
        (self.spec, loop, peer) = (spec, surroundings.loop, surroundings.session(spec.name, Self.backOff))
        attempt()
    }

    var isThere: Bool { peer.isThere }

    // MARK: Entities

    func add(_ target: HomeAssistantTarget) -> HomeAssistantEntity {
        let entity = entity(target.entityID)
        entity.add(target)
        return entity
    }

    func remove(_ target: HomeAssistantTarget) {
        guard let entity = entities[target.entityID] else { return }
        entity.remove(target)
        dropIfIdle(entity)
    }

    /// It is looked at, because a service for an entity that is not there succeeds.
    func prepare(_ id: String) { entity(id).isPressed = true }

    /// These entities and no others are pressed from now on.
    func setPressed(_ ids: Set<String>) {
        for entity in entities.values where entity.isPressed && !ids.contains(entity.id) {
            entity.isPressed = false
            dropIfIdle(entity)
        }
        for id in ids { prepare(id) }
    }

    private func entity(_ id: String) -> HomeAssistantEntity {
        if let entity = entities[id] { return entity }
        let entity = HomeAssistantEntity(id)
        entities[id] = entity
        subscribeSoon()
        return entity
    }

    private func dropIfIdle(_ entity: HomeAssistantEntity) {
        guard entity.isIdle else { return }
        entities[entity.id] = nil
        subscribeSoon()
    }

    func absence(of entity: HomeAssistantEntity) -> String? {
        guard isThere, entity.state == nil else { return nil }
        guard entity.isTold else { return "Home Assistant has not reported it yet" }
        return "the house has no \(entity.id)" + catalog.others(than: entity.id)
    }

    func call(_ call: HomeAssistantCall, for entity: HomeAssistantEntity, _ answer: @escaping HomeAssistantSession.Answer) {
        entity.call(
            call,
            by: { [weak self] call, answer in
                guard let session = self?.session, self?.isThere ?? false else { return answer(.failure(.closed)) }
                session.ask("call_service", call.members, answer)
            }, answer)
    }

    func press(_ id: String, _ answer: @escaping (Result<String, TargetError>) -> Void) {
        guard isThere else { return answer(.failure(TargetError(description: "\(spec.name): \(note ?? "it is not there")"))) }
        prepare(id)
        let entity = entity(id)
        guard let domain = HomeAssistantDomain(ofEntity: id), let service = domain.press else {
            preconditionFailure("\(id) cannot be pressed")
        }
        // Just after the connection nothing is known.
        let problem = entity.state?.state == "unavailable" ? "\(id) is unavailable" : entity.isTold ? absence(of: entity) : nil
        if let problem { return answer(.failure(TargetError(description: "\(spec.name): \(problem)"))) }
        call(HomeAssistantCall(domain: domain.rawValue, service: service, entity: id), for: entity) { [spec] result in
            switch result {
            case .success: answer(.success("\(spec.name) has done \(id)"))
            case .failure(let failure): answer(.failure(TargetError(description: "\(spec.name): \(failure.words)")))
            }
        }
    }

    // MARK: The subscription

    /// Subscribes to what is bound, once for all targets that come and go now.
    private func subscribeSoon() {
        guard isThere, !isSubscribing else { return }
        isSubscribing = true
        loop.assumeIsolated().execute { [weak self] in
            guard let self else { return }
            isSubscribing = false
            if isThere { subscribe() }
        }
    }

    private func subscribe() {
        let ids = entities.keys.sorted()
        guard ids != subscribed, let session else { return }
        let former = subscription
        (subscribed, subscription, isFirst) = (ids, nil, true)
        // Without ids Home Assistant tells of everything.
        if !ids.isEmpty {
            subscription = session.ask("subscribe_entities", ["entity_ids": .list(ids.map { .text($0) })]) { [weak session] result in
                if case .failure(let failure) = result { session?.end("it lists no entities: \(failure.words)") }
            }
        }
        if let former { unsubscribe(former) }
    }

    private func unsubscribe(_ id: Int) { session?.ask("unsubscribe_events", ["subscription": .number(spelling: "\(id)")]) { _ in } }

    private func handle(_ id: Int, _ event: JSONValue) {
        if id == catalog.request {
            unsubscribe(id)
            return catalog.take(event)
        }
        guard id == subscription else { return }
        takeStates(event)
        if case .object(let changes)? = event["c"] { for (id, change) in changes { entities[id]?.change(change) } }
        guard case .list(let gone)? = event["r"] else { return }
        for id in gone { if let entity = id.text.flatMap({ entities[$0] }) { entity.take(nil) } }
        look()
    }

    /// Whole states: those of all entities that are there in the first event of a subscription, later those of entities that come.
    private func takeStates(_ event: JSONValue) {
        guard case .object(let states)? = event["a"] else { return }
        for (id, told) in states { if let state = HomeAssistantState(told) { entities[id]?.take(state) } }
        guard isFirst else { return }
        isFirst = false
        let missing = subscribed.filter { states[$0] == nil }
        for id in missing { entities[id]?.take(nil) }
        if !missing.isEmpty { look() }
    }

    // MARK: For people

    func look() {
        guard isThere, let session else { return }
        catalog.look(by: { session.ask("render_template", $0, $1) })
    }

    func candidates(_ name: String) -> [TargetCandidate] {
        catalog.listed.map { thing in
            TargetCandidate(
                kind: thing.domain.rawValue, of: HomeAssistantTargetSpec.word, name: thing.name,
                words: ["entity: \(thing.id)"] + (thing.room.isEmpty ? [] : ["room: \(thing.room)"]) + ["home-assistant: \(spec.address)"],
                parameter: entities[thing.id]?.targets.first?.parameterID, offers: thing.offers(named: name))
        }
    }

    var unlisted: Int { catalog.things.count - catalog.listed.count }

    var isLooking: Bool { catalog.isLooking }

    var shared: SharedPeer { peer.shared(note: note) }

    var note: String? {
        if let problem = peer.problem { return problem }
        if !isThere { return "Home Assistant has not answered yet" }
        return session?.isStalled ?? false ? "Home Assistant does not answer" : nil
    }

    // MARK: Connecting

    /// Connects at once, even with a token that was refused.
    func hurry() {
        guard !isThere else { return }
        refused = nil
        attempt()
    }

    func close() {
        isClosed = true
        peer.stopWaiting()
        peer.disconnected()
        tokenWatch?.close()
        session?.drop()
        session = nil
    }

    private func attempt() {
        guard !isClosed, !isTrying, session == nil, let file = spec.token else { return }
        peer.stopWaiting()
        isTrying = true
        // On a separate thread: a file system may be slow.
        let failure = "\(file.path) is not read"
        loop.runApart("faderd-secret", failure: failure, { [weak self] in self?.connect($0) }) { () throws(TargetError) in try file.read() }
    }

    private func connect(_ secret: Result<String, TargetError>) {
        guard !isClosed else { return }
        switch secret {
        case .failure(let error): lost(PeerWebSocket.End(reason: error.description), nil)
        case .success(let token) where token == refused:
            isTrying = false
            watchToken()
        case .success(let token): loop.lookUp(spec.host, port: spec.port) { [weak self] in self?.open($0, token) }
        }
    }

    private func open(_ address: Result<SocketAddress, TargetError>, _ token: String) {
        guard !isClosed else { return }
        switch address {
        case .failure(let error): lost(PeerWebSocket.End(reason: error.description), nil)
        case .success(let address):
            isTrying = false
            session = HomeAssistantSession(
                address, host: spec.address, token: token, on: loop,
                HomeAssistantSession.Callbacks(
                    accepted: { [weak self] in self?.accepted() }, event: { [weak self] in self?.handle($0, $1) },
                    closed: { [weak self] in self?.lost($0, token) }))
        }
    }

    private func accepted() {
        refused = nil
        tokenWatch?.close()
        tokenWatch = nil
        peer.opened()
        subscribe()
    }

    private func lost(_ end: PeerWebSocket.End, _ token: String?) {
        (isTrying, session, subscription, subscribed) = (false, nil, nil, [])
        catalog.forget()
        let isRefused = end.code == HomeAssistantSession.tokenRefused
        if peer.lost(isRefused ? refusal(end.reason) : end.reason) { for entity in entities.values { entity.lost() } }
        guard isRefused else { return peer.retry { [weak self] in self?.attempt() } }
        refused = token
        watchToken()
    }

    private func refusal(_ words: String) -> String {
        let file = spec.token?.name.withoutControls() ?? ""
        return "Home Assistant refuses the token in \(file) (\(words)); it is tried again once that file or the config changes"
    }

    /// Waits for another token, because Home Assistant refuses this one.
    private func watchToken() {
        guard let file = spec.token else { return }
        tokenWatch = tokenWatch ?? FileWatch(file.path, seesWrites: true, on: loop) { [weak self] in self?.attempt() }
    }
}
