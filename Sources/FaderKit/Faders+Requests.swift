internal import FaderAPI
internal import FaderClient
internal import FaderModel

/// Requests about declarations.
extension Faders {
    /// Declares everything that is not declared on this connection yet: first what has a value, which the state brings. Triggers follow when
    /// the stream has begun, so that no press is missed.
    func declareAll(on link: Link, withTriggers: Bool = false) async throws(ClientError) {
        while true {
            let missing = board.boxes.filter {
                $0.declaration != nil && !link.tried.contains($0.id) && (withTriggers || !$0.isTrigger)
            }
            if missing.isEmpty { return }
            // One after the other they would take a round trip each.
            var answers: [(Box, PendingAnswer<[ParameterResource]>)] = []
            let patience = DaemonClient.timeout + 20 * Int64(missing.count)
            for box in missing {
                guard let request = box.declaration else { continue }
                let session = try await session(for: box.id, on: link)
                answers.append((box, try link.client.begin(Routes.declare, "", request, on: session, timeout: patience)))
            }
            for (box, answer) in answers {
                do throws(ClientError) {
                    accept(box, try await answer.answer())
                } catch {
                    board.set(try await judge(error, of: box, on: link), of: box.id)
                }
            }
        }
    }

    /// Declares a parameter of which the program wants to know now whether it is refused.
    func declareNow(_ box: Box) async throws(Refusal) {
        if let refusal = await declare(box) {
            box.declare(nil)
            throw refusal
        }
    }

    /// Declares a parameter. What is wrong is in `problems`.
    func declareQuietly(_ box: Box) async {
        let refusal = await declare(box)
        board.set(refusal, of: box.id)
    }

    /// Declares a parameter if there is a connection; otherwise that is done with the next one. Returns why it is refused.
    private func declare(_ box: Box) async -> Refusal? {
        begin()
        if box.isTrigger { await streamBegins() }
        guard let link, let request = box.declaration else { return nil }
        var refusal: Refusal?
        do throws(ClientError) {
            let session = try await session(for: box.id, on: link)
            do throws(ClientError) {
                accept(box, try await link.client.ask(Routes.declare, "", request, on: session))
            } catch {
                refusal = try await judge(error, of: box, on: link)
            }
        } catch {
            // The next connection declares it.
            lose(link, error)
        }
        followMore()
        return refusal
    }

    /// The daemon has the parameter: the first of these, before its parts.
    private func accept(_ box: Box, _ resources: [ParameterResource]) {
        guard let resource = resources.first else { return }
        board.set(nil, of: box.id)
        box.confirm(Seen(resource))
        if box.queueAgain() { queue(box) }
    }

    /// What it means that a declaration has failed: nil if the config has that very parameter. Throws if the connection is lost.
    private func judge(_ error: ClientError, of box: Box, on link: Link) async throws(ClientError) -> Refusal? {
        guard case .problem(let problem) = error else { throw error }
        _ = link.remove(box.id)
        if problem.status == 409, let resource = try await find(box.id, on: link), resource.declaredBy == nil {
            if box.fits(resource.kind) {
                accept(box, [resource])
                return nil
            }
            box.vanish()
            return Refusal(.taken, id: box.id, "\(box.id) is in the config, as a \(resource.kind); declare another id, or this kind")
        }
        return Refusal(error, id: box.id, to: .declaration)
    }

    /// The parameter of an id; nil if there is none.
    func find(_ id: String, on link: Link) async throws(ClientError) -> ParameterResource? {
        do throws(ClientError) {
            return try await link.client.ask(Routes.getParameter, id)
        } catch {
            if case .problem(let problem) = error, problem.kind == .unknownID { return nil }
            throw error
        }
    }

    /// The session for a declaration, which is opened if the others are full.
    private func session(for id: String, on link: Link) async throws(ClientError) -> KeptConnection {
        link.tried.insert(id)
        if let session = link.session(for: id) { return session }
        let session = try await link.client.connect()
        watch(session, of: link)
        link.add(session)
        return link.session(for: id) ?? session
    }

    /// Takes back what is declared under an id.
    func takeBack(_ box: Box) async {
        box.declare(nil)
        board.remove(box)
        guard let link, let session = link.remove(box.id) else { return }
        link.tried.remove(box.id)
        do throws(ClientError) {
            _ = try await link.client.ask(Routes.undeclare, box.id, NoBody(), on: session)
        } catch {
            // A refusal means that it is gone already; everything else, that the connection is, and the declaration with it.
            if case .problem = error { return }
            lose(link, error)
        }
    }

    // MARK: Other requests

    /// Sends a request on a connection of its own.
    func ask<Body, Answer>(_ route: Route<Body, Answer>, _ id: String, _ body: Body) async throws(Refusal) -> Answer {
        let link = try connected(id)
        do throws(ClientError) {
            return try await link.client.ask(route, id, body)
        } catch {
            throw Refusal(error, id: id.isEmpty ? nil : id)
        }
    }

    /// The same about a parameter, which becomes what the answer says.
    func ask<Body>(_ route: Route<Body, ParameterResource>, of box: Box, _ body: Body) async throws(Refusal) -> ParameterResource {
        let (before, older) = (link, box.wish)
        let resource = try await ask(route, box.id, body)
        // What the program has put before is older than this. What an earlier daemon said counts no more.
        if before === link { box.confirm(Seen(resource), answering: older) }
        return resource
    }

    /// A parameter is as an edit or a gesture has left it.
    func confirm(_ resource: ParameterResource, of box: Box) { if link != nil { box.confirm(Seen(resource)) } }

    /// Sends a request about an edit or a gesture, on the connection that they belong to; `id` is what the route's path is about.
    func askSession<Body, Answer>(
        _ route: Route<Body, Answer>, _ id: String, _ body: Body, of parameter: String
    ) async throws(Refusal) -> Answer {
        let link = try connected(parameter)
        do throws(ClientError) {
            return try await link.client.ask(route, id, body, on: link.sessions[0])
        } catch {
            throw Refusal(error, id: parameter)
        }
    }

    func connected(_ id: String) throws(Refusal) -> Link {
        begin()
        if let link { return link }
        let sentence =
            switch board.status {
            case .waiting(let sentence): sentence
            case .closed: "the connection is closed; make another"
            case .connecting, .connected: "there is no connection to a daemon yet"
            }
        throw Refusal(.away, id: id.isEmpty ? nil : id, sentence)
    }

    /// A position, if it is one.
    nonisolated func checked(_ position: Double, _ id: String) throws(Refusal) -> Double {
        guard (0...1).contains(position) else {
            throw Refusal(.value, id: id, "a position is a number from 0 to 1", example: "0.5")
        }
        return position
    }
}
