internal import NIOCore

/// One connection to OBS: greeting, password, requests and answers. Owned by the event loop.
final class OBSSession {
    typealias Answer = (Result<OBSData, OBSFailure>) -> Void

    struct Callbacks {
        var identified: () -> Void
        var event: (String, OBSData) -> Void
        /// Called once, when the connection has ended or could not be opened.
        var closed: (PeerWebSocket.End) -> Void
    }

    private struct Question {
        let type: String
        let data: String?
        let since: NIODeadline
        let answer: Answer
    }

    private static let manner = PeerWebSocket.Manner(peer: "OBS", subprotocol: "obswebsocket.json", mostBytes: 1 << 20)
    private static let patience = TimeAmount.seconds(5)
    /// How often to look for answers, and how many looks may find none.
    private static let (look, mostMissed) = (Duration.seconds(2), 5)
    /// How often something is asked again that OBS is not ready for, and for how long.
    private static let (pause, longestPause) = (TimeAmount.milliseconds(250), TimeAmount.seconds(10))
    /// The close code for a missing or wrong password.
    static let passwordWanted = 4009

    private let loop: any EventLoop
    private let password: String?
    private let callbacks: Callbacks
    private var socket: PeerWebSocket?
    private var questions = Questions<String, Question>(Questions.Manner(look: look))
    private var count: UInt64 = 0
    private let watch: LoopTimer
    private var isIdentified = false
    private(set) var lastHeard = Moment.zero
    /// The events that are subscribed to at the greeting.
    private var first = OBSMessage.Events.usual

    var events = OBSMessage.Events.usual {
        didSet { if isIdentified, events != oldValue { socket?.send(OBSMessage.reidentify(events)) } }
    }

    var unanswered: Int { questions.unanswered }

    var isStalled: Bool { questions.missed > 0 }

    init(_ address: SocketAddress, host: String, password: String?, on loop: any EventLoop, _ callbacks: Callbacks) {
        (self.loop, self.password, self.callbacks, watch) = (loop, password, callbacks, LoopTimer(loop))
        let socket = PeerWebSocket(
            Self.manner,
            PeerWebSocket.Callbacks(text: { [weak self] in self?.receive($0) }, closed: { [weak self] in self?.finish($0) }))
        self.socket = socket
        watch.set(in: Self.patience) { [weak socket] in socket?.close("what answers there does not greet like OBS") }
        socket.open(address, host: host, on: loop)
    }

    /// `data`: an object in JSON.
    func ask(_ type: String, _ data: String? = nil, _ answer: @escaping Answer) {
        send(Question(type: type, data: data, since: .now(), answer: answer))
    }

    private func send(_ question: Question) {
        guard isIdentified else { return question.answer(.failure(.closed)) }
        count += 1
        perform(questions.ask(question, for: "\(count)", at: .sinceStart))
    }

    private func perform(_ effects: [Questions<String, Question>.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let id, let question): socket?.send(OBSMessage.request(question.type, id: id, data: question.data))
            case .silent(let looks): if looks >= Self.mostMissed { return socket?.close("OBS does not answer") ?? () }
            case .unanswered: break
            }
        }
        watch.follow(questions.deadline) { [weak self] in
            if let self { perform(questions.tick(at: .sinceStart)) }
        }
    }

    /// Ends it, for a reason; `closed` follows.
    func end(_ reason: String) { socket?.close(reason) }

    /// Ends the connection. Of the callbacks only the pending answers are still called.
    func drop() {
        socket?.drop()
        close()
    }

    private func close() {
        watch.cancel()
        (socket, isIdentified) = (nil, false)
        for question in questions.forgetAll() { question.answer(.failure(.closed)) }
    }

    private func finish(_ end: PeerWebSocket.End) {
        close()
        callbacks.closed(end)
    }

    private func receive(_ bytes: [UInt8]) {
        guard let message = OBSMessage(bytes) else { return socket?.close("it sent something that is not a message of OBS") ?? () }
        lastHeard = .sinceStart
        switch message {
        case .hello(let question):
            guard !isIdentified else { return }
            if question != nil, password == nil { return socket?.close("", code: Self.passwordWanted) ?? () }
            let answer = question.flatMap { question in password.map { OBSAuthentication.answer(to: question, password: $0) } }
            first = events
            socket?.send(OBSMessage.identify(events, authentication: answer))
        case .identified:
            guard !isIdentified else { return }
            watch.cancel()
            isIdentified = true
            // Before it has accepted faderd, OBS takes no other word.
            if events != first { socket?.send(OBSMessage.reidentify(events)) }
            callbacks.identified()
        case .event(let type, let data): if isIdentified { callbacks.event(type, data) }
        case .answer(let id, let result):
            guard let question = questions.answer(id) else { return }
            if case .failure(let failure) = result, failure.code == OBSFailure.notReady, .now() - question.since < Self.longestPause {
                return askAgain(question)
            }
            question.answer(result)
        case .other: break
        }
    }

    private func askAgain(_ question: Question) {
        loop.assumeIsolated().scheduleTask(in: Self.pause) { [weak self] in
            if let self { send(question) } else { question.answer(.failure(.closed)) }
        }
    }
}
