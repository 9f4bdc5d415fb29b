internal import FaderJSON
internal import FaderSystem
internal import FaderValues
internal import Logging
internal import NIOCore

/// An OBS and its targets. Connects and reconnects. Owned by the event loop.
final class OBSStudio {
    let spec: OBSPeerSpec
    private let loop: any EventLoop
    private var session: OBSSession?
    private var targets: [OBSTarget] = []
    private let peer: PeerSession
    private var passwordWatch: FileWatch?
    /// The password that OBS has refused. It is not sent again.
    private var refused: String?
    private var isTrying = false
    private var isClosed = false
    /// Whether OBS is loading a scene collection.
    private var isLoading = false
    private var isEnding = false

    var isThere: Bool { peer.isThere }

    let transition: OBSTransition

    var levels: Set<String> = [] { didSet { session?.events = events } }
    /// Called with an input of `levels` and its level in decibels, −∞ for silence, at most 20 times a second.
    var onLevel: ((String, Double) -> Void)?

    /// What it has, as far as somebody wanted to see it.
    let things = OBSThings()

    private var lastLevels = NIODeadline.uptimeNanoseconds(0)

    /// OBS sends levels about every 50 ms.
    private static let levelPause = TimeAmount.milliseconds(40)
    private static let backOff = BackOff(from: .milliseconds(250), to: .seconds(5))
    /// The pause after somebody has ended the connection in OBS.
    private static let kickedPause = Duration.seconds(60)
    private static let kicked = 4011

    init(_ spec: OBSPeerSpec, _ surroundings: TargetSurroundings) {
        (self.spec, loop, peer) = (spec, surroundings.loop, surroundings.session(spec.name, Self.backOff))
        transition = OBSTransition(surroundings.loop)
        attempt()
    }

    func add(_ target: OBSTarget) {
        targets.append(target)
        session?.events = events
        if isThere { target.look() }
    }

    func remove(_ target: OBSTarget) {
        targets.removeAll { $0 === target }
        session?.events = events
    }

    /// Connects at once, even with a refused password. What OBS did not have is looked for again: it does not tell everything.
    func hurry() {
        guard !isThere else {
            for target in targets where !target.isThere && !isLoading { target.look() }
            return
        }
        refused = nil
        attempt()
    }

    func close() {
        isClosed = true
        peer.stopWaiting()
        peer.disconnected()
        passwordWatch?.close()
        session?.drop()
        session = nil
    }

    func ask(_ type: String, _ data: String? = nil, _ answer: @escaping OBSSession.Answer) {
        guard isThere, let session else { return answer(.failure(.closed)) }
        guard session.unanswered < mostUnanswered else {
            session.end("OBS leaves \(session.unanswered) requests unanswered")
            return answer(.failure(.closed))
        }
        session.ask(type, data, answer)
    }

    /// What all targets ask at once, and more: an OBS that answers only some would have the others kept for ever.
    private var mostUnanswered: Int { 256 + 8 * targets.count }

    /// Finds out what it has, unless that was asked just now, or OBS has no scenes at the moment.
    func lookAtThings() {
        guard isThere, !isLoading else { return }
        things.look(at: .sinceStart) { [weak self] request, answer in
            guard let self else { return answer(.failure(.closed)) }
            ask(request.type, request.data?.rendered, answer)
        }
    }

    /// `name`: as the config calls the connection.
    func candidates(_ name: String) -> [TargetCandidate] {
        things.all(named: name).map { thing in
            TargetCandidate(
                kind: thing.kind, of: OBSTargetSpec.word, name: OBSWords.shown(thing.name), words: thing.words + ["obs: \(spec.address)"],
                parameter: thing.offers.first.flatMap { offer in targets.first { $0.subject == offer.subject }?.parameterID },
                offers: thing.offers.map { $0.resource(of: name) })
        }
    }

    var lastHeard: Moment { session?.lastHeard ?? .zero }

    private var events: OBSMessage.Events {
        targets.reduce(levels.isEmpty ? .usual : [.usual, .levels]) { $0.union($1.events) }
    }

    // MARK: Connecting

    private func attempt() {
        guard !isClosed, !isTrying, session == nil else { return }
        peer.stopWaiting()
        isTrying = true
        readPassword { [weak self] result in
            guard let self, !isClosed else { return }
            switch result {
            case .failure(let error): lost(PeerWebSocket.End(reason: error.description))
            case .success(let password):
                if password != nil, password == refused {
                    isTrying = false
                    peer.note(refusal(password))
                    return watchPassword(password)
                }
                loop.lookUp(spec.host, port: spec.port) { [weak self] in self?.open($0, password) }
            }
        }
    }

