internal import CALSA
internal import FaderConsole
internal import FaderSystem
internal import Glibc

/// The listener's loop: connects controllers when they appear, and passes on what they send. Owned by the listener's thread.
final class Listening {
    private let handle: SequencerHandle
    private let announcements: Announcements
    private let patchbay: Patchbay
    private let orders: WatchOrders
    private let input: PortAddress
    /// The number of the client that has the surfaces' ports.
    private let surfaces: Int
    private let heard: @Sendable (ControllerMessage) -> Void
    private let trouble: @Sendable (SequencerError) -> Void

    private var links = LinkKeeper()
    private var schedule = LookSchedule()
    private var sources: [PortAddress: ListeningPlan.Source] = [:]
    private var missed: UInt64 = 0

    /// `client`: the one that has the surfaces' ports.
    init(
        client: Int, orders: WatchOrders, heard: @escaping @Sendable (ControllerMessage) -> Void,
        trouble: @escaping @Sendable (SequencerError) -> Void
    ) throws(SequencerError) {
        surfaces = client
        self.orders = orders
        self.heard = heard
        self.trouble = trouble
        handle = try SequencerHandle(name: "faderd listener")
        patchbay = try Patchbay(handle)
        announcements = try Announcements(handle)
        input = try handle.makePort("ear", sends: false)
    }

    /// Runs until the order to stop, or until the sequencer is gone, which is reported as trouble. Call `lookAround` first.
    func run() {
        while true {
            if let due = deadline, due <= .now { lookAround() }
            if orders.doorbell.wait(beside: handle.descriptor, atMost: deadline.map { $0 - .now }), orders.pop().isStopping { return }
            let digest = read()
            if let code = digest.loss {
                trouble(.failed(call: "snd_seq_event_input", errno: code))
                return
            }
            note(digest)
        }
    }

    private var deadline: ContinuousClock.Instant? {
        guard let look = schedule.next, let again = links.nextTry else { return schedule.next ?? links.nextTry }
        return min(look, again)
    }

    private func read() -> Announcements.Digest {
        var digest = Announcements.Digest()
        digest.loss = unsafe handle.readWaiting { event in
            guard let event = unsafe event else {
                missed += 1
                return digest.noteDrop()
            }
            if unsafe Int(event.dest.port) == input.port { unsafe hear(event) } else { unsafe announcements.add(event, to: &digest) }
        }
        return digest
    }

    /// Longer system exclusive messages are passed on without their bytes: enough for a button's command, not for a device's memory.
    private static var longestShown: Int { 32 }

    private func hear(_ event: snd_seq_event_t) {
        guard let source = sources[PortAddress(unsafe event.source)], let content = unsafe SequencerEvent(event).content,
            !orders.isStopping
        else { return }
        var bytes: [UInt8] = []
        if case .systemExclusive(let length) = content, length <= Self.longestShown {
            bytes = unsafe Array(SequencerEvent.bytes(of: event))
        }
        heard(ControllerMessage(client: source.client, port: source.port, content: content, bytes: bytes, missed: missed))
        missed = 0
    }

    private func note(_ digest: Announcements.Digest) {
        for port in digest.gonePorts { links.forget(port, patchbay) }
        for client in digest.goneClients { links.forget(client: client, patchbay) }
        if digest.isIncomplete { links.verify(patchbay) }
        if digest.isNews || digest.isRewired { schedule.noteNews(at: .now) }
    }

    func lookAround() {
        let clients = patchbay.clients()
        let ours = clients.first { $0.number == surfaces }?.ports.map { PortAddress(client: surfaces, port: $0.number) } ?? []
        let plan = ListeningPlan(clients: clients, surfaces: ours, patchbay)
        schedule.noteLook(at: .now, hasPrograms: false)
        sources = Dictionary(plan.sources.map { ($0.address, $0) }) { first, _ in first }
        let wanted = plan.sources.map { SequencerLink(source: $0.address, destination: input) }
        for refused in links.reconcile(wanted, patchbay, now: .now) {
            trouble(.unheard(client: sources[refused.link.source]?.client ?? "", reason: refused.error))
        }
    }
}
