internal import FaderThreads
internal import NIOCore

/// Looks up host names, each on a thread of its own, because the answer may take long.
enum HostLookup {
    /// Calls `done` on the event loop with an address of a host, or with why there is none: at once if the host is a numeric address.
    static func address(
        of host: String, port: Int, on loop: any EventLoop, _ done: @escaping (Result<SocketAddress, HostUnknown>) -> Void
    ) {
        if let address = try? SocketAddress(ipAddress: host, port: port) { return done(.success(address)) }
        let result = NIOLoopBound(done, eventLoop: loop)
        do throws(ThreadError) {
            try Thread("faderd-names") {
                let address = try? SocketAddress.makeAddressResolvingHost(host, port: port)
                loop.execute { result.value(address.map { .success($0) } ?? .failure(HostUnknown(reason: "there is no host \(host)"))) }
            }.detach()
        } catch {
            done(.failure(HostUnknown(reason: "\(host) is not looked up: \(error)")))
        }
    }
}

/// Why the address of a host is not known.
struct HostUnknown: Error {
    let reason: String
}
