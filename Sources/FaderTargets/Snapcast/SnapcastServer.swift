internal import FaderJSON
internal import FaderValues
internal import NIOCore

/// A Snapcast server and the targets on it. Connects and reconnects. Owned by the event loop.
final class SnapcastServer {
    private struct Question {
        let request: SnapcastRequest
        let answer: (String?) -> Void
    }

    let spec: SnapcastPeerSpec
    private let loop: any EventLoop
    private let peer: PeerSession
    private var socket: PeerSocket?
    private var lines = LineSplitter(mostBytes: mostBytes)
    private var targets: [SnapcastTarget] = []
    private var questions = Questions<Int, Question>(Questions.Manner(look: look))
    private let watch, again: LoopTimer
    private var count = 0
    private var isTrying = false
    private var isClosed = false
    /// Whether the server is being asked for its state, and whether something has happened since.
    private var (isAsking, isOutdated) = (false, false)
    private var isTelling = false
    /// Somebody else changed something while a change of faderd was on its way, so it is not known which was the last.
    private var isDoubtful = false
    private(set) var state = SnapcastState()

    private static let backOff = BackOff(from: .milliseconds(250), to: .seconds(5))
    /// How often it is looked whether the server answers, and how many looks it may miss.
    private static let (look, mostMissed) = (Duration.seconds(2), 5)
    /// The pause before it is asked for its state again, however much it tells.
    private static let pause = TimeAmount.milliseconds(100)
    /// The longest line that is read: the status of thousands of clients.
    private static let mostBytes = 4 << 20
    private static let mostUnanswered = 1000

    init(_ spec: SnapcastPeerSpec, _ surroundings: TargetSurroundings) {
        (self.spec, loop, peer) = (spec, surroundings.loop, surroundings.session(spec.name, Self.backOff))
        (watch, again) = (LoopTimer(surroundings.loop), LoopTimer(surroundings.loop))
        attempt()
    }

    /// Whether its state is known.
    var isThere: Bool { peer.isThere }

    func add(_ target: SnapcastTarget) {
        targets.append(target)
        if isThere { target.update() }
    }

    func remove(_ target: SnapcastTarget) { targets.removeAll { $0 === target } }

    func hurry() { if !isThere { attempt() } }

    func close() {
        isClosed = true
        watch.cancel()
        again.cancel()
        peer.stopWaiting()
        peer.disconnected()
        socket?.drop()
        socket = nil
    }

    var shared: SharedPeer { peer.shared(note: note) }

    var note: String? {
        if let problem = peer.problem { return problem }
        if !isThere { return "the server has not answered yet" }
        return questions.missed > 0 ? "the server does not answer" : nil
    }

    func candidates(_ name: String) -> [TargetCandidate] {
        state.things(named: name).map { thing in
            TargetCandidate(
                kind: thing.kind, of: SnapcastTargetSpec.word, name: Self.shown(thing.name),
                words: ["id: \(Self.shown(thing.id))", "snapcast: \(spec.address)"],
                parameter: targets.lazy.compactMap { $0.parameter(ofVolumeOf: thing.id) }.first, offers: thing.offers)
        }
    }

    /// Cut and without control characters: a name from the server may be any text.
    static func shown(_ name: String) -> String { String(name.prefix(100)).withoutControls() }

    private func attempt() {
        guard !isClosed, !isTrying, socket == nil else { return }
        peer.stopWaiting()
        isTrying = true
        loop.lookUp(spec.host, port: spec.port) { [weak self] in self?.open($0) }
    }

    private func open(_ address: Result<SocketAddress, TargetError>) {
        isTrying = false
        guard !isClosed else { return }
        switch address {
        case .failure(let error): lost(error.description)
        case .success(let address):
            let socket = PeerSocket()
            lines = LineSplitter(mostBytes: Self.mostBytes)
            socket.onOpen = { [weak self] in self?.refresh() }
            socket.onBytes = { [weak self] in self?.receive(bytes: $0) }
            socket.onEnd = { [weak self] in self?.lost($0) }
            self.socket = socket
            socket.open(address, on: loop)
        }
    }

