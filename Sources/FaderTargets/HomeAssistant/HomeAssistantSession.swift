internal import FaderJSON
internal import FaderValues
internal import NIOCore

enum HomeAssistantFailure: Error, Equatable {
    case refused(String)
    case silent
    case closed

    var words: String {
        switch self {
        case .refused(let sentence): "Home Assistant refuses it: \(sentence)"
        case .silent: "Home Assistant has not answered for \(HomeAssistantSession.patience.components.seconds) s"
        case .closed: "the connection ended before Home Assistant answered"
        }
    }
}

/// One connection to Home Assistant: greeting, token, requests and answers (home-assistant.io, "WebSocket API"). Owned by the event loop.
final class HomeAssistantSession {
    typealias Answer = (Result<JSONValue, HomeAssistantFailure>) -> Void

    struct Callbacks {
        var accepted: () -> Void
        var event: (Int, JSONValue) -> Void
        /// Called once, when the connection has ended or could not be opened.
        var closed: (PeerWebSocket.End) -> Void
    }

    private struct Question {
        let type: String
        let members: [String: JSONValue]
        let answer: Answer
    }

    private static let manner = PeerWebSocket.Manner(peer: "Home Assistant", path: "/api/websocket", mostBytes: 4 << 20)
    private static let greeting = TimeAmount.seconds(5)
    /// A device that is off is often asked several times.
    static let patience = Duration.seconds(30)
    /// How often to look for answers, and how many looks may find none.
    private static let (look, mostMissed) = (Duration.seconds(2), 5)
    private static let mostUnanswered = 1000
    /// Says that the token was refused. No connection is closed with this code.
    static let tokenRefused = 0

    private let token: String
    private let callbacks: Callbacks
    private var socket: PeerWebSocket?
    private var questions = Questions<Int, Question>(Questions.Manner(patience: patience, look: look))
    private var count = 0
    private let watch: LoopTimer
    private var isAccepted = false

    init(_ address: SocketAddress, host: String, token: String, on loop: any EventLoop, _ callbacks: Callbacks) {
        (self.token, self.callbacks, watch) = (token, callbacks, LoopTimer(loop))
        let socket = PeerWebSocket(
            Self.manner,
            PeerWebSocket.Callbacks(text: { [weak self] in self?.receive($0) }, closed: { [weak self] in self?.finish($0) }))
        self.socket = socket
        watch.set(in: Self.greeting) { [weak socket] in socket?.close("what answers there does not greet like Home Assistant") }
        socket.open(address, host: host, on: loop)
    }

    var isStalled: Bool { questions.missed > 0 }

    /// The id of the request is that of a subscription, too.
    @discardableResult
    func ask(_ type: String, _ members: [String: JSONValue] = [:], _ answer: @escaping Answer) -> Int {
        guard let socket, isAccepted else {
            answer(.failure(.closed))
            return 0
        }
        guard questions.unanswered < Self.mostUnanswered else {
            socket.close("Home Assistant leaves \(questions.unanswered) requests unanswered")
            answer(.failure(.closed))
            return 0
        }
        count += 1
        let id = count
        perform(questions.ask(Question(type: type, members: members, answer: answer), for: id, at: .sinceStart))
        return id
    }

    private func perform(_ effects: [Questions<Int, Question>.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let id, let question): send(question, id)
            case .unanswered(_, let question): question.answer(.failure(.silent))
            case .silent(let looks):
                guard looks < Self.mostMissed else { return socket?.close("Home Assistant does not answer") ?? () }
                // A service may take long: is anybody there?
                ask("ping") { _ in }
            }
        }
        watch.follow(questions.deadline) { [weak self] in
            if let self { perform(questions.tick(at: .sinceStart)) }
        }
    }

    private func send(_ question: Question, _ id: Int) {
        let own = ["id": JSONValue.number(spelling: "\(id)"), "type": .text(question.type)]
        socket?.send(JSONValue.object(question.members.merging(own) { $1 }).rendered)
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
        (socket, isAccepted) = (nil, false)
        for question in questions.forgetAll() { question.answer(.failure(.closed)) }
    }

    private func finish(_ end: PeerWebSocket.End) {
        close()
        callbacks.closed(end)
    }

    // MARK: Receiving

    private func receive(_ bytes: [UInt8]) {
        guard let message = try? JSONValue.read(bytes), let type = message["type"]?.text else {
            return socket?.close("it sent something that is not a message of Home Assistant") ?? ()
        }
        guard isAccepted else { return greet(type, message) }
        guard let id = message["id"]?.double.flatMap({ Int(exactly: $0) }) else { return }
        switch type {
        case "event": if let event = message["event"] { callbacks.event(id, event) }
        case "pong": questions.answer(id)?.answer(.success(.null))
        case "result": questions.answer(id)?.answer(Self.result(message))
        default: break
        }
    }

    private func greet(_ type: String, _ message: JSONValue) {
        switch type {
        case "auth_required":
            socket?.send(JSONValue.object(["type": .text("auth"), "access_token": .text(token)]).rendered)
        case "auth_ok":
            watch.cancel()
            isAccepted = true
            callbacks.accepted()
        case "auth_invalid":
            let words = message["message"]?.text.map(HomeAssistantWords.shown) ?? "it gives no reason"
            socket?.close(words, code: Self.tokenRefused)
        default: socket?.close("what answers there does not greet like Home Assistant")
        }
    }

    private static func result(_ message: JSONValue) -> Result<JSONValue, HomeAssistantFailure> {
        if message["success"]?.flag == true { return .success(message["result"] ?? .null) }
        let words = message["error"].map { ($0["message"] ?? $0["code"])?.text ?? "" } ?? ""
        return .failure(.refused(words.isEmpty ? "it gives no reason" : HomeAssistantWords.shown(words)))
    }
}

enum HomeAssistantWords {
    /// How many characters of a text are shown, and how many ids are listed.
    private static let (longest, most) = (200, 12)

    /// It may be anything: cut, and without control characters.
    static func shown(_ text: String) -> String { String(text.prefix(longest)).withoutControls() }

    static func list(_ ids: [String]) -> String {
        ids.prefix(most).map(shown).joined(separator: ", ") + (ids.count > most ? " and \(ids.count - most) more" : "")
    }
}
