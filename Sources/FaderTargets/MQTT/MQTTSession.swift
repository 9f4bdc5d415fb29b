internal import CMosquitto
internal import FaderSystem
internal import FaderValues
internal import Glibc
internal import Synchronization

/// A client of a broker, with the thread that connects it, again and again, and reads its messages. Any thread may use it, but not after
/// `end`.
///
/// Of each topic, only the newest message is kept: of those that arrive until `popNews`, of those to send while the broker accepts nothing.
final class MQTTSession: Sendable {
    enum Event: Sendable, Equatable {
        case connected
        /// The broker has accepted or refused the subscription of a topic.
        case subscribed(String, isAllowed: Bool)
        /// There is no connection, for this reason. Repeated with each attempt.
        case lost(String)
    }

    struct Message: Sendable {
        let topic: String
        /// Nil if it was too long.
        var payload: [UInt8]?
        /// Whether it was published before this client subscribed.
        var isRetained = false
    }

    static let mostBytes = 64 << 10
    /// The longest document for Home Assistant that is read: about 300 bytes for each parameter.
    private static let mostOfDocument = 4 << 20
    /// The most messages that libmosquitto holds without having written them.
    private static let mostUnderWay = 64
    /// Packets of the broker whose answers wait because it does not read. libmosquitto keeps the answers.
    private static let mostUnanswered = 1_000
    /// Bytes without a message. libmosquitto keeps one with QoS 2 until the broker releases it.
    private static let mostUnreleased = UInt64(8 << 20)
    /// The bytes of a packet besides a message's topic and payload, with those of TLS.
    private static let mostOfHead = UInt64(64)
    private static let backOff = BackOff(from: .milliseconds(250), to: .seconds(15))
    /// After this many connections in a row that did not last, another client takes them away.
    private static let mostShort = 3
    /// A connection that lasted so long was not taken over.
    private static let longEnough = Duration.seconds(30)
    /// How long the broker may take to answer.
    private static let patience = Duration.seconds(10)
    /// Seconds between pings if nothing else is sent. The loop runs at least every 14 s, and brokers wait 1.5 times the interval.
    private static let (keepAlive, look) = (Int32(30), Int32(14_000))

    private struct State {
        /// A pointer as a number. Each connection has its own, so that nothing that libmosquitto keeps outlasts it.
        var client: UInt?
        var isConnected = false
        var isEnding = false
        var refusal: String?
        var events: [Event] = []
        var received = NewestByKey<String, Message>()
        var isNewsReported = false
        var accepted: Set<String> = []
        /// The topic of the document. Only its retained message is kept, because the client's own messages come back, too.
        var document: String?
        /// The topics that were asked for, by the number of the request.
        var asked: [Int32: String] = [:]
        /// What was answered to unknown numbers while the number of a request is not known yet; nil at all other times.
        var early: [Int32: Bool]?
        var underWay = 0
        var waiting = NewestByKey<String, Message>()
        /// Whether only answers are written now, see `catchUp`.
        var isCatchingUp = false
        /// The bytes of everything that has arrived and been looked at.
        var seen: UInt64 = 0
        /// Unsubscriptions without an answer, and whether the connection ends with the last of them.
        var unconfirmed = 0
        var isLeaving = false

        var isIdle: Bool { underWay == 0 && waiting.isEmpty }
    }

    let spec: MQTTPeerSpec
    /// The broker ends the older one of two clients with one id.
    private let id = "faderd-" + String(UInt64.random(in: .min ... .max), radix: 36)
    private let state = Mutex(State())
    /// Held by others than the thread while they use the client, and by the thread when the client goes.
    private let use = Mutex(())
    private let bell: Doorbell
    private let done: Doorbell
    /// Called on the session's thread when there is something for `popNews`.
    private let onNews: @Sendable () -> Void

    init(_ spec: MQTTPeerSpec, onNews: @escaping @Sendable () -> Void) throws(ThreadError) {
        (self.spec, self.onNews, bell, done) = (spec, onNews, try Doorbell(), try Doorbell())
        try Thread("faderd-mqtt", stack: 512 << 10) { [self] in run() }.detach()
    }

    // MARK: For its owner

