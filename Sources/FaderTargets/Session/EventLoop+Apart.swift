internal import FaderSystem
internal import NIOCore

extension EventLoop {
    /// `done` is called on the loop; at once for a numeric address.
    func lookUp(_ host: String, port: Int, _ done: @escaping (Result<SocketAddress, TargetError>) -> Void) {
        if let address = try? SocketAddress(ipAddress: host, port: port) { return done(.success(address)) }
        runApart("faderd-names", failure: "\(host) could not be looked up", done) { () throws(TargetError) in
            guard let address = try? SocketAddress.makeAddressResolvingHost(host, port: port) else {
                throw TargetError(description: "there is no host \(host)")
            }
            return address
        }
    }

    /// Does what may take long on a separate thread, and calls `done` on the loop. `failure` begins the error if the system has no thread
    /// for it; the reason follows.
    func runApart<Value: Sendable>(
        _ thread: StaticString, failure: String, _ done: @escaping (Result<Value, TargetError>) -> Void,
        _ work: @escaping @Sendable () throws(TargetError) -> Value
    ) {
        let bound = NIOLoopBound(done, eventLoop: self)
        do throws(ThreadError) {
            try Thread(thread) {
                let result = Result(catching: work)
                self.execute { bound.value(result) }
            }.detach()
        } catch {
            done(.failure(TargetError(description: "\(failure): \(error)")))
        }
    }
}
