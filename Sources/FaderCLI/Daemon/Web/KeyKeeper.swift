internal import FaderAPI
internal import FaderKit
internal import NIOCore
internal import NIOHTTP1

/// Keeps a forwarder's key registered with the daemon, on a connection of its own: the key ends with that connection, and so with this
/// program or the daemon. Owned by the event loop.
///
/// A daemon that is restarted gets the key as soon as it is there, or, if that takes longer than a minute, with the next request of a
/// browser.
final class KeyKeeper {
    /// How long the daemon may take to answer a request for the page, in milliseconds. When that is over, the connection is closed, and the
    /// key has to be registered again.
    private static let longest: Int64 = 10_000
    /// When the key is registered again after the daemon has ended, in milliseconds from the former try.
    private static let pauses: [Int64] = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000]

    private let key: String
    /// The name under which the daemon lists the key.
    private(set) var name = ""
    /// The page that the key is for; nil: for everything.
    private let page: String?
    private let candidates: [String]
    private let loop: any EventLoop
    private var kept: KeptConnection?
    /// The registration in progress, which all requests wait for together.
    private var registering: EventLoopFuture<KeptConnection>?
    /// Whether the daemon no longer accepts its key. From then on the key is never registered again.
    private(set) var isRevoked = false
    private let revoked: () -> Void

    /// - Parameter revoked: called once, when it turns out that the key was revoked.
    init(key: String, page: String?, candidates: [String], loop: any EventLoop, revoked: @escaping () -> Void) {
        (self.key, self.page, self.candidates, self.loop, self.revoked) = (key, page, candidates, loop, revoked)
    }

    /// Registers the key for the first time, under the first of these names that no other key has. Returns that name.
    func start(as names: [String]) -> EventLoopFuture<String> {
        name = names[0]
        let bound = NIOLoopBound(self, eventLoop: loop)
        return connection().map { _ in names[0] }.flatMapError { error in
            guard case ClientError.problem(let problem) = error, problem.status == 409, names.count > 1 else {
                return bound.eventLoop.makeFailedFuture(error)
            }
            return bound.value.start(as: Array(names.dropFirst()))
        }
    }

    /// The connection on which the key is registered. Fails with a `ClientError`.
    func connection() -> EventLoopFuture<KeptConnection> {
        if let kept, kept.isOpen { return loop.makeSucceededFuture(kept) }
        guard !isRevoked else { return loop.makeFailedFuture(ClientError.revokedKey) }
        if let registering { return registering }
        let bound = NIOLoopBound(self, eventLoop: loop)
        let registering = register(at: candidates[...])
        self.registering = registering
        registering.whenComplete { result in
            bound.value.registering = nil
            if case .success(let connection) = result { bound.value.keep(connection) }
        }
        return registering
    }

    private func keep(_ connection: KeptConnection) {
        kept = connection
        let bound = NIOLoopBound(self, eventLoop: loop)
        connection.ended.hop(to: loop).whenSuccess { reason in
            if case ClientError.revokedKey? = reason { return bound.value.end() }
            bound.value.registerLater(pauses: Self.pauses[...])
        }
    }

    private func registerLater(pauses: ArraySlice<Int64>) {
        guard let pause = pauses.first, !isRevoked else { return }
        let bound = NIOLoopBound(self, eventLoop: loop)
        loop.scheduleTask(in: .milliseconds(pause)) {
            bound.value.connection().whenFailure { _ in bound.value.registerLater(pauses: pauses.dropFirst()) }
        }
    }

    private func end() {
        if !isRevoked { revoked() }
        isRevoked = true
    }

    /// Registers the key at the first socket whose daemon accepts it.
    ///
    /// - Parameter former: why an earlier daemon did not.
    private func register(at paths: ArraySlice<String>, after former: ClientError? = nil) -> EventLoopFuture<KeptConnection> {
        guard let path = paths.first else { return loop.makeFailedFuture(former ?? ClientError.notRunning(tried: candidates)) }
        let body: [UInt8]
        do throws(ClientError) { body = try DaemonClient.encode(KeyRequest(name: name, key: key, page: page)) } catch {
            return loop.makeFailedFuture(error)
        }
        let row = Routes.addKey.row
        let bound = NIOLoopBound(self, eventLoop: loop)
        return KeptConnection.connect(path, on: loop, timeout: DaemonClient.timeout)
            .flatMap { connection in
                connection.send(RequestExchange.request(row.method, row.path(), body: body, isLast: false), timeout: DaemonClient.timeout)
                    .flatMapThrowing { answer in
                        // A refused key must not leave a connection behind.
                        do { _ = try DaemonClient.good(answer) } catch {
                            connection.close()
                            throw error
                        }
                        return connection
                    }
            }
            .hop(to: loop)
            .flatMapError { error in
                let reason = error as? ClientError ?? RequestExchange.clientError(error, path: path)
                if reason == .revokedKey { bound.value.end() }
                let isAbsent = if case .notRunning = reason { true } else { false }
                return bound.value.register(at: paths.dropFirst(), after: former ?? (isAbsent ? nil : reason))
            }
    }

    /// The socket where the key was registered last.
    var path: String { kept?.path ?? "" }

    /// Notes that the daemon has refused the key. Returns whether it was revoked: otherwise the daemon that has it is gone.
    func refused() -> Bool {
        guard !isRevoked else { return true }
        guard let kept, kept.isOpen else { return false }
        end()
        return true
    }

    /// Answers a request that shows no key, and needs none, on the connection of the key: so whoever sends such requests occupies no other
    /// place of the daemon, however many they are.
    func answer(_ parts: [HTTPClientRequestPart]) -> EventLoopFuture<Answer> {
        guard isRevoked, kept?.isOpen != true else {
            return connection().flatMap { $0.send(parts, timeout: Self.longest) }.hop(to: loop)
        }
        return KeptConnection.connect(path, on: loop, timeout: DaemonClient.timeout)
            .flatMap { connection in connection.send(parts, timeout: Self.longest).always { _ in connection.close() } }
            .hop(to: loop)
    }
}
