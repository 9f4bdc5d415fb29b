internal import FaderValues
internal import Logging
internal import NIOCore

/// Listens to requests over OSC, and sends changes to subscribers. Owned by the event loop.
///
/// The work for incoming packets is limited: each host has a budget, and only some requests are passed on at a time, of each parameter only
/// the newest.
final class OSCListener {
    struct Callbacks {
        /// `delivered` is called when they are carried out.
        let requests: ([OSCRequest]) -> Void
        let isListenedTo: (Bool) -> Void
        let report: ((inout OSCInReport) -> Void) -> Void
    }

    private struct Sender {
        var budget: Allowance
        var last: Moment
        /// Whether packets were dropped since the budget was last half full.
        var isOverrun = false
    }

    private struct Receiver {
        let spec: OSCInSpec.Receiver
        var address: SocketAddress?
        var lookedUp = Moment.zero
        /// Why it has no address, or may have another one now.
        var problem: String?
    }

    /// Messages of a host: per second, and at once after a rest. When a preset is loaded, a program sends all its values at once.
    private static let (rate, burst) = (5_000.0, 4_000.0)
    /// The cost of a recall, a press or a subscription. It allows ten a second.
    private static let heavyCost = 500.0
    /// Hosts whose budgets are remembered. A new host replaces the one that was silent for longest, so hosts that send once keep nobody
    /// out.
    private static let mostSenders = 256
    /// How many requests are passed on together, and how often.
    private static let (batch, pause) = (64, Duration.milliseconds(10))
    /// After this time a name is looked up again, with a known and without a known address.
    private static let (nameLife, unknownLife) = (Duration.seconds(60), Duration.seconds(29))
    private static let retry = TimeAmount.seconds(30)

    private let loop: any EventLoop
    private let log: Logger
    private let callbacks: Callbacks
    private var spec: OSCInSpec?
    private var socket: OSCInSocket?
    private var receivers: [Receiver] = []
    private var senders: [IPAddress: Sender] = [:]
    private var queue = OSCQueue()
    private var isDelivering = false
    private var lastDelivery = Moment.zero
    private var feedback = OSCFeedback()
    private var wasListenedTo = false
    private var reportedSubscribers: [SocketAddress] = []
    private let deliveryTimer, feedbackTimer, retryTimer: LoopTimer
    private var lastRefused: IPAddress?
    private var problem: String?
    private var isOpening = false
    private var waiting: [() -> Void] = []

    init(_ loop: any EventLoop, _ log: Logger, _ callbacks: Callbacks) {
        (self.loop, self.log, self.callbacks) = (loop, log, callbacks)
        (deliveryTimer, feedbackTimer, retryTimer) = (LoopTimer(loop), LoopTimer(loop), LoopTimer(loop))
    }

    /// Nil for no OSC in. Subscribers stay if their host is still admitted.
    func configure(_ new: OSCInSpec?) {
        let former = spec
        spec = new
        guard let new else { return close() }
        if socket == nil || former?.listen != new.listen { open(new) }
        receivers = new.send.map { spec in receivers.first { $0.spec == spec } ?? Receiver(spec: spec) }
        reportProblem()
        // An entry with another pattern starts again.
        let configured = Set(receivers.compactMap(\.address))
        feedback.keep { address, host, isSubscriber in isSubscriber ? new.admits(host) : configured.contains(address) }
        // Before the look-up, so that new receivers are sent everything if nobody was left.
        reportListening()
        lookUp()
        sendFeedback()
    }

    func close() {
        socket?.close()
        for timer in [deliveryTimer, feedbackTimer, retryTimer] { timer.cancel() }
        (socket, receivers, queue, spec) = (nil, [], OSCQueue(), nil)
        endOpening()
        feedback.keep { _, _, _ in false }
        reportListening()
        reportedSubscribers = []
        callbacks.report { $0 = OSCInReport() }
    }

    private func open(_ spec: OSCInSpec) {
        socket?.close()
        let socket = OSCInSocket(loop) { [weak self] in self?.receive($0, from: $1) }
        self.socket = socket
        (problem, isOpening) = (nil, true)
        callbacks.report { $0.port = nil }
        socket.open(port: spec.listen) { [weak self] in self?.opened(socket, problem: $0) }
    }

    private func opened(_ opened: OSCInSocket, problem: String?) {
        guard socket === opened else { return }
        defer { endOpening() }
        let port = problem == nil ? spec?.listen : nil
        self.problem = problem
        callbacks.report { $0.port = port }
        reportProblem()
        guard let problem else { return sendFeedback() }
        log.warning("osc: \(problem)")
        socket = nil
        retryLater()
    }

    private func endOpening() {
        isOpening = false
        for done in waiting { done() }
        waiting = []
    }

    /// `done` is called when it listens or has failed to.
    func whenOpened(_ done: @escaping () -> Void) {
        if isOpening { waiting.append(done) } else { done() }
    }

    private func reportProblem() {
        let problem = problem ?? receivers.lazy.compactMap(\.problem).first
        callbacks.report { $0.problem = problem }
    }

    private func retryLater() {
        guard !retryTimer.isSet else { return }
        retryTimer.set(in: Self.retry) { [weak self] in
            guard let self, let spec else { return }
            if socket == nil { open(spec) }
            lookUp()
        }
    }

    /// Looks up the entries of `send:` that have no address yet, or an old one.
    private func lookUp() {
        let now = now
        for index in receivers.indices {
            let life = receivers[index].address == nil ? Self.unknownLife : Self.nameLife
            guard receivers[index].lookedUp == .zero || receivers[index].lookedUp + life <= now else { continue }
            receivers[index].lookedUp = now
            let spec = receivers[index].spec
            loop.lookUp(spec.host, port: spec.port) { [weak self] in self?.found($0, of: spec) }
        }
    }

