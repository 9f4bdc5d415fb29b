internal import Glibc
internal import NIOCore

/// A UDP socket that only sends, and never waits: a packet that cannot go now is out of date at the next frame. With one receiver it is
/// connected, so that the kernel reports when nothing listens there.
final class LightSocket {
    struct Failure: Error {
        let code: Int32
    }

    private let descriptor: Int32
    private let isConnected: Bool

    /// `receiver`: the only one; nil: any. `interface`: for multicast; nil: as the system routes.
    init(to receiver: SocketAddress?, interface: String?) throws(Failure) {
        let family = receiver?.protocol == .inet6 ? AF_INET6 : AF_INET
        descriptor = socket(family, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        isConnected = receiver != nil
        guard descriptor >= 0 else { throw Failure(code: errno) }
        // For broadcast addresses.
        set(SOL_SOCKET, SO_BROADCAST, 1)
        // Answers are not read.
        set(SOL_SOCKET, SO_RCVBUF, 0)
        if let interface {
            let index = unsafe if_nametoindex(interface)
            guard index > 0 else { throw Failure(code: ENODEV) }
            // A group, an address and an interface, see `ip_mreqn` in ip(7).
            let request = [0, 0, Int32(index)]
            let length = socklen_t(request.count * MemoryLayout<Int32>.size)
            guard unsafe setsockopt(descriptor, Int32(IPPROTO_IP), IP_MULTICAST_IF, request, length) == 0 else {
                throw Failure(code: errno)
            }
        }
        if let receiver {
            let code = unsafe receiver.withSockAddr { unsafe connect(descriptor, $0, socklen_t($1)) }
            guard code == 0 else { throw Failure(code: errno) }
        }
    }

    deinit { close(descriptor) }

    private func set(_ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        _ = unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Sends a packet to its only receiver, or else to `address`.
    func send(_ packet: [UInt8], to address: SocketAddress) throws(Failure) {
        let flags = Int32(MSG_NOSIGNAL)
        let sent =
            isConnected
            ? unsafe Glibc.send(descriptor, packet, packet.count, flags)
            : unsafe address.withSockAddr { unsafe sendto(descriptor, packet, packet.count, flags, $0, socklen_t($1)) }
        guard sent >= 0 else { throw Failure(code: errno) }
    }

    /// The error that the kernel has noted for earlier packets; nil if there is none.
    func popFailure() -> Failure? {
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0, code != 0 else { return nil }
        return Failure(code: code)
    }
}
