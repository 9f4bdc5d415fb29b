internal import FaderAPI
internal import FaderClient

/// Requests about declarations.
extension Faders {
    /// Declares everything that is not declared on this connection yet, in the order in which the program has, because controls are given in
    /// that order. Returns when all of it is answered, or the connection is lost; then the next connection declares it.
    ///
    /// First comes what has a value, which the state brings. Triggers follow when the stream has begun, so that no press is missed.
    func declareMissing() async {
        while let link, !link.isClosed {
            if let declaring {
                await declaring.value
                continue
            }
            guard !missing(on: link).isEmpty else { return }
            let task = Task(executorPreference: executor) { await self.declareAll() }
            declaring = task
            await task.value
        }
    }

    private func missing(on link: Link) -> [Box] {
        board.boxes.filter { $0.declaration != nil && !link.tried.contains($0.id) && (!$0.isTrigger || link.stream.hasBegun) }
    }

    /// How many declarations are under way at a time. One after the other they would take a round trip each.
    private static let atATime = 10

    private func declareAll() async {
        defer { declaring = nil }
        while let link, !link.isClosed, case let boxes = missing(on: link).prefix(Self.atATime), !boxes.isEmpty {
            do throws(ClientError) {
                try await declare(Array(boxes), on: link)
            } catch {
                lose(link, error)
            }
        }
    }

    private func declare(_ boxes: [Box], on link: Link) async throws(ClientError) {
        var answers: [(Box, PendingAnswer)] = []
        let patience = Self.patience(with: boxes.count)
        for box in boxes {
            guard let request = box.declaration else { continue }
            link.tried.insert(box.id)
            let session = try await open(link.session(for: box.id), of: link)
            answers.append((box, link.client.begin(try Request(Calls.declare, "", request), on: session, timeout: patience)))
        }
        for (box, answer) in answers {
            do throws(ClientError) {
                accept(box, try DaemonClient.decode(try await answer.answer()))
            } catch {
                board.set(try await judge(error, of: box, on: link), of: box.id)
            }
        }
    }

    /// Declares a parameter of which the program wants to know now whether it is refused. Without a connection, the next one declares it.
    func declareNow(_ box: Box) async throws(Refusal) {
        await declareAgain(box)
        guard let refusal = board.refusal(of: box.id) else { return }
        // The program knows, so it is no problem that somebody has to find.
        box.declare(nil)
        board.set(nil, of: box.id)
        throw refusal
    }

