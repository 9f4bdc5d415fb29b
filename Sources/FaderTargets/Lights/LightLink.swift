internal import FaderValues
internal import Glibc
internal import Logging
internal import NIOCore

/// A socket to one receiver, or through one interface to all, that universes share. Owned by the event loop.
final class LightLink {
    struct Route: Hashable {
        let host: String?
        let interface: String?

        init(_ universe: UniverseSpec) { (host, interface) = (universe.host, universe.interface) }
    }

    private let route: Route
    private let wire: UniverseSpec.Wire
    private let source: LightSource
    private let lookUp: PeerLookUp?
    private var socket: LightSocket?
    private var receiver: SocketAddress?
    private var watch = PeerWatch(keepAlive: nil, answers: false)
    private var universes: [LightUniverse] = []
    private let timer: LoopTimer
    private var isClosed = false
    private let standing: PeerStanding
    private var lastDiscovery: Moment?

    /// Lights forget a source after 20 s: ANSI E1.31, section 12.2.
    private static let discoveryInterval = Duration.milliseconds(9500)

    init(_ route: Route, _ wire: UniverseSpec.Wire, _ source: LightSource, _ surroundings: TargetSurroundings) {
        (self.route, self.wire, self.source) = (route, wire, source)
        timer = LoopTimer(surroundings.loop)
        lookUp = route.host.map { PeerLookUp($0, port: wire.port, on: surroundings.loop) }
        standing = surroundings.standing([wire.rawValue, route.host, route.interface].compactMap { $0 }.joined(separator: " "))
        standing.note("it is being looked up")
        open()
    }

    var isThere: Bool { standing.isThere }
    var problem: String? { standing.problem }
    var isUnused: Bool { universes.isEmpty }

    func add(_ universe: LightUniverse) { universes.append(universe) }
    func remove(_ universe: LightUniverse) { universes.removeAll { $0 === universe } }

    func addressText(of universe: UniverseSpec) -> String {
        route.host.map { $0.contains(":") ? "[\($0)]" : $0 } ?? LightPacket.group(of: universe.number)
    }

    // MARK: Opening

    private func open() {
        guard let lookUp else { return open(to: nil) }
        lookUp.start(found: { [weak self] in self?.open(to: $0) }, failed: { [weak self] in self?.refuse($0) })
    }

    private func open(to receiver: SocketAddress?) {
        (socket, self.receiver) = (nil, receiver)
        do throws(LightSocket.Failure) {
            socket = try LightSocket(to: receiver, interface: route.interface)
            handle(.opened)
        } catch {
            refuse(error)
        }
    }

    var shared: SharedPeer { standing.shared(note: problem) }

    func openIfClosed() { handle(.reloaded) }

    func close() {
        isClosed = true
        lookUp?.cancel()
        timer.cancel()
        socket = nil
    }

    // MARK: Sending

    /// Sends a packet of a universe; returns whether it has left.
    func send(_ packet: [UInt8], of universe: UniverseSpec) -> Bool { send(packet, to: universe.number) }

    private func send(_ packet: [UInt8], to number: Int) -> Bool {
        guard socket != nil, let address = receiver ?? (try? SocketAddress(ipAddress: LightPacket.group(of: number), port: wire.port))
        else { return false }
        do throws(LightSocket.Failure) {
            try socket?.send(packet, to: address)
            return true
        } catch {
            // The system has no room just now.
            if ![EAGAIN, ENOBUFS, ENOMEM, EINTR].contains(error.code) { refuse(error) }
            return false
        }
    }

    /// Sends the list of universes if it is due. A receiver that the config names gets no list, only levels.
    func discover(at now: Moment) {
        guard wire == .sacn, receiver == nil, lastDiscovery.map({ now >= $0 + Self.discoveryInterval }) ?? true else { return }
        lastDiscovery = now
        for packet in LightPacket.discovery(of: universes.filter(\.isLive).map(\.spec.number), from: source) {
            _ = send(packet, to: LightPacket.discoveryUniverse)
        }
    }

    func noteUse() { if !isThere { handle(.used) } }

    // MARK: Coming and going

    private func refuse(_ failure: LightSocket.Failure) {
        // Only a restart of faderd can change that.
        let pause: Duration? = failure.code == EAFNOSUPPORT ? .seconds(86400) : nil
        refuse(reason(failure.code), pause: pause)
    }

    private func refuse(_ reason: String, pause: Duration? = nil) {
        if !isThere { standing.lost(reason) }
        handle(.refused(reason, pause: pause))
    }

    private func reason(_ code: Int32) -> String {
        switch code {
        case EAFNOSUPPORT: NetworkPermission.missing
        case EPERM, EACCES: NetworkPermission.forbidden
        case ECONNREFUSED: "nothing listens there at port \(wire.port)"
        case ENETUNREACH, EADDRNOTAVAIL:
            route.host == nil && route.interface == nil
                ? "no network leads to it: connect one, or name its interface with interface: in targets" : "no network leads to it"
        case ENODEV: "there is no network interface \(route.interface ?? "")"
        default: "sending to it failed: \(String(errno: code))"
        }
    }

    private func handle(_ event: PeerWatch.Event) {
        guard !isClosed else { return }
        for effect in watch.handle(event, at: .sinceStart) { perform(effect) }
        timer.follow(watch.deadline) { [weak self] in self?.tick() }
    }

    private func perform(_ effect: PeerWatch.Effect) {
        switch effect {
        case .open: open()
        case .probe: for universe in universes where universe.isLive { universe.send() }
        case .gone(let reason, let since):
            standing.lost(reason)
            for universe in universes { universe.linkDisappeared(unheardSince: since) }
        case .back:
            standing.opened()
            for universe in universes { universe.linkAppeared() }
        case .keepAlive, .ask: break
        }
    }

    private func tick() {
        if let failure = socket?.popFailure() { refuse(failure) }
        handle(.tick)
    }
}
