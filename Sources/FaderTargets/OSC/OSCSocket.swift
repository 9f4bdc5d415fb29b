internal import FaderValues
internal import Glibc
internal import NIOCore
internal import NIOPosix

/// The UDP socket of a program or console that speaks OSC. Owned by the event loop.
///
/// It is connected to the peer, so that the kernel drops packets from others and reports when nothing listens there. If the peer sends from
/// another port than it listens on, that cannot be: then it is bound to the local address from which the peer is reached.
final class OSCSocket {
    enum Event {
        case opened
        case received([OSCMessage])
        /// A packet did not arrive, or the socket cannot be opened. `pause` is the time until the next try; nil for the usual one.
        case refused(String, pause: Duration? = nil)
    }

    let standing: PeerStanding
    private let spec: OSCPeerSpec
    private let loop: any EventLoop
    private let lookUp: PeerLookUp
    private var address: SocketAddress?
    private var channel: (any Channel)?
    private(set) var isClosed = false
    private var isHeard = false
    private var stranger: String?
    var onEvent: (Event) -> Void = { _ in }

    private static let room = SocketOptionValue(1 << 20)

    init(_ spec: OSCPeerSpec, _ name: String, _ surroundings: TargetSurroundings) {
        (self.spec, loop, standing) = (spec, surroundings.loop, surroundings.standing(name))
        lookUp = PeerLookUp(spec.host, port: spec.port, on: surroundings.loop)
    }

    /// Opens the socket, or replaces the open one.
    func open() {
        lookUp.start(found: { [weak self] in self?.open($0) }, failed: { [weak self] in self?.onEvent(.refused($0)) })
    }

    private func open(_ address: SocketAddress) {
        closeChannel()
        if self.address != address { (self.address, stranger) = (address, nil) }
        let handler = DatagramHandler { [weak self] in
            self?.receive(Array($0.readableBytesView), from: $1)
        } onError: { [weak self] in
            self?.fail($0, on: $1)
        }
        // A console that recalls a scene sends some hundred changes at once. The system has a limit of its own.
        var bootstrap = handler.bootstrap(on: loop).channelOption(.socketOption(.so_rcvbuf), value: Self.room)
        // Several peers may send to one port. The kernel gives each socket the packets from the address that it is connected to.
        if spec.listen != nil, spec.source == .same {
            bootstrap = bootstrap.channelOption(.socketOption(NIOBSDSocket.Option(rawValue: SO_REUSEPORT)), value: 1)
        }
        let any = address.protocol == .inet6 ? "::" : "0.0.0.0"
        guard let host = spec.source == .same ? any : Self.localAddress(towards: address) else {
            return onEvent(.refused("it cannot be reached: \(String(errno: errno))"))
        }
        let isConnected = spec.source == .same
        bootstrap.bind(host: host, port: spec.listen ?? 0).flatMap { channel in
            isConnected ? channel.connect(to: address).map { channel } : channel.eventLoop.makeSucceededFuture(channel)
        }.assumeIsolated().whenComplete { [weak self] in self?.finishOpening($0) }
    }

    private func finishOpening(_ result: Result<any Channel, any Error>) {
        switch result {
        case .failure(let error): if !isClosed { refuse(error) }
        case .success(let channel):
            guard !isClosed else { return channel.close(promise: nil) }
            closeChannel()
            self.channel = channel
            onEvent(.opened)
        }
    }

    func close() {
        isClosed = true
        lookUp.cancel()
        closeChannel()
    }

    private func closeChannel() {
        let former = channel
        channel = nil
        former?.close(promise: nil)
    }

    func send(_ message: OSCMessage) { send(OSCCodec.encode(message)) }

    func probe() { send(OSCCodec.emptyBundle) }

    private func send(_ bytes: [UInt8]) {
        guard let channel, channel.isActive, let address else { return }
        channel.send(bytes, to: address).assumeIsolated().whenComplete { [weak self] in
            if case .failure(let error) = $0 { self?.fail(error, on: channel) }
        }
    }

    private func fail(_ error: any Error, on failed: any Channel) {
        guard channel === failed else { return }
        let errno = (error as? IOError)?.errnoCode
        let reason =
            switch errno {
            case ECONNREFUSED: "nothing listens there"
            case EPERM: NetworkPermission.forbidden
            default: "sending to it failed: \(Self.text(of: error))"
            }
        onEvent(.refused(reason))
    }

    private func refuse(_ error: any Error) {
        switch ((error as? IOError)?.errnoCode, spec.listen) {
        case (EAFNOSUPPORT, _):
            // Only a restart of faderd can change that.
            onEvent(.refused(NetworkPermission.missing, pause: .seconds(86400)))
        // Nobody reports when the other program releases the port.
        case (EADDRINUSE, let port?):
            onEvent(.refused("another program listens on port \(port); faderd tries again every 30 s", pause: .seconds(30)))
        default: onEvent(.refused("its socket cannot be opened: \(Self.text(of: error))"))
        }
    }

    private static func text(of error: any Error) -> String {
        if case .writeHostUnreachable? = error as? ChannelError { return String(errno: EHOSTUNREACH) }
        return (error as? IOError).map { String(errno: $0.errnoCode) } ?? "\(error)"
    }

    /// The local address from which an address is reached; nil if it cannot be reached: `errno` says why.
    private static func localAddress(towards address: SocketAddress) -> String? {
        let family = address.protocol == .inet6 ? AF_INET6 : AF_INET
        let probe = socket(family, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard probe >= 0 else { return nil }
        defer { Glibc.close(probe) }
        guard unsafe address.withSockAddr({ unsafe Glibc.connect(probe, $0, socklen_t($1)) }) == 0 else { return nil }
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { local in
                guard unsafe getsockname(probe, local, &length) == 0 else { return nil }
                var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
                guard unsafe getnameinfo(local, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else { return nil }
                return String(upToZeroOf: text)
            }
        }
    }

    /// Whether a packet is the peer's. If the socket is connected, the kernel drops others, but not those from before the connection.
    private func isPeer(_ sender: SocketAddress) -> Bool {
        // Nearly always. The texts of two addresses take 6,000 instructions.
        if spec.source == .same, sender == address { return true }
        guard let address, sender.ipAddress == address.ipAddress else { return false }
        switch spec.source {
        case .same: return sender.port == address.port
        case .port(let port): return sender.port == port
        case .any: return true
        }
    }

    private func receive(_ packet: [UInt8], from sender: SocketAddress) {
        guard !isClosed else { return }
        guard isPeer(sender) else {
            return stranger = sender.ipAddress.map { spec.source == .any ? $0 : "\($0), port \(sender.port ?? 0)" }
        }
        guard let messages = try? OSCCodec.decode(packet) else { return standing.note("it sent something that is not OSC") }
        standing.note(nil)
        isHeard = true
        onEvent(.received(messages))
    }

    var note: String? {
        if let problem = standing.problem { return problem }
        guard !isHeard else { return nil }
        if let stranger { return "it has sent nothing yet; packets come from \(stranger), which is not its address" }
        return "it has sent nothing yet"
            + (spec.source == .same && spec.listen != nil ? "; if it sends from another port than \(spec.port), it needs from: any" : "")
    }

    var shared: SharedPeer { standing.shared(note: note) }
}
