package import FaderAPI
package import FaderValues
internal import NIOCore
internal import Synchronization

/// A client of a running daemon, over its Unix socket. Safe to use from any thread; every call opens its own connection.
///
/// The first call looks for the socket, and uses the first that answers if several are there.
package final class DaemonClient: Sendable {
    /// How long a daemon may give no sign of life, in milliseconds: no answer, nor one to a question for its status.
    package static let timeout: Int64 = 2_000

    private let candidates: [String]
    package let timeout: Int64
    private let locale: String?
    private let defaultLocale: String?
    private let decimals: Int?
    let writer: String?
    private let found = Mutex<String?>(nil)

    /// Texts are in `locale` (`sv_SE`); nil: that of the daemon's config, or `defaultLocale`. Numbers have `decimals` decimals, 0…15; nil:
    /// the parameter's own. The history shows `writer` (1…64 characters) beside what this client changes.
    package init(
        candidates: [String], timeout: Int64 = DaemonClient.timeout, locale: String? = nil, defaultLocale: String? = nil,
        decimals: Int? = nil, writer: String? = nil
    ) {
        self.candidates = candidates
        self.timeout = timeout
        self.locale = locale
        self.defaultLocale = defaultLocale
        self.decimals = decimals
        self.writer = writer
    }

    // MARK: Requests

    /// The parameters that `prefix` selects (empty: all of them), in the order of the config.
    package func parameters(prefix: IDPatterns = []) async throws(ClientError) -> [ParameterResource] {
        try await ask(Routes.listParameters, query: Self.query(prefix))
    }

    package static func query(_ prefix: IDPatterns) -> [(String, String)] {
        prefix.isEmpty ? [] : [("prefix", prefix.words.map(\.text).joined(separator: ","))]
    }

    /// The path and query of a route, with the locale and decimals of texts if it takes them.
    func uri(_ row: RouteRow, _ id: String = "", _ query: [(String, String)] = []) -> String {
        var fields = query
        if row.isOfViewer {
            if let locale {
                fields.append(("locale", locale))
            } else if let defaultLocale {
                fields.append(("default-locale", defaultLocale))
            }
            if let decimals { fields.append(("decimals", "\(decimals)")) }
        }
        let path = row.path(id)
        return fields.isEmpty ? path : path + "?" + fields.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
    }

    /// `id` is what the path is about. With `revision` the request is carried out only if that is the parameter's; otherwise the thrown
    /// `problem` has the parameter.
    package func ask<Answer>(
        _ route: Route<NoBody, Answer>, _ id: String = "", query: [(String, String)] = [], ifStill revision: UInt64? = nil
    ) async throws(ClientError) -> Answer {
        try Self.decode(try await bytes(route.row, id, query: query, ifStill: revision))
    }

    package func ask<Body, Answer>(
        _ route: Route<Body, Answer>, _ id: String = "", _ body: Body, ifStill revision: UInt64? = nil
    ) async throws(ClientError) -> Answer {
        try Self.decode(try await bytes(route.row, id, body: route.row.hasBody ? try Self.encode(body) : nil, ifStill: revision))
    }

    /// The body of the answer. Throws if it is an error. `wait` is called four times a second with the elapsed time.
    package func bytes(
        _ row: RouteRow, _ id: String = "", query: [(String, String)] = [], body: [UInt8]? = nil, ifStill revision: UInt64? = nil,
        wait: @escaping @Sendable (Duration) -> Void = { _ in }
    ) async throws(ClientError) -> [UInt8] {
        let exchange = RequestExchange(
            path: try await socket(), timeout: timeout, method: row.method, uri: uri(row, id, query), body: body, revision: revision,
            writer: writer, wait: wait)
        return try Self.good(try await exchange.perform())
    }

    package static func encode(_ body: some WireContent) throws(ClientError) -> [UInt8] {
        do throws(WireError) {
            return try body.encode()
        } catch {
            throw .problem(Problem(title: "Unprocessable value", status: 422, detail: "this number cannot be sent; give a finite one"))
        }
    }

    package static func good(_ answer: Answer) throws(ClientError) -> [UInt8] {
        guard (200...202).contains(answer.status) else { throw problem(status: answer.status, body: answer.body) }
        return answer.body
    }

    package static func decode<Answer: WireContent>(_ body: [UInt8]) throws(ClientError) -> Answer {
        do throws(WireError) {
            return try Answer.decode(body)
        } catch {
            throw .unexpectedAnswer("\(error)")
        }
    }

    static func problem(status: Int, body: [UInt8]) -> ClientError {
        do throws(WireError) {
            return .problem(try WireJSON.decode(Problem.self, from: body))
        } catch {
            return .unexpectedAnswer("status \(status)")
        }
    }

    // MARK: Search

    /// Asks several sockets in order until one answers, so that a dead or hanging daemon does not hide a living one.
    package func socket() async throws(ClientError) -> String {
        if let path = found.withLock({ $0 }) { return path }
        let sockets = candidates.count == 1 ? candidates : candidates.filter { SocketSearch.look(at: $0) == .socket }
        guard let first = sockets.first else {
            if let denied = candidates.first(where: { SocketSearch.look(at: $0) == .denied }) { throw .notPermitted(path: denied) }
            throw .notRunning(tried: candidates)
        }
        let path = sockets.count == 1 ? first : try await firstThatAnswers(sockets)
        found.withLock { $0 = path }
        return path
    }

    /// Throws if no daemon answers within so many milliseconds.
    package static func probe(_ path: String, timeout: Int64) async throws(ClientError) {
        let loop = try ClientLoop.running()
        do { _ = try await probe(path, on: loop, timeout: timeout).get() } catch { throw RequestExchange.clientError(error, path: path) }
    }

    static func probe(_ path: String, on loop: any EventLoop, timeout: Int64) -> EventLoopFuture<Answer> {
        let end = NIODeadline.now() + .milliseconds(timeout)
        return KeptConnection.connect(path, on: loop, timeout: timeout).flatMap { connection in
            let parts = RequestExchange.request(.get, Routes.getStatus.path(), body: nil, isLast: true)
            return connection.send(parts, timeout: max(1, (end - .now()).nanoseconds / 1_000_000)).always { _ in connection.close() }
        }
    }

    private func firstThatAnswers(_ paths: [String]) async throws(ClientError) -> String {
        let share = timeout * 3 / 4 / Int64(paths.count)
        var failure = ClientError.notRunning(tried: candidates)
        for path in paths {
            do throws(ClientError) {
                try await Self.probe(path, timeout: share)
                return path
            } catch .notRunning {
                continue
            } catch {
                failure = error
            }
        }
        throw failure
    }
}
