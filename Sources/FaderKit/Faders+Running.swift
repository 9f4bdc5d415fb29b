internal import FaderAPI
internal import FaderSystem
internal import NIOCore

/// The only task of a connection: it connects, follows, declares and sends, and starts again when the connection is lost.
extension Faders {
    func run() async {
        var failures = 0
        while board.status != .closed {
            do throws(ClientError) {
                try await serve(&failures)
            } catch {
                if board.status == .closed { break }
                isResting = true
                tell(error)
                resumeWaiting()
                await rest(after: error, failures)
                isResting = false
            }
        }
        stopWatching()
        resumeWaiting()
    }

    /// Shows why there is no connection. That no daemon runs is a status, not a problem.
    private func tell(_ reason: ClientError) {
        for box in board.boxes { box.lose() }
        switch reason {
        case .notRunning(let tried) where !tried.contains(where: { DaemonClient.isOther($0) }): board.set(.waiting(reason.sentence))
        case .closed: board.set(.waiting(reason.sentence))
        default: board.set(.waiting(reason.sentence), problem: Refusal(.unavailable, reason.sentence))
        }
    }

    /// Waits for a reason to try again. For a missing socket that is a change in a folder on its path; nothing else wakes the thread.
    private func rest(after reason: ClientError, _ failures: Int) async {
        // FaderKit would not understand the next answer, either.
        if case .unexpectedAnswer = reason {} else if failures == 0 { return }
        guard case .notRunning = reason else { return await sleep(.milliseconds(Int64(min(50 << min(failures, 10), 5_000)))) }
        guard let watches else {
            watches = candidates.compactMap { path in
                FileWatch(path, on: loop) { [weak self] in self?.assumeIsolated { $0.somethingAppeared() } }
            }
            // At once: what appeared before the watches was not noticed.
            return
        }
        triesLeft -= 1
        // If the system has no watches left, nothing tells that the socket appears.
        if triesLeft < 0 { return await sleep(watches.isEmpty ? .seconds(1) : nil) }
        // A socket is there before somebody listens on it: a starting daemon reads its files in between.
        await sleep(triesLeft > 30 ? .milliseconds(20) : .seconds(1))
    }

    private func somethingAppeared() {
        triesLeft = 90
        if isResting { wake() }
    }

    private func stopWatching() {
        for watch in watches ?? [] { watch.close() }
        watches = nil
    }

    /// Connects, and does what there is to do until the connection is lost.
    private func serve(_ failures: inout Int) async throws(ClientError) {
        failures += 1
        // A daemon that comes back may have another socket.
        let client = DaemonClient(candidates: candidates, writer: name)
        let link = Link(client, path: try await client.socket())
        self.link = link
        defer {
            link.close()
            self.link = nil
            if link.isReady { returnLimit = .now() + .milliseconds(longestReturn) }
        }
        while board.status != .closed {
            if let lost = link.lost { throw lost }
            if link.isBroken { throw .closed(path: link.path) }
            if case let words = board.words, words != link.words { follow(words, on: link) }
            // Not before the stream has begun, so that no press is missed.
            if !link.hasBegun {
                await sleep()
            } else if let box = board.boxes.first(where: { $0.declaration != nil && !link.tried.contains($0.id) }) {
                try await declare(box, on: link)
            } else {
                settle(link)
                failures = 0
                if try await !send(on: link) { await sleep() }
            }
        }
    }

    private func settle(_ link: Link) {
        if !link.isReady {
            link.isReady = true
            // Only now is it certain that a daemon answers.
            stopWatching()
            returnLimit = nil
            board.set(.connected(version: link.version))
        }
        resumeWaiting()
    }

    /// Ends a connection. The status shows the reason.
    func lose(_ link: Link, _ reason: ClientError) {
        link.lost = link.lost ?? reason
        if self.link === link { wake() }
    }

    // MARK: Declaring

    private func declare(_ box: Box, on link: Link) async throws(ClientError) {
        link.tried.insert(box.id)
        // A state that does not have it may be older than its declaration.
        if link.doubtful.remove(box.id) != nil, let resource = try await find(box.id, on: link) { return adopt(box, resource) }
        let session = try await link.session(for: box.id) { connection in
            connection.ended.whenSuccess { [weak self] _ in self?.assumeIsolated { $0.wake() } }
        }
        // It may have been taken back meanwhile.
        guard let request = box.declaration else { return link.forget(box.id) }
        do throws(ClientError) {
            if let resource = try await link.client.ask(Routes.declare, "", request, on: session).first { adopt(box, resource) }
        } catch {
            guard case .problem(let problem) = error else { throw error }
            link.forget(box.id)
            // The config takes precedence, and its parameter is followed if it is of that kind.
            if problem.status == 409, let resource = try await find(box.id, on: link), resource.declaredBy == nil {
                adopt(box, resource)
            } else {
                board.set(Refusal(error, id: box.id, to: .declaration), of: box.id)
            }
        }
    }

    func adopt(_ box: Box, _ resource: ParameterResource) {
        if box.fits(resource.kind) {
            board.set(nil, of: box.id)
            box.confirm(Seen(resource))
        } else {
            box.vanish()
            let place = resource.declaredBy.map { "declared by \($0.joined(separator: ", "))" } ?? "in the config"
            let sentence = "\(box.id) is \(place), as a \(resource.kind); declare another id, or this kind"
            board.set(Refusal(.taken, id: box.id, sentence), of: box.id)
        }
    }

    private func find(_ id: String, on link: Link) async throws(ClientError) -> ParameterResource? {
        do throws(ClientError) {
            return try await link.client.ask(Routes.getParameter, id)
        } catch {
            guard case .problem(let problem) = error, problem.kind == .unknownID else { throw error }
            return nil
        }
    }

    // MARK: Sending

    /// The most values of one request.
    private static let most = 500

    /// What the program has put into properties: the newest value of each. Returns whether there was anything.
    private func send(on link: Link) async throws(ClientError) -> Bool {
        var all: [(box: Box, wish: Wish)] = []
        for box in board.boxes where all.count < Self.most {
            if let wish = box.nextWish() { all.append((box, wish)) }
        }
        // Several at once are one change, and wait for the disk once.
        if all.count > 1, try await sendTogether(all, on: link) { return true }
        for (box, wish) in all {
            do throws(ClientError) {
                let resource = try await link.client.ask(Routes.setParameter, box.id, ParameterChange.value(wish.value.wire))
                box.confirm(Seen(resource), answering: wish)
            } catch {
                guard case .problem(let problem) = error else { throw error }
                if let parameter = problem.parameter { box.confirm(Seen(parameter), answering: wish) } else { box.forget(wish) }
                box.refusals.tell(Refusal(error, id: box.id))
            }
        }
        return !all.isEmpty
    }

    /// False if they have to be sent one by one: the daemon refuses one of them, and then sets none.
    private func sendTogether(_ wishes: [(box: Box, wish: Wish)], on link: Link) async throws(ClientError) -> Bool {
        let items = wishes.map { ($0.box.id, ParametersPatch.Item(.value($0.wish.value.wire))) }
        let patch = ParametersPatch(Dictionary(items, uniquingKeysWith: { $1 }))
        do throws(ClientError) {
            let resources = Dictionary(
                try await link.client.ask(Routes.setParameters, "", patch).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
            for (box, wish) in wishes {
                if let resource = resources[box.id] { box.confirm(Seen(resource), answering: wish) }
            }
            return true
        } catch {
            guard case .problem = error else { throw error }
            return false
        }
    }
}