    /// Reads the password on a separate thread, because a file system may be slow.
    private func readPassword(_ done: @escaping (Result<String?, TargetError>) -> Void) {
        guard let password = spec.password else { return done(.success(nil)) }
        loop.runApart("faderd-secret", failure: "\(password.path) is not read", done) { () throws(TargetError) in try password.read() }
    }

    private func open(_ address: Result<SocketAddress, TargetError>, _ password: String?) {
        guard !isClosed else { return }
        switch address {
        case .failure(let error): lost(PeerWebSocket.End(reason: error.description))
        case .success(let address):
            isTrying = false
            let session = OBSSession(
                address, host: spec.address, password: password, on: loop,
                OBSSession.Callbacks(
                    identified: { [weak self] in self?.identified() }, event: { [weak self] in self?.handle($0, $1) },
                    closed: { [weak self] in self?.lost($0, password) }))
            session.events = events
            self.session = session
        }
    }

    private func identified() {
        (refused, isEnding, isLoading) = (nil, false, false)
        passwordWatch?.close()
        passwordWatch = nil
        peer.opened()
        for target in targets { target.look() }
    }

    private func lost(_ end: PeerWebSocket.End, _ password: String? = nil) {
        let heard = lastHeard
        (isTrying, session) = (false, nil)
        let problem =
            switch end.code {
            case OBSSession.passwordWanted: refusal(password)
            case Self.kicked:
                "somebody has closed the connection in OBS; it is tried again after a minute, or at once by \"faderctl reload\""
            case 4010: "this OBS speaks another version of obs-websocket; faderd needs OBS 28 or later"
            default: isEnding ? "OBS has ended" : end.reason
            }
        let wasThere = peer.lost(problem)
        transition.forget()
        things.forget()
        if wasThere { for target in targets { target.sessionLost(unheardSince: heard) } }
        if wasThere { for input in levels { onLevel?(input, -.infinity) } }
        switch end.code {
        case OBSSession.passwordWanted: watchPassword(password)
        case Self.kicked: peer.retry(in: Self.kickedPause) { [weak self] in self?.attempt() }
        default: peer.retry { [weak self] in self?.attempt() }
        }
    }

    private func refusal(_ password: String?) -> String {
        guard let file = spec.password, password != nil else {
            return "OBS asks for a password: give this entry of targets a password-file, such as password-file: obs.pw"
        }
        return "OBS refuses the password in \(file.name.withoutControls()); it is tried again once that file or the config changes"
    }

    /// Waits for another password, because OBS refuses this one.
    private func watchPassword(_ password: String?) {
        guard let file = spec.password, let password else { return }
        refused = password
        passwordWatch = passwordWatch ?? FileWatch(file.path, seesWrites: true, on: loop) { [weak self] in self?.attempt() }
    }

    var shared: SharedPeer { peer.shared(note: note) }

    var note: String? {
        if let problem = peer.problem { return problem }
        if !isThere { return "OBS has not answered yet" }
        return session?.isStalled ?? false ? "OBS does not answer" : nil
    }

    // MARK: Events

    private func handle(_ type: String, _ data: OBSData) {
        transition.handle(type)
        switch type {
        case "InputVolumeMeters": return popLevels(data)
        case "ExitStarted": isEnding = true
        // OBS crashes if it is asked for its scenes while it has none.
        case "CurrentSceneCollectionChanging":
            isLoading = true
            things.forget()
        case "CurrentSceneCollectionChanged":
            isLoading = false
            for target in targets { target.look() }
        default:
            if !isLoading { for target in targets { target.handle(type, data) } }
        }
    }

    /// faderd is about to make a scene the program, which in studio mode is a transition.
    func willSwitch() {
        transition.willBegin()
        for target in targets { target.willSwitch() }
    }

    private func popLevels(_ data: OBSData) {
        guard let onLevel, .now() - lastLevels >= Self.levelPause else { return }
        lastLevels = .now()
        for node in data.list("inputs") {
            let input = OBSData(node)
            guard let name = input.text("inputName"), levels.contains(name) else { continue }
            onLevel(name, OBSLevel.decibels(ofChannels: input.list("inputLevelsMul")))
        }
    }
}
