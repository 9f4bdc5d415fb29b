internal import FaderSystem
internal import FaderValues
internal import Logging
internal import NIOCore

/// A broker and its targets. Owned by the event loop.
final class MQTTBroker {
    let spec: MQTTPeerSpec
    private let loop: any EventLoop
    private let log: Logger
    private let publications: Publications
    private var session: MQTTSession?
    private var targets: [MQTTTarget] = []
    /// How it stands. The thread of `session` tries again.
    private let peer: PeerStanding
    private var lastRead = NIODeadline.uptimeNanoseconds(0)
    private var questions: Set<MQTTTargetSpec.Question> = []

    var isThere: Bool { peer.isThere }

    /// The shortest time between two reads of arrived messages. On a flooded topic, only the newest message is handled.
    private static let pause = TimeAmount.milliseconds(10)

    var commands: Set<String> = [] {
        didSet { acceptTopics() }
    }

    init(_ spec: MQTTPeerSpec, _ surroundings: TargetSurroundings) {
        (self.spec, loop, log, publications) = (spec, surroundings.loop, surroundings.log, surroundings.publications)
        peer = surroundings.standing(spec.name)
        let bound = NIOLoopBound(self, eventLoop: loop)
        do throws(ThreadError) {
            session = try MQTTSession(spec) { bound.eventLoop.execute { bound.value.notice() } }
            // Before it connects: what the broker keeps of the document comes at once, and only once.
            acceptTopics()
        } catch {
            peer.lost(error.description)
        }
    }

    func add(_ target: MQTTTarget) {
        targets.append(target)
        acceptTopics()
        // Even if another target has the topic: the broker then repeats the retained message.
        if isThere { for topic in Self.topics(of: [target]) { session?.subscribe(topic) } }
    }

    func remove(_ target: MQTTTarget) {
        targets.removeAll { $0 === target }
        acceptTopics()
        guard isThere else { return }
        for topic in Self.topics(of: [target]).subtracting(Self.topics(of: targets)) { session?.unsubscribe(topic) }
    }

    private static func topics(of targets: [MQTTTarget]) -> Set<String> {
        Set(targets.flatMap { [$0.availability, $0.topic] }.compactMap(\.self))
    }

    /// Soon, and once for all targets that want it now.
    func ask(_ question: MQTTTargetSpec.Question) { questions.insert(question) }

    private func acceptTopics() { session?.accept(commands.union(Self.topics(of: targets)), document: document) }

    private var document: String? { spec.publication.flatMap { $0.isDiscovered ? $0.discovery : nil } }

    func hurry() { if !isThere { session?.hurry() } }

    /// Ends the connection. Returns it if there was one.
    @discardableResult
    func close() -> MQTTSession? {
        let former = session
        if let publication = spec.publication { announce(MQTTPeerSpec.Publication.gone, publication) }
        former?.end()
        session = nil
        return isThere ? former : nil
    }

    func publish(_ topic: String, _ payload: [UInt8], isRetained: Bool) {
        session?.publish(topic, payload, isRetained: isRetained)
    }

    private func notice() {
        let next = lastRead + Self.pause
        guard next > .now() else { return readNews() }
        loop.assumeIsolated().scheduleTask(deadline: next) { [self] in readNews() }
    }

    private func readNews() {
        guard let session else { return }
        lastRead = .now()
        let (events, messages) = session.popNews()
        for event in events { handle(event) }
        for message in messages {
            for target in targets where target.availability == message.topic { target.receiveAvailability(message) }
            for target in targets where target.topic == message.topic { target.receive(message) }
            if message.topic == document, message.isRetained, let payload = message.payload {
                publications.report(spec, .document(payload))
            }
            // A retained command is out of date.
            guard commands.contains(message.topic), !message.isRetained, let payload = message.payload else { continue }
            publications.report(spec, .command(topic: message.topic, payload: payload))
        }
        for question in questions { publish(question.topic, Array(question.payload.utf8), isRetained: false) }
        questions = []
    }

    private func announce(_ word: String, _ publication: MQTTPeerSpec.Publication) {
        publish(publication.availability, Array(word.utf8), isRetained: true)
    }

    private func handle(_ event: MQTTSession.Event) {
        switch event {
        case .connected:
            peer.opened()
            for topic in Self.topics(of: targets) { session?.subscribe(topic) }
            guard let publication = spec.publication else { return }
            // Before anything is published, so that the former document arrives.
            for topic in publication.subscriptions + [document].compactMap(\.self) { session?.subscribe(topic) }
            announce(MQTTPeerSpec.Publication.present, publication)
            publications.report(spec, .connected)
        case .subscribed(let topic, let isAllowed):
            if !isAllowed { log.warning("\(spec.name) does not let faderd read \(topic.withoutControls())") }
            for target in targets where target.topic == topic { target.appeared(isAllowed: isAllowed) }
        case .lost(let reason):
            if peer.lost(reason) { for target in targets { target.disappeared() } }
            if spec.publication != nil { publications.report(spec, .lost(reason)) }
        }
    }

    var shared: SharedPeer { peer.shared(note: note) }

    var note: String? { peer.problem ?? (isThere ? nil : "the broker has not answered yet") }
}