    /// Declares a parameter, also if that has been done on this connection.
    func declareAgain(_ box: Box) async {
        begin()
        link?.tried.remove(box.id)
        followMore()
        if box.isTrigger { await streamBegins() }
        await declareMissing()
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
            return taken(box, resource)
        }
        return Refusal(error, id: box.id, to: .declaration)
    }

    /// Somebody else has a parameter of that id, which is of another kind.
    func taken(_ box: Box, _ resource: ParameterResource) -> Refusal {
        let place = resource.declaredBy.map { "declared by \($0.joined(separator: ", "))" } ?? "in the config"
        return Refusal(.taken, id: box.id, "\(box.id) is \(place), as a \(resource.kind); declare another id, or this kind")
    }

    /// The parameter of an id; nil if there is none.
    func find(_ id: String, on link: Link) async throws(ClientError) -> ParameterResource? {
        do throws(ClientError) {
            return try await ask(Calls.getParameter, id, NoBody(), on: link.writes, of: link)
        } catch {
            if case .problem(let problem) = error, problem.kind == .unknownID { return nil }
            throw error
        }
    }

    /// Takes back what is declared under an id.
    func takeBack(_ box: Box) async {
        box.declare(nil)
        board.remove(box)
        guard let link, let session = link.remove(box.id) else { return }
        link.tried.remove(box.id)
        do throws(ClientError) {
            _ = try await ask(Calls.undeclare, box.id, NoBody(), on: session, of: link, isRepeatable: false)
        } catch {
            // A refusal means that it is gone already; everything else, that the connection is, and the declaration with it.
            if case .problem = error { return }
            lose(link, error)
        }
    }

    // MARK: Other requests

    func ask<Body, Answer>(
        _ call: ClientCall<Body, Answer>, _ id: String, _ body: Body, _ manner: Manner = .repeatable
    ) async throws(Refusal) -> Answer {
        let request = try Self.request(call, id, body)
        guard let (answer, _) = try await ask(request, about: id, manner, unless: { false }) else {
            preconditionFailure("a request without a condition was not sent")
        }
        return try Self.decode(answer, about: id)
    }

    private static func request<Body, Answer>(
        _ call: ClientCall<Body, Answer>, _ id: String, _ body: Body
    ) throws(Refusal) -> Request {
        do throws(ClientError) { return try Request(call, id, body) } catch { throw Refusal(error, about: id) }
    }

    private static func decode<Answer: WireContent>(_ answer: [UInt8], about id: String) throws(Refusal) -> Answer {
        do throws(ClientError) { return try DaemonClient.decode(answer) } catch { throw Refusal(error, about: id) }
    }

    /// The same about a parameter, which becomes what the answer says.
    func ask<Body>(
        _ call: ClientCall<Body, ParameterResource>, of box: Box, _ body: Body, _ manner: Manner
    ) async throws(Refusal) -> ParameterResource {
        try await ask(try Self.request(call, box.id, body), of: box, manner)
    }

    private func ask(_ request: Request, of box: Box, _ manner: Manner) async throws(Refusal) -> ParameterResource {
        let (older, newest) = (box.wish, box.newestWish)
        // While this waits for the daemon, the program may put another value, which is newer and counts.
        guard let (answer, asked) = try await ask(request, about: box.id, manner, unless: { box.newestWish != newest }) else {
            return try await sendNewest(of: box)
        }
        let resource: ParameterResource = try Self.decode(answer, about: box.id)
        // What the program has put before is older than this. What an earlier daemon said counts no more.
        if asked === link { box.confirm(Seen(resource), answering: older) }
        return resource
    }

    /// Sends what the program has put last, and returns what the parameter has become.
    private func sendNewest(of box: Box) async throws(Refusal) -> ParameterResource {
        guard let wish = box.wish else { return try await ask(Calls.getParameter, box.id, NoBody()) }
        return try await ask(Calls.setParameter, of: box, ParameterChange.value(wish.value.wire), .repeatable)
    }

    /// Sends a request; returns the answer and the connection that it came on. Nil: after a wait for the daemon it was outdated, and not sent.
    /// Never inlined: there would be a copy for each type of request.
    @inline(never)
    private func ask(
        _ request: Request, about id: String, _ manner: Manner, unless isOutdated: () -> Bool
    ) async throws(Refusal) -> ([UInt8], Link)? {
        var isAgain = false
        while true {
            var (isSent, hasTurn) = (false, false)
            let link = try await connected(id, isPatient: manner != .now, hasTurn: &hasTurn)
            defer { pass(&hasTurn) }
            if isOutdated() { return nil }
            do throws(ClientError) {
                let answer = try await ask(
                    request, on: link.writes, of: link, isRepeatable: manner == .repeatable, isSent: &isSent, hasTurn: &hasTurn)
                return (answer, link)
            } catch {
                let mayBeAgain = manner == .repeatable || manner == .once && !isSent
                // Only once: it might be what the daemon ends of.
                guard error.isOfRestart, mayBeAgain, !isAgain else { throw Refusal(error, about: id) }
                isAgain = true
                lose(link, error)
            }
        }
    }

    /// A parameter is as an edit or a gesture has left it.
    func confirm(_ resource: ParameterResource, of box: Box) { if link != nil { box.confirm(Seen(resource)) } }

    /// Sends a request about an edit or a gesture, on the connection that they belong to; `id` is what the call's path is about.
    func askSession<Body, Answer>(
        _ call: ClientCall<Body, Answer>, _ id: String, _ body: Body, of parameter: String, _ manner: Manner
    ) async throws(Refusal) -> Answer {
        try Self.decode(try await askSession(try Self.request(call, id, body), of: parameter, manner), about: parameter)
    }

    private func askSession(_ request: Request, of parameter: String, _ manner: Manner) async throws(Refusal) -> [UInt8] {
        var (isSent, hasTurn) = (false, false)
        let link = try await connected(parameter, isPatient: manner != .now, hasTurn: &hasTurn)
        defer { pass(&hasTurn) }
        do throws(ClientError) {
            return try await ask(request, on: link.acts, of: link, isRepeatable: true, isSent: &isSent, hasTurn: &hasTurn)
        } catch {
            throw Refusal(error, id: parameter)
        }
    }

    /// The connection. Waits for the state of one that has just begun, and if `isPatient`, for a daemon that restarts. Then `hasTurn` is true,
    /// and is to be passed on.
    func connected(_ id: String, isPatient: Bool, hasTurn: inout Bool) async throws(Refusal) -> Link {
        await firstAttempt()
        // Behind those that wait already, also if the daemon is back.
        if isPatient, isInTurn || !waitingForReturn.isEmpty { hasTurn = await waitForReturn() ?? false }
        while true {
            if let link, !link.isClosed, !link.hasState { await streamBegins() }
            if let link, !link.isClosed, link.hasState { return link }
            pass(&hasTurn)
            guard isPatient, let hasWaited = await waitForReturn() else { break }
            hasTurn = hasWaited
        }
        let sentence =
            switch board.status {
            case .waiting(let sentence): sentence
            case .closed: "the connection is closed; make another"
            case .connecting: "there is no connection to a daemon yet"
            case .connected: "the daemon has gone just now"
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

extension Refusal {
    /// The refusal of a request; an empty id: it is about no parameter.
    fileprivate init(_ error: ClientError, about id: String) { self.init(error, id: id.isEmpty ? nil : id) }
}

extension ClientError {
    /// Whether a daemon that stops and starts again is a reason for it.
    fileprivate var isOfRestart: Bool {
        switch self {
        case .closed, .notRunning: true
        default: false
        }
    }
}
