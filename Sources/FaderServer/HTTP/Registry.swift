internal import FaderAPI
internal import FaderSystem
internal import Logging
internal import NIOCore

/// Owned by the event loop.
final class Registry {
    let limits: ServerLimits
    let router: Router
    let logger: Logger
    private let hub: EventHub
    let service: any FaderService
    let loop: any EventLoop
    private let token: AccessToken?
    private let keyFile: KeyFile?
    let door: Door<Connection>
    private var streams: [ObjectIdentifier: EventStream] = [:]
    private var monitoring = MonitorScope.off
    /// The scope that the daemon has put in force.
    private var monitored = MonitorScope.off
    private var isTellingMonitoring = false
    private var levels: [LevelWish] = []
    private var nextSession: UInt64 = 0
    private(set) lazy var keys: Keys = Keys(token: token, file: keyFile) { [unowned self] name, session in
        for connection in door.guests.values {
            if connection.credential == .key(name) { connection.stop() }
            // Other keys of the session stay in force, and end with its connection.
            if let session, connection.id == session, !keys.hold(session) { connection.keyRevoked() }
        }
    }
    /// The long answers that are made, or wait for their turn.
    let longAnswers = LongAnswers()
    /// The sessions that have a name.
    private(set) lazy var sessions = Sessions(self)
    private(set) var isStopping = false
    private var heartbeat: Scheduled<Void>?
    private var emptied: EventLoopPromise<Void>?

    init(
        limits: ServerLimits, service: any FaderService, hub: EventHub, loop: any EventLoop, token: AccessToken?, keyFile: KeyFile?,
        router: Router, logger: Logger
    ) {
        self.limits = limits
        self.service = service
        self.hub = hub
        self.loop = loop
        self.token = token
        self.keyFile = keyFile
        self.router = router
        self.logger = logger
        door = Door(DoorPlaces(limits.allowedConnections), on: loop)
        door.removed = { [unowned self] connection in
            end(connection.id)
            if door.guests.isEmpty { allGone() }
        }
    }

    /// The TCP address the server listens on; nil if there is none.
    var listen: String?
    var counts: StatusResource.Connections { .init(open: door.guests.count, streams: streams.count) }

    // MARK: Connections

    /// A new identity for a session, which is never used twice.
    func newSessionID(isNamed: Bool = false) -> SessionID {
        nextSession += 1
        return SessionID(nextSession, isNamed: isNamed)
    }

    /// Something other than gestures ends with the connection.
    func isHeld(_ connection: Connection) -> Bool { holding(of: connection.id) == .more || keys.hold(connection.id) }

    private func holding(of session: SessionID) -> SessionHolding { Owner.assume { [service] in service.holding(of: session) } }

    /// Ends the keys of a session that has ended, and tells the daemon.
    func end(_ session: SessionID) {
        keys.removeAll(of: session)
        guard holding(of: session) != .nothing || session.isNamed else { return }
        Owner.start { [service] in await service.ended(session) }
    }

    /// False if there is no place, or the server stops.
    func admit(_ connection: Connection) -> Bool { !isStopping && door.admit(connection) }

    /// Closed, or about to be, and without a request in progress. Its session ends.
    func remove(_ connection: Connection) { door.remove(connection) }

    /// Ends the TCP connections that came in with the old token. Answers in progress are still sent.
    func tokenChanged() {
        for connection in door.guests.values where connection.isOverTCP && connection.credential == .owner { connection.stop() }
    }

    /// Throws if a connection that has just shown a key on the Unix socket is one too many: a quarter is kept for programs there.
    func checkRoom(of connection: Connection) throws(HTTPFailure) {
        guard connection.isRemote, !connection.isOverTCP, door.guests.count >= door.places.tcp else { return }
        guard door.guests.values.count(where: \.isRemote) <= door.places.tcp else { throw .tooManyConnections }
    }

    // MARK: Streams

    /// A quarter is kept for programs on the Unix socket.
    func checkRoomForStream(of connection: Connection) throws(HTTPFailure) {
        guard streams.count < limits.streams else { throw .tooManyStreams(limit: limits.streams) }
        guard connection.isRemote else { return }
        let remote = door.guests.values.count { $0.isRemote && $0.isStreaming }
        guard remote < limits.streamsOverTCP else { throw .tooManyStreams(limit: limits.streamsOverTCP) }
        guard let key = pageKey(of: connection) else { return }
        let ofKeys = door.guests.values.filter(\.isStreaming).compactMap { pageKey(of: $0) }
        let most = ServerLimits.streamsOfKey
        guard ofKeys.count(where: { $0 == key }) < most else { throw .tooManyOfKey("event streams", limit: most) }
        guard ofKeys.count < limits.streamsOfKeys else { throw .tooManyStreams(limit: limits.streamsOfKeys) }
    }