    func popNews() -> (events: [Event], messages: [Message]) {
        state.withLock { state in
            defer { (state.events, state.isNewsReported) = ([], false) }
            return (state.events, state.received.takeAll().map(\.value))
        }
    }

    func accept(_ topics: Set<String>, document: String?) { state.withLock { ($0.accepted, $0.document) = (topics, document) } }

    /// Asks for the messages of a topic; `subscribed` follows.
    func subscribe(_ topic: String) {
        use.withLock { _ in if let client = connectedClient { ask(topic, client) } }
    }

    private func ask(_ topic: String, _ client: UInt) {
        // The answer may come before `asked` has the number.
        var number: Int32 = 0
        state.withLock { $0.early = [:] }
        let isSent = unsafe cmosquitto_subscribe(OpaquePointer(bitPattern: client), &number, topic) == 0
        let isAllowed = state.withLock { state -> Bool? in
            defer { state.early = nil }
            if let early = state.early?[number] { return early }
            if isSent { state.asked[number] = topic }
            return nil
        }
        if isSent, let isAllowed { report(.subscribed(topic, isAllowed: isAllowed)) }
    }

    func unsubscribe(_ topic: String) {
        use.withLock { _ in if let client = connectedClient { leave(topic, client) } }
    }

    /// Unsubscribes. Returns whether the request is on its way.
    @discardableResult
    private func leave(_ topic: String, _ client: UInt) -> Bool {
        state.withLock { $0.unconfirmed += 1 }
        if unsafe cmosquitto_unsubscribe(OpaquePointer(bitPattern: client), topic) == 0 { return true }
        state.withLock { $0.unconfirmed -= 1 }
        return false
    }

    func publish(_ topic: String, _ payload: [UInt8], isRetained: Bool) {
        let message = Message(topic: topic, payload: payload, isRetained: isRetained)
        use.withLock { _ in
            let client = state.withLock { state -> UInt? in
                guard state.isConnected else { return nil }
                guard state.underWay < Self.mostUnderWay, !state.isCatchingUp else {
                    state.waiting.put(message, for: topic)
                    return nil
                }
                state.underWay += 1
                return state.client
            }
            if let client { send(message, client) }
        }
    }

    func hurry() { bell.ring() }

    /// Ends the connection after the messages on their way. The thread may end later, if a system call blocks it.
    func end() {
        use.withLock { _ in
            let client = state.withLock { state -> UInt? in
                state.isEnding = true
                // Waiting messages go first: see `published`.
                return state.isConnected && state.isIdle ? state.client : nil
            }
            if let client { disconnectWhenReceived(client) }
        }
        bell.ring()
    }

    /// Ends the connection when the broker has received everything. It answers in order, so the answer to an unsubscription shows that.
    /// Closed at once, an unread message would reset the connection, and the broker would not read the rest.
    private func disconnectWhenReceived(_ client: UInt) {
        state.withLock { $0.isLeaving = true }
        if !leave(Self.farewell, client) { _ = unsafe cmosquitto_disconnect(OpaquePointer(bitPattern: client)) }
    }

    /// Waits until the messages sent before `end` have left.
    func wait(atMost limit: Duration) { if state.withLock({ $0.isConnected }) { done.wait(atMost: limit) } }

    private var connectedClient: UInt? { state.withLock { $0.isConnected && !$0.isEnding ? $0.client : nil } }

    // MARK: Its thread

    private var isEnding: Bool { state.withLock { $0.isEnding } }

    private func run() {
        defer { done.ring() }
        while let missing = NeededLibrary.mosquitto.missing {
            report(.lost(missing))
            bell.wait(atMost: nil)
            if isEnding { return }
        }
        var backOff = Self.backOff
        var shortOnes = 0
        while !isEnding {
            guard let client = unsafe makeClient() else { return report(.lost("there is no memory for it")) }
            state.withLock { $0.client = UInt(bitPattern: client) }
            let start = ContinuousClock.now
            let reason = unsafe connect(client) ?? serve(client)
            let wasConnected = state.withLock { state in
                defer { (state.isConnected, state.refusal, state.isCatchingUp, state.seen) = (false, nil, false, 0) }
                return state.isConnected
            }
            use.withLock { _ in
                state.withLock { $0.client = nil }
                unsafe cmosquitto_destroy(client)
            }
            if isEnding { break }
            let lasted = ContinuousClock.now - start
            shortOnes = wasConnected && lasted < Self.longEnough ? shortOnes + 1 : 0
            let isTakenOver = shortOnes >= Self.mostShort
            report(.lost(isTakenOver ? spec.takeover(of: id) : reason))
            // Longer, if two clients take the connection from each other.
            if wasConnected, lasted >= PeerSession.stable { backOff.reset(atLeast: isTakenOver ? PeerSession.stable : .zero) }
            // After `hurry` pauses begin short again.
            if !waits(backOff.next()) { backOff.reset() }
        }
    }

