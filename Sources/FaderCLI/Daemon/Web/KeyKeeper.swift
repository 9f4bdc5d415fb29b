internal import FaderAPI
internal import FaderKit
internal import NIOCore
internal import NIOHTTP1

/// Keeps a forwarder's keys registered with the daemon, on a connection of their own: they end with it, and so with this program or the
/// daemon. A restarted daemon gets them within a minute, or with the next request of a browser. Owned by the event loop.
/// A forwarder for keys that last may have none of its own.
final class KeyKeeper {
    struct Key {
        let key: String
        /// The page that the key is for; nil: it allows everything.
        let page: String?
        /// Possible names. The daemon lists the key under the first.
        fileprivate(set) var names: [String]
        /// The daemon no longer accepts the key. It is never registered again.
        fileprivate(set) var isRevoked = false

        init(_ key: String, page: String?, names: [String]) { (self.key, self.page, self.names) = (key, page, names) }
    }

    /// How long the daemon may take to answer a request for the page, in milliseconds. Then the connection is closed, and the keys have to
    /// be registered again.
    private static let longest: Int64 = 10_000
    /// The pauses between tries to register the keys after the daemon has ended, in milliseconds.
    private static let pauses: [Int64] = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000]

    private(set) var keys: [Key]
    private let candidates: [String]
    private let loop: any EventLoop
    private var kept: KeptConnection?
    /// The registration that is under way. All requests wait for it together.
    private var registering: EventLoopFuture<KeptConnection>?
    private let revoked: (Key) -> Void

    /// `revoked` is called once for each revoked key.
    init(_ keys: [Key], candidates: [String], loop: any EventLoop, revoked: @escaping (Key) -> Void) {
        (self.keys, self.candidates, self.loop, self.revoked) = (keys, candidates, loop, revoked)
    }

    private var isRevoked: Bool { !keys.isEmpty && keys.allSatisfy(\.isRevoked) }

    /// Every key is compared, so that the time gives nothing away.
    func place(of shown: [UInt8]) -> Int? {
        var found: Int?
        for (place, one) in keys.enumerated() where BearerToken.isSame(shown, Array(one.key.utf8)) { found = place }
        return found
    }

    /// The connection on which the keys are registered. Fails with a `ClientError`.
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
            // The daemon says so when none of them is left.
            if case ClientError.revokedKey? = reason { return bound.value.keys.indices.forEach { bound.value.end($0) } }
            // Without keys, the next request of a browser is early enough.
            if !bound.value.keys.isEmpty { bound.value.registerLater(pauses: Self.pauses[...]) }
        }
    }

    private func registerLater(pauses: ArraySlice<Int64>) {
        guard let pause = pauses.first, !isRevoked else { return }
        let bound = NIOLoopBound(self, eventLoop: loop)
        loop.scheduleTask(in: .milliseconds(pause)) {
            bound.value.connection().whenFailure { _ in bound.value.registerLater(pauses: pauses.dropFirst()) }
        }
    }

    private func end(_ place: Int) {
        guard !keys[place].isRevoked else { return }
        keys[place].isRevoked = true
        revoked(keys[place])
    }

    /// Registers the keys at the first socket whose daemon accepts them. `former` is why an earlier daemon did not.
    private func register(at paths: ArraySlice<String>, after former: ClientError? = nil) -> EventLoopFuture<KeptConnection> {
        guard let path = paths.first else { return loop.makeFailedFuture(former ?? ClientError.notRunning(tried: candidates)) }
        let bound = NIOLoopBound(self, eventLoop: loop)
        return KeptConnection.connect(path, on: loop, timeout: DaemonClient.timeout)
            .hop(to: loop)
            .flatMap { connection in
                bound.value.register(bound.value.keys.indices, on: connection).map { connection }.flatMapErrorThrowing { error in
                    // A refused key must not leave a connection behind.
                    connection.close()
                    throw error
                }
            }
            .flatMapError { error in
                let reason = error as? ClientError ?? RequestExchange.clientError(error, path: path)
                // The other keys are registered on another connection.
                if reason == .revokedKey, !bound.value.isRevoked { return bound.value.register(at: paths, after: former) }
                let isAbsent = if case .notRunning = reason { true } else { false }
                return bound.value.register(at: paths.dropFirst(), after: former ?? (isAbsent ? nil : reason))
            }
    }

    /// One after the other, each under the first of its names that no other key has.
    private func register(_ places: Range<Int>, on connection: KeptConnection) -> EventLoopFuture<Void> {
        guard let place = places.first else {
            return isRevoked ? loop.makeFailedFuture(ClientError.revokedKey) : loop.makeSucceededVoidFuture()
        }
        guard !keys[place].isRevoked else { return register(places.dropFirst(), on: connection) }
        let body: [UInt8]
        do throws(ClientError) {
            body = try DaemonClient.encode(KeyRequest(name: keys[place].names[0], key: keys[place].key, page: keys[place].page))
        } catch {
            return loop.makeFailedFuture(error)
        }
        let row = Routes.addKey.row
        let bound = NIOLoopBound(self, eventLoop: loop)
        return connection.send(RequestExchange.request(row.method, row.path(), body: body, isLast: false), timeout: DaemonClient.timeout)
            .hop(to: loop)
            .flatMapErrorThrowing { error in
                // The daemon closes the connection with that.
                if case ClientError.revokedKey = error { bound.value.end(place) }
                throw error
            }
            .flatMap { answer in
                do throws(ClientError) { _ = try DaemonClient.good(answer) } catch {
                    return bound.value.registerAgain(places, on: connection, error)
                }
                return bound.value.register(places.dropFirst(), on: connection)
            }
    }

    /// The first of the keys was refused under its name.
    private func registerAgain(_ places: Range<Int>, on connection: KeptConnection, _ error: ClientError) -> EventLoopFuture<Void> {
        let place = places.lowerBound
        guard case .problem(let problem) = error, problem.status == 409, keys[place].names.count > 1 else {
            return loop.makeFailedFuture(error)
        }
        keys[place].names.removeFirst()
        return register(places, on: connection)
    }

    /// The socket where the keys were registered last.
    var path: String { kept?.path ?? "" }

    /// Returns whether the key was revoked: otherwise the daemon that has it is gone.
    func refused(_ place: Int) -> Bool {
        guard !keys[place].isRevoked else { return true }
        guard let kept, kept.isOpen else { return false }
        end(place)
        return true
    }

    /// Answers requests without a key. However many there are, they occupy no other place of the daemon.
    func answer(_ parts: [HTTPClientRequestPart]) -> EventLoopFuture<Answer> {
        guard isRevoked, kept?.isOpen != true else {
            return connection().flatMap { $0.send(parts, timeout: Self.longest) }.hop(to: loop)
        }
        return KeptConnection.connect(path, on: loop, timeout: DaemonClient.timeout)
            .flatMap { connection in connection.send(parts, timeout: Self.longest).always { _ in connection.close() } }
            .hop(to: loop)
    }
}
