internal import CALSA
internal import FaderConsole
internal import FaderSystem
internal import FaderValues

/// The watcher's loop: waits for announcements and orders, lets them settle, looks, and connects. Owned by the watcher's thread.
final class DeviceWatch {
    private let handle: SequencerHandle
    private let announcements: Announcements
    private let patchbay: Patchbay
    private let orders: WatchOrders
    /// The number of the client that has the surfaces' ports.
    private let portClient: Int
    private let report: @Sendable ([SurfaceDevice]) -> Void
    private let trouble: @Sendable (SequencerError) -> Void

    private var surfaces: [SurfaceSpec]
    private var claims: [String: PortAddress] = [:]
    /// The USB device that each surface had last, by the surface's name.
    private var remembered: [String: USBDevice]
    private var links = LinkKeeper()
    private var schedule = LookSchedule()
    private var isRewired = false
    private var passing = PassingClients()
    /// Links that a person has cut since the last look, as far as is known.
    private var cutByHand: Set<SequencerLink> = []
    /// Readers may have been connected to our ports unnoticed.
    private var isUnsettled = true
    private var reported: [SurfaceDevice]?

    /// Opens a client of its own, `faderd watcher`. `portClient`: the client that has the surfaces' ports.
    init(
        surfaces: [SurfaceSpec], remembered: [String: USBDevice], portClient: Int, orders: WatchOrders,
        report: @escaping @Sendable ([SurfaceDevice]) -> Void,
        trouble: @escaping @Sendable (SequencerError) -> Void
    ) throws(SequencerError) {
        self.surfaces = surfaces
        self.remembered = remembered
        self.portClient = portClient
        self.orders = orders
        self.report = report
        self.trouble = trouble
        handle = try SequencerHandle(name: "faderd watcher")
        patchbay = try Patchbay(handle)
        announcements = try Announcements(handle)
    }

    /// Runs until the order to stop, or until the sequencer is gone, which is reported as trouble.
    func run() {
        schedule.demand(at: .now)
        while true {
            if let due = deadline, due <= .now { lookAround() }
            if orders.doorbell.wait(beside: handle.descriptor, atMost: deadline.map { $0 - .now }) {
                let (surfaces, isStopping) = orders.pop()
                if isStopping { return }
                if let surfaces { adopt(surfaces) }
            }
            // Also after an order: what our own client changed with it may already be announced.
            let digest = announcements.read()
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

    /// Connections that were cut by hand are made again.
    private func adopt(_ surfaces: [SurfaceSpec]) {
        for (former, name) in RenamedSurfaces.names(from: self.surfaces, to: surfaces) {
            claims[name] = claims.removeValue(forKey: former)
            remembered[name] = remembered.removeValue(forKey: former)
        }
        self.surfaces = surfaces
        reported = nil
        links.verify(patchbay)
        schedule.demand(at: .now)
    }

    private func note(_ digest: Announcements.Digest) {
        let now = ContinuousClock.now
        for port in digest.gonePorts {
            links.forget(port, patchbay)
            schedule.noteDeparture(of: port.client, at: now)
        }
        for client in digest.goneClients { links.forget(client: client, patchbay) }
        for coming in digest.comings {
            switch coming {
            case .start(let client): passing.noteStart(of: client, at: now)
            case .exit(let client): cutByHand.formUnion(passing.noteExit(of: client, at: now))
            // Other programs may cut links of their own without end.
            case .cut(let link): if link.touches(client: portClient) { passing.noteCut(link, at: now) }
            }
        }
        for client in digest.goneClients + digest.growingClients { schedule.clearDeparture(of: client) }
        if digest.isIncomplete {
            links.verify(patchbay)
            isUnsettled = true
        }
        for sender in digest.senders where sender.client == portClient { patchbay.tellSettled(sender) }
        isRewired = isRewired || digest.isRewired
        if digest.isNews || digest.isRewired { schedule.noteNews(at: now) }
    }

    private func lookAround() {
        let now = ContinuousClock.now
        let all = patchbay.clients()
        let ours = all.first { $0.number == portClient }?.ports ?? []
        if isUnsettled { for each in ours { patchbay.tellSettled(PortAddress(client: portClient, port: each.number)) } }
        isUnsettled = false
        let others = all.filter { $0.number != portClient && $0.number != Int(handle.client) }
        var assignment = SurfaceAssignment(clients: others)
        // A look may find a port gone before its announcement is read.
        for client in assignment.shrunk(since: claims) where !schedule.departing.contains(client) {
            schedule.noteDeparture(of: client, at: now)
        }
        schedule.noteLook(at: now, hasPrograms: others.contains(where: \.isProgram))
        assignment.departing = schedule.departing
        assignment.remembered = remembered
        claims = assignment.claims(of: surfaces, before: claims)
        remembered = assignment.remembered(after: claims)
        if isRewired { links.observe(patchbay, programs: Set(others.filter(\.isProgram).map(\.number)), at: now) }
        links.leave(cutByHand)
        (isRewired, cutByHand) = (false, [])
        connect(ConnectionPlan(surfaces: surfaces, claims: claims, assignment: assignment, client: portClient, ports: ours), now)
    }

    private func connect(_ plan: ConnectionPlan, _ now: ContinuousClock.Instant) {
        for refused in links.reconcile(plan.links, patchbay, now: now) {
            trouble(.unconnected(surface: plan.surface(of: refused.link) ?? "", reason: refused.error))
        }
        let devices = plan.devices(links)
        guard devices != reported else { return }
        reported = devices
        report(devices)
    }
}