    /// Waits. Returns false if `hurry` ended the wait early.
    private func waits(_ pause: Duration) -> Bool {
        let start = ContinuousClock.now
        bell.wait(atMost: pause)
        return ContinuousClock.now - start >= pause
    }

    private func makeClient() -> OpaquePointer? {
        let client = unsafe cmosquitto_new(
            id, Unmanaged.passUnretained(self).toOpaque(), { _, owner, code in unsafe MQTTSession.of(owner).connected(code) },
            { _, owner, _ in unsafe MQTTSession.of(owner).published() },
            { _, owner, message in if let message = unsafe message { unsafe MQTTSession.of(owner).received(message.pointee) } },
            { _, owner, number, count, granted in
                let isAllowed = unsafe count > 0 && (granted?[0] ?? 128) < 128
                unsafe MQTTSession.of(owner).subscribed(number, isAllowed: isAllowed)
            }, { _, owner, _ in unsafe MQTTSession.of(owner).unsubscribed() })
        guard let client = unsafe client, let publication = spec.publication else { return unsafe client }
        let topic = publication.availability
        _ = unsafe cmosquitto_will(client, topic, MQTTPeerSpec.Publication.gone, Int32(MQTTPeerSpec.Publication.gone.utf8.count))
        return unsafe client
    }

    private static func of(_ owner: UnsafeMutableRawPointer?) -> MQTTSession {
        guard let owner = unsafe owner else { preconditionFailure("libmosquitto has lost the owner of a client") }
        return unsafe Unmanaged<MQTTSession>.fromOpaque(owner).takeUnretainedValue()
    }

    /// Connects. Returns why that failed; nil if it did not.
    private func connect(_ client: OpaquePointer) -> String? {
        do throws(TargetError) {
            if let user = spec.user {
                let password = try spec.password.map { file throws(TargetError) in try file.read() }
                _ = unsafe cmosquitto_login(client, user, password)
            }
        } catch {
            return error.description
        }
        if spec.isSecure, unsafe cmosquitto_secure(client, spec.certificates) != 0 {
            return "\(spec.certificates ?? "the certificates of the system") cannot be read"
        }
        let code = unsafe cmosquitto_connect(client, spec.host, Int32(spec.port), Self.keepAlive)
        return code == 0 ? nil : spec.reason(code)
    }

    /// Runs the connection until it ends. Returns why it ended.
    private func serve(_ client: OpaquePointer) -> String {
        // For the broker's first answer, and for its last.
        var start = ContinuousClock.now
        var (wasEnding, unanswered) = (false, 0)
        while true {
            let (isConnected, isEnding) = state.withLock { ($0.isConnected, $0.isEnding) }
            if isEnding, !wasEnding { (wasEnding, start) = (true, .now) }
            unanswered = unsafe cmosquitto_is_behind(client) ? unanswered + 1 : 0
            if unanswered > Self.mostUnanswered, let reason = unsafe catchUp(client) { return reason }
            let code = unsafe cmosquitto_loop(client, isConnected && !isEnding ? Self.look : 500)
            guard code == 0 else { return state.withLock { $0.refusal } ?? spec.reason(code) }
            if isEnding && !isConnected || (isEnding || !isConnected) && ContinuousClock.now - start > Self.patience {
                return "the broker does not answer"
            }
            if unsafe cmosquitto_arrived(client) > state.withLock({ $0.seen }) + Self.mostUnreleased {
                return "the broker sends messages with a QoS that nobody asked for, or longer than 8 MiB"
            }
        }
    }

