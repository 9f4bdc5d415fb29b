internal import FaderModel
internal import Logging
internal import NIOCore

/// Listens to those who ask for changes over OSC, and sends changes. Owned by the event loop.
///
/// Whatever comes in, there is a bound to what is done about it: so many packets a second of one host are looked at, and so many requests
/// are passed on at a time, of each parameter the newest.
final class OSCListener {
    /// What it reports to the daemon.
    struct Callbacks {
        /// Requests to carry out; `delivered` is called when that is done.
        let requests: ([OSCRequest]) -> Void
        /// Whether anybody wants to be sent changes.
        let isListenedTo: (Bool) -> Void
        /// Changes the report.
        let report: ((inout OSCInReport) -> Void) -> Void
    }

    private struct Sender {
        var packets, heavy: Allowance
        var last: Moment
    }

    /// Somebody of `send:`.
    private struct Receiver {
        let spec: OSCInSpec.Receiver
        var address: SocketAddress?
        /// When it was looked up last.
        var lookedUp = Moment.zero
        /// Why it has no address, or may have another one now.
        var problem: String?
    }

    /// Messages of one host: a second, and at once after a rest. A program that is loaded sends all its values at once.
    private static let (rate, burst) = (5_000.0, 4_000.0)
    /// Recalls, presses and subscriptions of one host.
    private static let (heavyRate, heavyBurst) = (10.0, 20.0)
    /// The most hosts that have an allowance of their own; packets of others are dropped.
    private static let mostSenders = 256
    /// How many requests are passed on together, and the shortest time between two times.
    private static let (batch, pause) = (64, Duration.milliseconds(10))
    /// After this time a name may have another address.
    private static let (nameLife, unknownLife) = (Duration.seconds(60), Duration.seconds(29))
    /// When to try again what has failed.
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
    /// Why it does not listen.
    private var problem: String?
    /// Whether its socket is being opened, and what waits for that.
    private var isOpening = false
    private var waiting: [() -> Void] = []

    init(_ loop: any EventLoop, _ log: Logger, _ callbacks: Callbacks) {
        (self.loop, self.log, self.callbacks) = (loop, log, callbacks)
        (deliveryTimer, feedbackTimer, retryTimer) = (LoopTimer(loop), LoopTimer(loop), LoopTimer(loop))
    }

    /// Applies another configuration; nil: there is no OSC in. Subscribers stay as long as they may ask.
    func configure(_ new: OSCInSpec?) {
        let former = spec
        spec = new
        guard let new else { return close() }
        if socket == nil || former?.listen != new.listen { open(new) }
        receivers = new.send.map { spec in receivers.first { $0.spec == spec } ?? Receiver(spec: spec) }
        reportProblem()
        // An entry whose pattern has changed begins anew.
        let configured = Set(receivers.compactMap(\.address))
        feedback.keep { address, host, isSubscriber in isSubscriber ? new.admits(host) : configured.contains(address) }
        // If nobody is left, those who come now are sent everything.
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

    /// Calls `done` once it listens, or cannot.
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

    /// Looks up the addresses of those of `send:` that have none yet, or have had one for a while.
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

    // MARK: What comes in

    private func receive(_ packet: ByteBuffer, from address: SocketAddress) {
        guard let host = IPAddress(address), spec?.admits(host) ?? false else { return refuse(address) }
        let now = now
        guard admitPacket(of: host, at: now), var sender = senders[host] else { return callbacks.report { $0.dropped += 1 } }
        guard let messages = try? OSCCodec.decode(Array(packet.readableBytesView)) else { return callbacks.report { $0.malformed += 1 } }
        let address = OSCInSocket.ownForm(of: address, host)
        sender.packets.use(Double(messages.count) - 1)
        feedback.heard(from: host)
        let name = address.ipAddress.map(OSCInSocket.plain) ?? ""
        var (failed, dropped) = (0, 0)
        for message in messages {
            switch OSCCall(message) {
            case nil: failed += 1
            case .release?: break
            case .subscribe(let only)?:
                if sender.heavy.useOne(at: now) { feedback.subscribe(address, host, only, at: now) } else { dropped += 1 }
            case .request(let act, let subject)?:
                guard !act.isHeavy || sender.heavy.useOne(at: now), queue.add(OSCRequest(act: act, subject: subject, sender: name)) else {
                    dropped += 1
                    continue
                }
                if let form = act.form { feedback.moves(subject, form, from: address, host, at: now) }
            }
        }
        senders[host] = sender
        callbacks.report { report in
            report.received += 1
            report.failed += failed
            report.dropped += dropped
            if failed > 0 { report.lastFailure = "\(name): a message was not understood" }
        }
        reportListening()
        deliver()
        sendFeedback()
    }

    private func refuse(_ address: SocketAddress) {
        let host = IPAddress(address)
        let name = host == lastRefused ? nil : address.ipAddress.map(OSCInSocket.plain)
        lastRefused = host
        callbacks.report { report in
            report.refused += 1
            if let name { report.lastRefused = name }
        }
    }

    /// Whether one more packet of a host is looked at.
    private func admitPacket(of host: IPAddress, at now: Moment) -> Bool {
        if senders[host] == nil {
            if senders.count >= Self.mostSenders { senders = senders.filter { $0.value.last + .seconds(10) > now } }
            guard senders.count < Self.mostSenders else { return false }
            senders[host] = Sender(
                packets: Allowance(perSecond: Self.rate, most: Self.burst, at: now),
                heavy: Allowance(perSecond: Self.heavyRate, most: Self.heavyBurst, at: now), last: now)
        }
        senders[host]?.last = now
        return senders[host]?.packets.useOne(at: now) ?? false
    }

    /// Passes requests on, unless that is too early.
    private func deliver() {
        guard !isDelivering, !deliveryTimer.isSet, !queue.isEmpty else { return }
        let wait = lastDelivery + Self.pause - now
        guard wait <= .zero else { return deliveryTimer.set(in: TimeAmount(wait)) { [weak self] in self?.deliver() } }
        (isDelivering, lastDelivery) = (true, now)
        callbacks.requests(queue.pop(most: Self.batch))
    }

    /// The requests that were passed on have been carried out.
    func delivered() {
        isDelivering = false
        deliver()
    }

    // MARK: What is sent

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
        // What cannot be sent now waits, and the newest of it is sent later.
        if let due = end, socket?.isReady != true { end = max(due, now + .milliseconds(100)) }
        feedbackTimer.follow(end) { [weak self] in self?.sendFeedback() }
    }
}
