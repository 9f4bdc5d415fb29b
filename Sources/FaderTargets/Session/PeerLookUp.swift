internal import NIOCore

/// Looks up a peer whenever it is connected, because a name may have another address now. Owned by the event loop.
final class PeerLookUp {
    private let host: String
    private let port: Int
    private let loop: any EventLoop
    private var isUnderWay = false
    private var isCancelled = false

    init(_ host: String, port: Int, on loop: any EventLoop) { (self.host, self.port, self.loop) = (host, port, loop) }

    /// Looks it up, unless that is under way, and calls one of the two functions on the loop.
    func start(found: @escaping (SocketAddress) -> Void, failed: @escaping (String) -> Void) {
        guard !isUnderWay else { return }
        isUnderWay = true
        loop.lookUp(host, port: port) { [weak self] result in
            guard let self else { return }
            isUnderWay = false
            guard !isCancelled else { return }
            switch result {
            case .success(let address): found(address)
            case .failure(let error): failed(error.description)
            }
        }
    }

    /// No function is called after this.
    func cancel() { isCancelled = true }
}