    private func lost(_ reason: String) {
        socket = nil
        watch.cancel()
        again.cancel()
        (isAsking, isOutdated, state) = (false, false, SnapcastState())
        let unanswered = questions.forgetAll()
        if peer.lost(reason) { for target in targets { target.gone() } }
        for question in unanswered { question.answer("the connection was closed") }
        peer.retry { [weak self] in self?.attempt() }
    }

    /// Asks for something. `answer` gets nil, or why it failed.
    func ask(_ request: SnapcastRequest, _ answer: @escaping (String?) -> Void) {
        guard let socket else { return answer("it is not there") }
        guard questions.unanswered < Self.mostUnanswered else {
            socket.close("the server leaves \(questions.unanswered) questions unanswered")
            return answer("the server does not answer")
        }
        count += 1
        state.expect(request)
        perform(questions.ask(Question(request: request, answer: answer), for: count, at: .sinceStart))
    }

    /// Asks for the whole state; if that is under way, again afterwards, because the answer may be older than the cause.
    func refresh() {
        guard !isAsking else { return isOutdated = true }
        (isAsking, isOutdated, isDoubtful) = (true, false, false)
        ask(.status) { _ in }
    }

    private func perform(_ effects: [Questions<Int, Question>.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let id, let question): socket?.send(question.request.line(id: id).utf8)
            case .silent(let looks): if looks >= Self.mostMissed { return socket?.close("the server does not answer") ?? () }
            case .unanswered: break
            }
        }
        watch.follow(questions.deadline) { [weak self] in
            if let self { perform(questions.tick(at: .sinceStart)) }
        }
    }

    private func receive(bytes: [UInt8]) {
        let isShort = lines.split(bytes) { line in
            receive(line)
            return socket?.isOpen ?? false
        }
        if !isShort { socket?.close("it sent a line longer than \(Self.mostBytes >> 20) MiB") }
    }

    private func receive(_ line: [UInt8]) {
        let message = try? JSONValue.read(line)
        switch message {
        case .object?: take(message ?? .null)
        // What somebody else has asked at once is told at once.
        case .list(let messages)?: for message in messages { take(message) }
        default: socket?.close("it sent something that is no message of Snapcast")
        }
    }

    private func take(_ message: JSONValue) {
        if let method = message["method"]?.text {
            guard isThere else { return isOutdated = true }
            if !questions.isEmpty { isDoubtful = true }
            if state.handle(method, message["params"] ?? .null) { tell() } else { refresh() }
        } else if let id = message["id"]?.double.flatMap({ Int(exactly: $0) }), let question = questions.answer(id) {
            answer(question, message)
        }
    }

    /// The state may be another one. Once for all that arrives now.
    private func tell() {
        guard !isTelling else { return }
        isTelling = true
        loop.assumeIsolated().execute { [weak self] in
            guard let self else { return }
            isTelling = false
            if isThere { for target in targets { target.update() } }
        }
    }

    private func answer(_ question: Question, _ message: JSONValue) {
        if question.request == .status { return takeStatus(message) }
        if message["result"] != nil {
            question.answer(nil)
            tell()
        } else {
            question.answer(Self.words(of: message["error"] ?? .null))
            refresh()
        }
        if isDoubtful, questions.isEmpty { refresh() }
    }

    /// Why the server refused. What its message is about may stand in a member beside it.
    private static func words(of error: JSONValue) -> String { shown((error["data"] ?? error["message"])?.text ?? "it refuses that") }

    private func takeStatus(_ message: JSONValue) {
        isAsking = false
        guard let state = message["result"].flatMap({ SnapcastState($0) }) else {
            let refusal = message["error"].map { "the server does not say what it has: \(Self.words(of: $0))" }
            return socket?.close(refusal ?? "what answers there is not a Snapcast server") ?? ()
        }
        // The answer may be older than what was asked since.
        if isThere, !questions.isEmpty { isDoubtful = true } else { self.state = state }
        if !isThere { peer.opened() }
        tell()
        if isOutdated { again.set(in: Self.pause) { [weak self] in self?.refresh() } }
    }
}
