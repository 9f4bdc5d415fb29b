internal import NIOCore

/// A device with a web server and the targets on it. One request at a time. Owned by the event loop.
final class HTTPDevice {
    private struct Job {
        let request: HTTPExchange.Request
        let done: (Result<[UInt8], HTTPFailure>) -> Void
    }

    private let host: String
    private let port: Int
    private let loop: any EventLoop
    private let peer: PeerSession
    private var targets: [HTTPTarget] = []
    private var jobs: [Job] = []
    private var exchange: HTTPExchange?
    private var isBusy = false
    private var isClosed = false
    /// Where it was found last; nil: its name is to be looked up.
    private var socket: SocketAddress?

    private static let backOff = BackOff(from: .seconds(1), to: .seconds(10))

    init(_ key: HTTPDeviceKey, _ surroundings: TargetSurroundings) {
        (host, port, loop) = (key.host, key.port, surroundings.loop)
        peer = surroundings.session("http \(key.name)", Self.backOff)
    }

    var shared: SharedPeer { peer.shared(note: peer.problem) }
    var problem: String? { peer.problem }

    func add(_ target: HTTPTarget) { targets.append(target) }
    func remove(_ target: HTTPTarget) { targets.removeAll { $0 === target } }

    func hurry() { if peer.isWaiting { lookAgain() } }

    func close() {
        isClosed = true
        peer.stopWaiting()
        peer.disconnected()
        exchange?.drop()
        (exchange, jobs) = (nil, [])
    }

    /// Sends a request when those before it are answered. `done` gets the body of the answer.
    func ask(_ request: HTTPExchange.Request, _ done: @escaping (Result<[UInt8], HTTPFailure>) -> Void) {
        jobs.append(Job(request: request, done: done))
        next()
    }

    private func next() {
        guard !isBusy, !isClosed, !jobs.isEmpty else { return }
        isBusy = true
        let job = jobs.removeFirst()
        if let socket { return begin(job, at: socket) }
        loop.lookUp(host, port: port) { [weak self] result in
            guard let self, !isClosed else { return }
            switch result {
            case .success(let socket):
                self.socket = socket
                begin(job, at: socket)
            case .failure(let error): end(job, .failure(.unreached(error.description)))
            }
        }
    }

    private func begin(_ job: Job, at socket: SocketAddress) {
        let exchange = HTTPExchange(job.request, on: loop) { [weak self] result in self?.end(job, result) }
        self.exchange = exchange
        exchange.start(socket, on: loop)
    }

    private func end(_ job: Job, _ result: Result<[UInt8], HTTPFailure>) {
        (exchange, isBusy) = (nil, false)
        if case .failure(.unreached(let reason)) = result {
            let others = jobs
            (jobs, socket) = ([], nil)
            let wasThere = peer.lost(reason)
            for job in [job] + others { job.done(result) }
            if wasThere { for target in targets { target.gone() } }
            if !isClosed, !targets.isEmpty { peer.retry { [weak self] in self?.lookAgain() } }
        } else {
            let wasThere = peer.isThere
            peer.opened()
            job.done(result)
            // What others were told while it was away counts again.
            if !wasThere { for target in targets where !target.isThere { target.look() } }
        }
        next()
    }

    private func lookAgain() {
        peer.stopWaiting()
        for target in targets { target.look() }
    }
}

struct HTTPDeviceKey: Hashable {
    let host: String
    let port: Int
    let name: String

    init(_ address: HTTPAddress) { (host, port, name) = (address.host, address.port, address.authority) }
}
