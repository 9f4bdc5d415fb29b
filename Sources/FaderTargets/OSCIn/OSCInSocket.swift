internal import FaderValues
internal import Glibc
internal import NIOCore
internal import NIOPosix

/// The UDP socket of OSC in, for IPv4 and IPv6 if the system has both. Owned by the event loop.
final class OSCInSocket {
    private let loop: any EventLoop
    private let onPacket: (ByteBuffer, SocketAddress) -> Void
    private var channel: (any Channel)?
    private var isClosed = false

    init(_ loop: any EventLoop, _ onPacket: @escaping (ByteBuffer, SocketAddress) -> Void) { (self.loop, self.onPacket) = (loop, onPacket) }

    /// `done` gets the reason if it cannot be opened. Without a `port`, any.
    func open(port: Int?, _ done: @escaping (String?) -> Void) { open("::", port, done) }

    private func open(_ host: String, _ port: Int?, _ done: @escaping (String?) -> Void) {
        let handler = DatagramHandler { [weak self] packet, sender in
            if let self, !isClosed { onPacket(packet, sender) }
        } onError: { _, _ in
            // Ignored: an error for one address says nothing about the others.
        }
        handler.bootstrap(on: loop).bind(host: host, port: port ?? 0).assumeIsolated().whenComplete { [weak self] result in
            guard let self, !isClosed else { return (try? result.get())?.close(promise: nil) ?? () }
            switch result {
            case .success(let channel):
                self.channel = channel
                done(nil)
            case .failure(let error):
                let errno = (error as? IOError)?.errnoCode ?? 0
                // The system has no IPv6.
                if host == "::", [EAFNOSUPPORT, EADDRNOTAVAIL].contains(errno) { return open("0.0.0.0", port, done) }
                done(Self.reason(errno, port, error))
            }
        }
    }

    private static func reason(_ errno: Int32, _ port: Int?, _ error: any Error) -> String {
        switch (errno, port) {
        case (EAFNOSUPPORT, _): NetworkPermission.missing
        case (EADDRINUSE, let port?): "another program listens on port \(port); faderd tries again every 30 s"
        case (EACCES, let port?): "the system does not let faderd listen on port \(port); take one from 1024 on"
        default: "its socket cannot be opened: \(errno == 0 ? "\(error)" : String(errno: errno))"
        }
    }

    func close() {
        isClosed = true
        channel?.close(promise: nil)
        channel = nil
    }

    var isReady: Bool { channel.map { $0.isActive && $0.isWritable } ?? false }

    /// Sends a packet. If that fails, it is lost, like any packet of UDP.
    func send(_ bytes: [UInt8], to address: SocketAddress) {
        guard let channel, let address = Self.fit(address, to: channel.localAddress) else { return }
        _ = channel.send(bytes, to: address)
    }

    /// A socket for IPv6 needs an IPv4 address in IPv6 form.
    private static func fit(_ address: SocketAddress, to local: SocketAddress?) -> SocketAddress? {
        guard local?.protocol == .inet6, address.protocol == .inet else { return address }
        return address.ipAddress.flatMap { try? SocketAddress(ipAddress: "::ffff:\($0)", port: address.port ?? 0) }
    }

    /// The plain address of a sender: an IPv4 address arrives in IPv6 form.
    static func ownForm(of address: SocketAddress, _ host: IPAddress) -> SocketAddress {
        guard address.protocol == .inet6, host.isVersion4 else { return address }
        return (try? SocketAddress(packedIPAddress: ByteBuffer(bytes: host.bytes.suffix(4)), port: address.port ?? 0)) ?? address
    }

    /// A numeric address for people: `192.168.1.7` for `::ffff:192.168.1.7`.
    static func plain(_ address: String) -> String { address.hasPrefix("::ffff:") ? String(address.dropFirst(7)) : address }

    static func name(_ address: SocketAddress) -> String {
        let host = plain(address.ipAddress ?? "")
        return (host.contains(":") ? "[\(host)]" : host) + ":\(address.port ?? 0)"
    }
}

extension IPAddress {
    /// Nil for a Unix socket.
    init?(_ address: SocketAddress) {
        let (offset, count): (Int, Int)
        switch address {
        case .v4: (offset, count) = (4, 4)
        case .v6: (offset, count) = (8, 16)
        case .unixDomainSocket: return nil
        }
        // The offset in struct sockaddr_in and sockaddr_in6, see ip(7) and ipv6(7).
        let bytes = unsafe address.withSockAddr { start, length in unsafe Array(UnsafeRawBufferPointer(start: start, count: length)) }
        self.init(bytes: bytes[offset..<offset + count])
    }
}