    /// The key of a page that a connection has shown; nil: none.
    private func pageKey(of connection: Connection) -> String? {
        guard case .key(let name) = connection.credential, keys.page(of: name) != nil else { return nil }
        return name
    }

    /// A stream of MIDI messages starts when the daemon reports them, so that its reader misses nothing from the greeting on.
    func add(_ stream: EventStream) {
        streams[ObjectIdentifier(stream)] = stream
        if let session = stream.session { sessions.attach(session) }
        listenersChanged()
        startMonitored()
    }

    private func startMonitored() { for stream in streams.values where stream.target.scope <= monitored { stream.start() } }

    func remove(_ stream: EventStream) {
        guard streams.removeValue(forKey: ObjectIdentifier(stream)) != nil else { return }
        if let session = stream.session { sessions.detach(session) }
        listenersChanged()
    }

    private func listenersChanged() {
        keepBeating()
        let isMonitored = scope != .off
        let isWatched = streams.values.contains { if case .changes = $0.target { true } else { false } }
        let isFollowed = streams.values.contains { if case .changes(_, _, .long, _) = $0.target { true } else { false } }
        let bound = NIOLoopBound(self, eventLoop: loop)
        // Not at once, so that what is reported together is sent together.
        let wake: @Sendable () -> Void = { [loop] in loop.execute { bound.value.deliver() } }
        let wanted = isWatched || isMonitored ? wake : nil
        Owner.assume { [hub] () -> Void in hub.listen(watched: isWatched, followed: isFollowed, monitored: isMonitored, wake: wanted) }
        tellMonitoring()
        let wishes = streams.values.compactMap(\.target.levels)
        if !(wishes.isEmpty && levels.isEmpty) { Owner.assume { [service] in service.follow(levels: wishes) } }
        levels = wishes
    }

    /// A sign of life. While no stream is open, no timer runs.
    private func keepBeating() {
        guard !streams.isEmpty, !isStopping else {
            heartbeat?.cancel()
            heartbeat = nil
            return
        }
        guard heartbeat == nil else { return }
        heartbeat = loop.assumeIsolated().scheduleTask(in: .milliseconds(limits.heartbeat)) { [self] in
            for stream in streams.values { stream.beat() }
            heartbeat = nil
            keepBeating()
        }
    }

    /// The MIDI messages that all streams together need.
    private var scope: MonitorScope { streams.values.map(\.target.scope).max() ?? .off }

    /// Tells the daemon the newest scope, one call at a time.
    private func tellMonitoring() {
        let wanted = scope
        guard wanted != monitoring, !isTellingMonitoring else { return }
        monitoring = wanted
        isTellingMonitoring = true
        let bound = NIOLoopBound(self, eventLoop: loop)
        Owner.start { [service] in
            await service.setMonitoring(wanted)
            bound.value.isTellingMonitoring = false
            bound.value.monitored = wanted
            bound.value.startMonitored()
            bound.value.tellMonitoring()
        }
    }

    private func deliver() {
        for event in Owner.assume({ [hub] in hub.take() }) {
            for stream in streams.values { stream.offer(event) }
        }
        for stream in streams.values { stream.drain() }
    }

    /// Fetches the whole state for a stream whose viewer was accepted. It is one of the long answers.
    func state(for target: StreamTarget, then take: @escaping (RenderedState) -> Void) {
        guard case .changes(let prefix, let viewer, _, let page) = target else { return }
        let bound = NIOLoopBound(take, eventLoop: loop)
        Owner.start { [service, longAnswers] in
            let render = service.state(for: viewer, ofPage: page)
            // Streams have a share of their own.
            let state = await longAnswers.make(isOfPage: page != nil) { RenderedState(render(), of: prefix) }
            if let state { bound.value(state) }
        }
    }

    // MARK: End

    /// Streams and idle connections end at once, others when they are answered, and all that are left after `grace`.
    func stop(grace: TimeAmount) -> EventLoopFuture<Void> {
        isStopping = true
        heartbeat?.cancel()
        let promise = loop.makePromise(of: Void.self)
        emptied = promise
        for connection in door.guests.values { connection.stop() }
        if door.guests.isEmpty { allGone() }
        let timer = loop.assumeIsolated().scheduleTask(in: grace) { [self] in
            for connection in door.guests.values { connection.closeNow() }
            // Requests in progress may never end, for example if a disk hangs.
            door.removeAll()
            allGone()
        }
        return promise.futureResult.always { _ in timer.cancel() }
    }

    private func allGone() {
        emptied?.succeed()
        emptied = nil
    }
}