    private func found(_ result: Result<SocketAddress, TargetError>, of wanted: OSCInSpec.Receiver) {
        guard let index = receivers.firstIndex(where: { $0.spec == wanted }) else { return }
        switch result {
        case .failure(let error):
            receivers[index].problem = error.description
            reportProblem()
            retryLater()
        case .success(let address):
            receivers[index].problem = nil
            reportProblem()
            guard let host = IPAddress(address), receivers[index].address != address else { return }
            let former = receivers[index].address
            receivers[index].address = address
            feedback.add(OSCReceiver(address, host, only: wanted.only, end: nil))
            feedback.keep { address, _, isSubscriber in isSubscriber || address != former }
            reportListening()
            sendFeedback()
        }
    }

    private var now: Moment { .sinceStart }

    private func receive(_ packet: ByteBuffer, from address: SocketAddress) {
        guard let host = IPAddress(address), spec?.admits(host) ?? false else { return refuse(address) }
        let now = now
        let address = OSCInSocket.ownForm(of: address, host)
        var sender = sender(host, at: now)
        defer { senders[host] = sender }
        guard sender.budget.use(1, at: now) else { return drop(1, of: &sender, address) }
        guard let messages = try? OSCCodec.decode(Array(packet.readableBytesView)) else { return callbacks.report { $0.malformed += 1 } }
        sender.budget.use(Double(messages.count) - 1)
        let name = Self.name(address)
        var (failed, dropped) = (0, 0)
        for message in messages {
            guard let call = OSCCall(message) else {
                failed += 1
                continue
            }
            if call == .release { continue }
            guard !call.isHeavy || sender.budget.use(Self.heavyCost, at: now) else {
                dropped += 1
                continue
            }
            switch call {
            case .release: break
            case .subscribe(let only): feedback.subscribe(address, host, only, at: now)
            case .request(let act, let subject):
                if !queue.add(OSCRequest(act: act, subject: subject, sender: name)) { dropped += 1 }
                if let form = act.form { feedback.moves(subject, form, from: address, host, at: now) }
            }
        }
        if dropped > 0 { drop(dropped, of: &sender, address) }
        callbacks.report { report in
            report.received += 1
            report.failed += failed
            if failed > 0 { report.lastFailure = "\(name): a message was not understood" }
        }
        reportListening()
        deliver()
        sendFeedback()
    }

    private func sender(_ host: IPAddress, at now: Moment) -> Sender {
        if var known = senders[host] {
            if known.budget.left(at: now) >= Self.burst / 2 { known.isOverrun = false }
            known.last = now
            return known
        }
        if senders.count >= Self.mostSenders, let oldest = senders.min(by: { $0.value.last < $1.value.last }) { senders[oldest.key] = nil }
        return Sender(budget: Allowance(perSecond: Self.rate, most: Self.burst, at: now), last: now)
    }

    /// Counts dropped messages, and logs the flood once.
    private func drop(_ count: Int, of sender: inout Sender, _ address: SocketAddress) {
        callbacks.report { $0.dropped += count }
        guard !sender.isOverrun else { return }
        sender.isOverrun = true
        let most = "5,000 messages, or ten recalls, presses and subscriptions, a second"
        log.warning("osc: \(Self.name(address)) sends more than \(most); the rest is dropped")
    }

    private static func name(_ address: SocketAddress) -> String { address.ipAddress.map(OSCInSocket.plain) ?? "" }

    private func refuse(_ address: SocketAddress) {
        let host = IPAddress(address)
        let name = host == lastRefused ? nil : address.ipAddress.map(OSCInSocket.plain)
        lastRefused = host
        callbacks.report { report in
            report.refused += 1
            if let name { report.lastRefused = name }
        }
    }

    private func deliver() {
        guard !isDelivering, !deliveryTimer.isSet, !queue.isEmpty else { return }
        let wait = lastDelivery + Self.pause - now
        guard wait <= .zero else { return deliveryTimer.set(in: TimeAmount(wait)) { [weak self] in self?.deliver() } }
        (isDelivering, lastDelivery) = (true, now)
        callbacks.requests(queue.pop(most: Self.batch))
    }

    func delivered() {
        isDelivering = false
        deliver()
    }

    func receive(_ update: OSCUpdate) {
        feedback.receive(update)
        sendFeedback()
    }

    private func reportListening() {
        let subscribers = feedback.subscribers
        if subscribers != reportedSubscribers {
            reportedSubscribers = subscribers
            callbacks.report { $0.subscribers = subscribers.map(OSCInSocket.name) }
        }
        guard feedback.isListenedTo != wasListenedTo else { return }
        wasListenedTo = feedback.isListenedTo
        callbacks.isListenedTo(wasListenedTo)
    }

    private func sendFeedback() {
        guard let socket, socket.isReady else { return setTimer() }
        let packets = feedback.packets(at: now)
        for packet in packets { socket.send(packet.bytes, to: packet.to) }
        if !packets.isEmpty {
            callbacks.report { $0.sent += packets.count }
            lookUp()
        }
        reportListening()
        setTimer()
    }

    private func setTimer() {
        let now = now
        var end = socket == nil ? nil : feedback.deadline(at: now)
        // What cannot be sent now is sent later, with the newest values.
        if let due = end, socket?.isReady != true { end = max(due, now + .milliseconds(100)) }
        feedbackTimer.follow(end) { [weak self] in self?.sendFeedback() }
    }
}
