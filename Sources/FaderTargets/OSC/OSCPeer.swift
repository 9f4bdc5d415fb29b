internal import FaderValues

/// One UDP socket for all targets on a program or console. Owned by the event loop.
final class OSCPeer {
    let spec: OSCPeerSpec
    private let socket: OSCSocket
    private var watch: PeerWatch
    private var targets: [OSCTarget] = []
    private let timer: LoopTimer
    /// The next target to ask whether the peer is still there, and the next that has never answered.
    private var nextAsked = 0
    private var nextSilent = 0

    var isThere: Bool { socket.standing.isThere }

    /// Over a radio network a burst of questions loses answers.
    private var questions = Questions<ObjectIdentifier, OSCMessage>(
        Questions.Manner(most: 16, pace: .milliseconds(1), patience: .milliseconds(500), tries: 3))

    /// How many targets are asked at once when the peer has not answered, because it may have stopped answering for one address only.
    private static let mostAsked = 8

    init(_ spec: OSCPeerSpec, _ surroundings: TargetSurroundings) {
        self.spec = spec
        socket = OSCSocket(spec, "osc \(spec.host):\(spec.port)", surroundings)
        timer = LoopTimer(surroundings.loop)
        watch = PeerWatch(keepAlive: spec.keepAlive?.interval, answers: spec.answersQueries)
        socket.onEvent = { [weak self] in self?.receive($0) }
        socket.open()
    }

    func add(_ target: OSCTarget) {
        targets.append(target)
        if isThere { target.peerAppeared() }
    }

    func remove(_ target: OSCTarget) {
        targets.removeAll { $0 === target }
        questions.forget(ObjectIdentifier(target))
    }

    /// Asks for the value of a target, a few times: the question may get lost, and so may the answer.
    func ask(_ target: OSCTarget) {
        perform(questions.ask(target.question, for: ObjectIdentifier(target), at: .sinceStart))
        keepTime()
    }

    private func perform(_ effects: [Questions<ObjectIdentifier, OSCMessage>.Effect]) {
        for case .send(_, let question) in effects { send(question) }
    }

    func close() {
        socket.close()
        timer.cancel()
    }

    func openIfClosed() { handle(.reloaded) }

    func send(_ message: OSCMessage) { socket.send(message) }

    /// A value was sent to it, or would have been if it were there.
    func noteUse() { handle(.used) }

    private func receive(_ event: OSCSocket.Event) {
        switch event {
        case .opened: handle(.opened)
        case .refused(let reason, let pause):
            if !isThere { socket.standing.lost(reason) }
            handle(.refused(reason, pause: pause))
        case .received(let messages):
            handle(.heard)
            for message in messages {
                for target in targets where target.receive(message) { _ = questions.answer(ObjectIdentifier(target)) }
            }
            keepTime()
        }
    }

    private func handle(_ event: PeerWatch.Event) {
        guard !socket.isClosed else { return }
        for effect in watch.handle(event, at: .sinceStart) { perform(effect) }
        keepTime()
    }

    private func keepTime() {
        guard !socket.isClosed else { return }
        timer.follow([watch.deadline, questions.deadline].compactMap { $0 }.min()) { [weak self] in
            guard let self else { return }
            perform(questions.tick(at: .sinceStart))
            handle(.tick)
        }
    }

    private func perform(_ effect: PeerWatch.Effect) {
        switch effect {
        case .open: socket.open()
        case .keepAlive:
            if let alive = spec.keepAlive { send(OSCMessage(address: alive.address)) }
            if spec.answersQueries, isThere { askSilent() }
        case .ask: ask()
        case .probe: socket.probe()
        case .gone(let reason, let since):
            socket.standing.lost(reason)
            _ = questions.forgetAll()
            for target in targets { target.peerDisappeared(unheardSince: since) }
        case .back(let isLate):
            socket.standing.opened()
            _ = questions.forgetAll()
            if isLate { for target in targets { target.peerDisappeared(unheardSince: .zero) } }
            for target in targets { target.peerAppeared() }
        }
    }

    private func ask() {
        let answering = targets.filter(\.hasAnswered)
        guard !answering.isEmpty else { return askSilent() }
        for _ in 0..<min(answering.count, watch.isDoubtful ? Self.mostAsked : 1) {
            nextAsked = (nextAsked + 1) % answering.count
            send(answering[nextAsked].question)
        }
    }

    /// Asks one target that has never answered, because the first question may have been lost.
    private func askSilent() {
        let silent = targets.filter { !$0.hasAnswered }
        guard !silent.isEmpty else { return }
        nextSilent = (nextSilent + 1) % silent.count
        send(silent[nextSilent].question)
    }

    var shared: SharedPeer { socket.shared }

    var note: String? { socket.note }
}
