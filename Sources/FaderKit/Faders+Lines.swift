internal import FaderAPI
internal import FaderClient
internal import NIOCore

/// Requests on the lines of a connection.
extension Faders {
    /// How long the last of so many requests on a line may take, in milliseconds: they are answered in order, and each may wait for the disk.
    static func patience(with count: Int) -> Int64 { DaemonClient.timeout + 200 * Int64(count) }

    /// Sends a request on a line; `id` is what the call's path is about. If the line was closed because it was idle, opens it again.
    ///
    /// - Parameter isRepeatable: whether it can be sent once more on another line, because it needs nothing that belongs to this one.
    func ask<Body, Answer>(
        _ call: ClientCall<Body, Answer>, _ id: String, _ body: Body, on line: Link.Line, of link: Link, isRepeatable: Bool = true
    ) async throws(ClientError) -> Answer {
        var (isSent, hasTurn) = (false, false)
        return try DaemonClient.decode(
            try await ask(
                try Request(call, id, body), on: line, of: link, isRepeatable: isRepeatable, isSent: &isSent, hasTurn: &hasTurn))
    }

    /// The same, which returns the bytes of the answer, and tells in `isSent` whether the daemon may have got the request. Passes
    /// on the turn when it has sent it.
    /// Never inlined, because each copy has the size of a hundred lines.
    @inline(never)
    func ask(
        _ request: Request, on line: Link.Line, of link: Link, isRepeatable: Bool, isSent: inout Bool, hasTurn: inout Bool
    ) async throws(ClientError) -> [UInt8] {
        line.requests += 1
        defer { line.requests -= 1 }
        let patience = Self.patience(with: line.requests)
        let wasOpen = line.connection?.isOpen ?? false
        let connection = try await open(line, of: link)
        isSent = true
        do throws(ClientError) {
            let pending = link.client.begin(request, on: connection, timeout: patience)
            pass(&hasTurn)
            return try await pending.answer()
        } catch {
            guard case .closed = error, wasOpen, isRepeatable else { throw error }
        }
        let again = try await open(line, of: link)
        return try await link.client.begin(request, on: again, timeout: patience).answer()
    }

    /// The connection of a line. Who asks while it is being opened waits for the same one.
    func open(_ line: Link.Line, of link: Link) async throws(ClientError) -> KeptConnection {
        if let connection = line.connection, connection.isOpen { return connection }
        guard !link.isClosed else { throw .closed(path: link.path) }
        let client = link.client
        let opening =
            line.opening
            ?? Task(executorPreference: executor) { () -> Result<KeptConnection, ClientError> in
                do throws(ClientError) {
                    return .success(try await client.connect())
                } catch {
                    return .failure(error)
                }
            }
        line.opening = opening
        let result = await opening.value
        // Of those who have waited, the first one takes it.
        let isFirst = line.opening != nil
        line.opening = nil
        let connection = try result.get()
        guard isFirst else { return connection }
        line.connection = connection
        // It was opened for a link that has been closed meanwhile.
        if link.isClosed { connection.close() }
        watch(line, connection, of: link)
        return connection
    }

    /// What is declared on a line ends with it, so its end is that of the whole connection.
    private func watch(_ line: Link.Line, _ connection: KeptConnection, of link: Link) {
        let (line, link, path) = (NIOLoopBound(line, eventLoop: loop), NIOLoopBound(link, eventLoop: loop), link.path)
        connection.ended.whenSuccess { [weak self] error in
            guard line.value.declarations > 0 else { return }
            let reason = error as? ClientError ?? .closed(path: path)
            self?.assumeIsolated { $0.lose(link.value, reason) }
        }
    }
}
