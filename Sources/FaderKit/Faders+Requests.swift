internal import FaderAPI
internal import NIOCore

extension Faders {
    /// What to do with a request when the daemon goes.
    enum Manner {
        /// Waits for the daemon, and is sent again if that went before it answered: done twice it does the same.
        case repeatable
        /// It waits for the daemon, and is sent once.
        case once
        case now
    }

    /// Sends a request; an empty `id`: it is about no parameter.
    func ask<Body, Answer>(
        _ route: Route<Body, Answer>, _ id: String, _ body: Body, _ manner: Manner = .repeatable
    ) async throws(Refusal) -> Answer {
        try await ask(about: id, manner) { faders, link throws(ClientError) in try await link.client.ask(route, id, body) }
    }

    func ask<Body>(
        _ route: Route<Body, ParameterResource>, of box: Box, _ body: Body, _ manner: Manner
    ) async throws(Refusal) -> ParameterResource {
        let (older, newest) = (box.wish, box.newestWish)
        return try await ask(about: box.id, manner) { faders, link throws(ClientError) in
            let isNewest = box.newestWish == newest
            let (resource, answered): (ParameterResource, Wish?)
            if isNewest {
                // What the program has put before is older than this.
                (resource, answered) = (try await link.client.ask(route, box.id, body), older)
            } else if let wish = box.wish {
                // The program has put another value meanwhile, which counts.
                (resource, answered) = (try await link.client.ask(Routes.setParameter, box.id, .value(wish.value.wire)), wish)
            } else {
                (resource, answered) = (try await link.client.ask(Routes.getParameter, box.id), nil)
            }
            faders.confirm(resource, of: box, on: link, answering: answered)
            return resource
        }
    }

    /// About an edit or a gesture, on the connection that they belong to; `id` is what the path is about.
    func askSession<Body, Answer>(
        _ route: Route<Body, Answer>, _ id: String, _ body: Body, of parameter: String, _ manner: Manner = .once
    ) async throws(Refusal) -> Answer {
        try await ask(about: parameter, manner) { faders, link throws(ClientError) in
            try await link.client.ask(route, id, body, on: try await link.actsConnection())
        }
    }

    func confirm(_ resource: ParameterResource, of box: Box) {
        if let link { confirm(resource, of: box, on: link) }
    }

    /// Takes over the answer, unless an earlier daemon gave it.
    private func confirm(_ resource: ParameterResource, of box: Box, on link: Link, answering wish: Wish? = nil) {
        if link.lost == nil { box.confirm(Seen(resource), answering: wish) }
    }

    func takeBack(_ box: Box) async {
        box.declare(nil)
        board.remove(box)
        guard let link, let session = link.session(of: box.id) else { return }
        link.forget(box.id)
        link.redeclare(box.id)
        do throws(ClientError) {
            _ = try await link.client.ask(Routes.undeclare, box.id, NoBody(), on: session)
        } catch {
            // After a refusal the declaration is gone already; after any other error the connection is, and the declaration with it.
            if case .problem = error { return }
            lose(link, error)
        }
    }

    // MARK: Waiting

    /// Sends a request in its turn, when there is a daemon for it.
    func ask<Answer>(
        about id: String, _ manner: Manner, _ send: (isolated Faders, Link) async throws(ClientError) -> Answer
    ) async throws(Refusal) -> Answer {
        if manner != .now { await takeTurn() }
        defer { if manner != .now { passTurn() } }
        var isAgain = false
        while true {
            let link = try await connected(id, isPatient: manner != .now)
            do throws(ClientError) {
                return try await send(self, link)
            } catch {
                guard !isAgain, error.allowsRepeating(manner) else { throw Refusal(error, id: id.isEmpty ? nil : id) }
                // Only once: the request itself may make the daemon end.
                isAgain = true
                lose(link, error)
            }
        }
    }

    private func takeTurn() async {
        if isAsking { return await withCheckedContinuation { if isAsking { turns.append($0) } else { isAsking = true; $0.resume() } } }
        isAsking = true
    }

    /// Tasks do not go on in the order in which they are resumed, so each resumes the next.
    private func passTurn() {
        if turns.isEmpty { isAsking = false } else { turns.removeFirst().resume() }
    }

    /// The connection, if everything is declared on it; otherwise nil.
    private var ready: Link? { link.flatMap { $0.isReady && $0.lost == nil ? $0 : nil } }

    /// Waits for the connection. If `isPatient`, waits for a daemon that restarts.
    private func connected(_ id: String, isPatient: Bool) async throws(Refusal) -> Link {
        while true {
            if let ready { return ready }
            await settled()
            if let ready { return ready }
            guard isPatient, let returnLimit, .now() < returnLimit, board.status != .closed else { break }
            let timer = loop.scheduleTask(deadline: returnLimit) { self.assumeIsolated { $0.resumeWaiting() } }
            await withCheckedContinuation { if ready == nil, .now() < returnLimit { waiting.append($0) } else { $0.resume() } }
            timer.cancel()
        }
        let sentence =
            switch board.status {
            case .waiting(let sentence): sentence
            case .closed: "the connection is closed; make another"
            case .connecting: "there is no connection to a daemon yet"
            case .connected: "the daemon has just gone"
            }
        throw Refusal(.away, id: id.isEmpty ? nil : id, sentence)
    }

    nonisolated func checked(_ position: Double, _ id: String) throws(Refusal) -> Double {
        guard (0...1).contains(position) else {
            throw Refusal(.value, id: id, "a position is a number from 0 to 1", example: "0.5")
        }
        return position
    }
}

extension ClientError {
    /// Whether the request may be repeated, because the daemon may be restarting.
    fileprivate func allowsRepeating(_ manner: Faders.Manner) -> Bool {
        switch self {
        case .notRunning: manner != .now
        case .closed: manner == .repeatable
        default: false
        }
    }
}