    /// Writes everything that waits, and reads nothing meanwhile: a broker that sends and does not read would get more and more answers.
    /// Returns why the connection ended; nil if it did not.
    private func catchUp(_ client: OpaquePointer) -> String? {
        state.withLock { $0.isCatchingUp = true }
        var lastTaken = ContinuousClock.now
        while unsafe cmosquitto_is_behind(client) {
            var hasTaken = false
            let code = unsafe cmosquitto_write(client, 500, &hasTaken)
            guard code == 0 else { return spec.reason(code) }
            if hasTaken, !isEnding { lastTaken = .now }
            if ContinuousClock.now - lastTaken > Self.patience { return "the broker does not read what it is sent" }
        }
        state.withLock { $0.isCatchingUp = false }
        while let next = nextWaiting() { send(next, UInt(bitPattern: client)) }
        return nil
    }

    /// Nil if there is none, or enough are under way.
    private func nextWaiting() -> Message? {
        state.withLock { state in
            guard state.underWay < Self.mostUnderWay, let next = state.waiting.takeFirst() else { return nil }
            state.underWay += 1
            return next
        }
    }

    private func connected(_ code: Int32) {
        guard code == 0 else {
            return state.withLock { $0.refusal = spec.refusal(code) }
        }
        let isNew = state.withLock { state in
            // A broker that lets faderd in again and again would have everything published and asked for each time.
            state.seen += Self.mostOfHead
            guard !state.isConnected else { return false }
            (state.isConnected, state.underWay, state.asked, state.unconfirmed) = (true, 0, [:], 0)
            _ = state.waiting.takeAll()
            return true
        }
        if isNew { report(.connected) }
    }

    private func published() {
        let (client, next, isLast) = state.withLock { state -> (UInt?, Message?, Bool) in
            let next = state.isCatchingUp ? nil : state.waiting.takeFirst()
            if next == nil { state.underWay = max(state.underWay - 1, 0) }
            return (state.client, next, state.isEnding && state.isIdle)
        }
        guard let client else { return }
        if let next { send(next, client) }
        if isLast { disconnectWhenReceived(client) }
    }

    private func send(_ message: Message, _ client: UInt) {
        guard let payload = message.payload else { return }
        let code = unsafe cmosquitto_publish(
            OpaquePointer(bitPattern: client), message.topic, payload, Int32(payload.count), message.isRetained)
        if code != 0 { state.withLock { $0.underWay = max($0.underWay - 1, 0) } }
    }

    private func unsubscribed() {
        let client = state.withLock { state -> UInt? in
            state.seen += Self.mostOfHead
            state.unconfirmed = max(state.unconfirmed - 1, 0)
            return state.isLeaving && state.unconfirmed == 0 ? state.client : nil
        }
        if let client { _ = unsafe cmosquitto_disconnect(OpaquePointer(bitPattern: client)) }
    }

    /// A topic without a subscription, for `disconnectWhenReceived`.
    private static let farewell = "faderd"

    private func subscribed(_ number: Int32, isAllowed: Bool) {
        let topic = state.withLock { state -> String? in
            state.seen += Self.mostOfHead
            if let topic = state.asked.removeValue(forKey: number) { return topic }
            state.early?[number] = isAllowed
            return nil
        }
        if let topic { report(.subscribed(topic, isAllowed: isAllowed)) }
    }

    private func received(_ message: mosquitto_message) {
        guard let name = unsafe message.topic else { return }
        let (topic, count) = unsafe (String(cString: name), Int(message.payloadlen))
        let isRetained = unsafe message.retain
        let most = state.withLock { state -> Int? in
            state.seen += UInt64(topic.utf8.count + count) + Self.mostOfHead
            if state.accepted.contains(topic) { return Self.mostBytes }
            return isRetained && topic == state.document ? Self.mostOfDocument : nil
        }
        guard let most else { return }
        let isFit = count <= most
        let bytes = unsafe isFit ? Array(UnsafeRawBufferPointer(start: message.payload, count: count)) : nil
        let received = Message(topic: topic, payload: bytes, isRetained: isRetained)
        addNews { $0.received.put(received, for: topic) }
    }

    private func report(_ event: Event) { addNews { $0.events.append(event) } }

    private func addNews(_ add: (inout State) -> Void) {
        let isNews = state.withLock { state -> Bool in
            add(&state)
            defer { state.isNewsReported = true }
            return !state.isNewsReported
        }
        if isNews { onNews() }
    }
}
