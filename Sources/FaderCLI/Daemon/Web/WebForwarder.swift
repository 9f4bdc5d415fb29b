internal import FaderAPI
internal import FaderKit
internal import FaderServer
internal import FaderValues
internal import Glibc
internal import NIOCore
internal import NIOPosix

/// Whom the forwarder serves: by default only this machine's user.
struct WebAudience: Sendable {
    /// The page of each key; nil: the key allows everything.
    var pages: [String?] = [nil]
    var takesLasting = false
    /// The name of this machine, if the forwarder listens on all addresses; nil: it listens on the loopback address.
    var machine: String?
    /// The host names of proxies before the forwarder. Browsers may speak to these instead.
    var proxies: [String] = []

    var hosts: HostRule { machine.map { HostRule(machine: $0, proxies: proxies) } ?? HostRule(proxies: proxies) }

    /// The names that a key may have. The first free one is used.
    func keyNames(_ page: String?, _ port: Int) -> [String] {
        guard machine != nil || page != nil || !proxies.isEmpty else { return ["web-\(port)"] }
        // A name of a key has at most 64 characters.
        let name = "\(machine == nil ? "web" : "lan")-\(page ?? "everything")"
        return [String(name.prefix(64)), "\(name.prefix(58))-\(port)"]
    }
}

/// Serves a daemon's page and API to browsers, on a loopback port or on all addresses, by forwarding requests to its Unix socket. Safe to
/// use from any thread.
/// Others can reach the port, so every request must show the key, except those for the page itself, which has nothing of the daemon's
/// state. The daemon judges what the key allows. Each request with it opens its own connection, so a restarted daemon is found again.
final class WebForwarder: Sendable {
    let port: Int
    /// The keys, in the order of the audience's pages. New for each forwarder, stored nowhere else, and ended with this program.
    let keys: [KeyKeeper.Key]
    /// The first key, which is the part after the `#` that browsers do not send.
    var key: String { keys.first?.key ?? "" }
    var address: String { "http://127.0.0.1:\(port)/#\(key)" }

    private let listener: ListeningSocket

    /// Starts to listen, and registers the keys. Throws `cannotListen`, or why no daemon accepts a key.
    /// `port` 0 lets the system choose; `socket` listens already; `own` is answered by this program; `told` hears when no connection can be
    /// accepted, and when that is over. When a key is `revoked`, the forwarder goes on and refuses everything but the page: no other
    /// program gets the port, and with it what browsers still send. `firstTime` is for a new connection's first permitted request,
    /// `idleTime` for one without a complete request, in milliseconds.
    static func open(
        port: Int, socket: Int32? = nil, for audience: WebAudience = WebAudience(), candidates: [String], own: OwnRoutes? = nil,
        revoked: @escaping @Sendable (_ page: String?) -> Void = { _ in },
        told: @escaping @Sendable (String) -> Void = { _ in },
        firstTime: Int64 = 10_000, idleTime: Int64 = 60_000
    ) async throws(ClientError) -> WebForwarder {
        let loop = try ClientLoop.running()
        do {
            let socket = try socket ?? bound(to: port, isOnNetwork: audience.machine != nil)
            let port = try boundPort(of: socket)
            let keys = audience.pages.map { KeyKeeper.Key(BearerToken.random(bits: 128), page: $0, names: audience.keyNames($0, port)) }
            let rules = try await loop.submit {
                let keeper = KeyKeeper(keys, candidates: candidates, loop: loop, revoked: { revoked($0.page) })
                let places = audience.machine == nil && audience.proxies.isEmpty ? ForwardingRules.ofPerson : ForwardingRules.ofBand
                let rules = ForwardingRules(
                    keeper: keeper, takesLasting: audience.takesLasting, hosts: audience.hosts, places: places, own: own, loop: loop)
                return NIOLoopBound(rules, eventLoop: loop)
            }.get()
            let (listener, _) = try await ListeningSocket.open(socket, on: loop, told: { told(sentence($0)) }) {
                bootstrap(rules, on: loop, firstTime: firstTime, idleTime: idleTime)
            }
            // A unit is started by the first phone, perhaps before the daemon; who runs it by hand wants to know.
            guard !keys.isEmpty else { return WebForwarder(listener, port: port, keys: []) }
            do {
                let registered = try await loop.flatSubmit { rules.value.keeper.connection().map { _ in rules.value.keeper.keys } }.get()
                return WebForwarder(listener, port: port, keys: registered)
            } catch {
                await listener.close()
                throw error
            }
        } catch let error as ClientError {
            throw error
        } catch {
            throw .cannotListen(
                port: port, reason: (error as? IOError).map { String(errno: $0.errnoCode) } ?? "\(error)")
        }
    }

    /// What was sent to a browser may be unacknowledged for so long, in milliseconds.
    private static let unansweredTime = 20_000

    private static func sentence(_ news: ListeningSocket.News) -> String {
        switch news {
        case .paused(let code):
            "no connection can be accepted: \(String(errno: code)); trying again every second, and browsers wait"
        case .resumed: "connections are accepted again"
        }
    }

    private static func bound(to port: Int, isOnNetwork: Bool) throws -> Int32 {
        guard isOnNetwork else { return try bound(to: SocketAddress(ipAddress: "127.0.0.1", port: port)) }
        do {
            return try bound(to: SocketAddress(ipAddress: "::", port: port))
        } catch let error as IOError where [EAFNOSUPPORT, EADDRNOTAVAIL].contains(error.errnoCode) {
            // This system has no IPv6.
            return try bound(to: SocketAddress(ipAddress: "0.0.0.0", port: port))
        }
    }

    private static func boundPort(of socket: Int32) throws -> Int {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isKnown = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(socket, $0, &length) == 0 }
        }
        guard isKnown else { throw IOError(errnoCode: errno, reason: "getsockname") }
        // The port is at the same place in addresses of both families.
        return unsafe withUnsafeBytes(of: &address) { Int(UInt16(bigEndian: unsafe $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self))) }
    }

    private static func bound(to address: SocketAddress) throws -> Int32 {
        let isIPv6 = address.protocol == .inet6
        let descriptor = socket(
            isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw IOError(errnoCode: errno, reason: "socket") }
        var (yes, no): (Int32, Int32) = (1, 0)
        // IPv4, too, whatever the system's default is.
        let isOpen =
            unsafe !isIPv6 || setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &no, socklen_t(MemoryLayout<Int32>.size)) == 0
        let isBound =
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size)) == 0 && isOpen
            && address.withSockAddr { unsafe bind(descriptor, $0, socklen_t($1)) } == 0
        guard isBound else {
            let code = errno
            close(descriptor)
            throw IOError(errnoCode: code, reason: "bind")
        }
        return descriptor
    }

    private static func bootstrap(_ rules: NIOLoopBound<ForwardingRules>, on loop: any EventLoop, firstTime: Int64, idleTime: Int64)
        -> ServerBootstrap
    {
        ServerBootstrap.door(on: loop) { channel in
            channel.eventLoop.makeCompletedFuture {
                let request = ForwardedRequest(rules.value, firstTime: firstTime, idleTime: idleTime)
                try request.join(channel, headSize: ForwardingRules.headSize)
            }
        }
        // A phone that has left the network does not say so. Without this its stream would keep a place for a quarter of an hour.
        .childChannelOption(.tcpOption(.init(rawValue: TCP_USER_TIMEOUT)), value: unansweredTime)
    }

    private init(_ listener: ListeningSocket, port: Int, keys: [KeyKeeper.Key]) {
        (self.listener, self.port, self.keys) = (listener, port, keys)
    }
}
