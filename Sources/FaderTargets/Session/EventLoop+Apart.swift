internal import FaderSystem
internal import NIOCore

extension EventLoop {
    /// Looks up the address of a host, and calls `done` on the loop with the address or an error. A numeric address is passed on at once.
    func lookUp(_ host: String, port: Int, _ done: @escaping (Result<SocketAddress, TargetError>) -> Void) {
        if let address = try? SocketAddress(ipAddress: host, port: port) { return done(.success(address)) }
        runApart("faderd-names", failure: "\(host) could not be looked up", done) { () throws(TargetError) in
            guard let address = try? SocketAddress.makeAddressResolvingHost(host, port: port) else {
                throw TargetError(description: "there is no host \(host)")
            }
            return address
        }
    }

    /// Does work that may take long on a separate thread, and calls `done` on the loop with the result.
    ///
    /// - Parameter failure: the beginning of the error if the system has no thread for it. The reason follows.
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
