internal import FaderClient
internal import NIOCore

/// Connecting, and connecting again.
extension Faders {
    /// Connects until it is closed.
    func run() async {
        var failures = 0
        while board.status != .closed {
            let reason: ClientError
            do throws(ClientError) {
                reason = try await serve()
                // It would not understand the next answer either.
                if case .unexpectedAnswer = reason { failures += 1 } else { failures = 0 }
            } catch {
                reason = error
                failures += 1
            }
            if board.status == .closed { break }
            tell(reason)
            for attempt in attempts { attempt.resume() }
            attempts = []
            await rest(after: reason, failures)
        }
        pause.stopWatching()
        for attempt in attempts { attempt.resume() }
        attempts = []
    }

    /// Shows why there is no connection. That no daemon runs is no problem, but a state.
    private func tell(_ reason: ClientError) {
        for box in board.boxes { box.lose() }
        switch reason {
        case .notRunning(let tried) where !tried.contains(where: { DaemonClient.isOther($0) }): board.set(.waiting(reason.sentence))
        case .closed: board.set(.waiting(reason.sentence))
        default: board.set(.waiting(reason.sentence), problem: Refusal(.unavailable, reason.sentence))
        }
    }

    /// Waits for a reason to try again. Where the socket is missing, that is a change on the way to it; nothing wakes the thread before.
    private func rest(after reason: ClientError, _ failures: Int) async {
        if failures == 0 { return }
        if !pause.hasTried {
            pause.watch(candidates, on: loop) { [weak self] in self?.assumeIsolated { $0.somethingAppeared() } }
            // What appeared before that was not noticed.
            return
        }
        triesSinceAppearance += 1
        let time: Int64? =
            switch (reason, triesSinceAppearance) {
            // A socket is there before somebody listens on it: a daemon that starts reads its files in between.
            case (.notRunning, ...10): 20
            case (.notRunning, ...50): 100
            case (.notRunning, ...80): 1_000
            // Nothing tells when something appears if the system has no watches left.
            case (.notRunning, _): pause.isWatching ? nil : 1_000
            default: [50, 250, 500, 1_000, 2_000, 5_000][min(failures - 1, 5)]
            }
        await wait(time.map { .milliseconds($0) })
    }

    private func somethingAppeared() {
        triesSinceAppearance = 0
        if link == nil { pause.end() }
    }

    func wait(_ time: TimeAmount?) async { await withCheckedContinuation { pause.begin($0, time, on: loop) } }

    /// Connects, declares everything and follows it until the connection is lost; returns why it was. Throws if there was none.
    private func serve() async throws(ClientError) -> ClientError {
        // A daemon that comes back may have another socket, so the client is a new one.
        let client = DaemonClient(candidates: candidates, writer: name)
        let link = Link(client, path: try await client.socket())
        defer { link.close() }
        lost = nil
        self.link = link
        defer { self.link = nil }
        await declareMissing()
        if lost == nil, !link.isClosed {
            follow(link)
        }
        while lost == nil, !link.isClosed { await wait(nil) }
        guard link.hasState else { throw lost ?? .closed(path: link.path) }
        return lost ?? .closed(path: link.path)
    }

    /// Ends a connection, for a reason that is told.
    func lose(_ link: Link, _ reason: ClientError) {
        guard self.link === link, lost == nil else { return }
        lost = reason
        if link.hasState { expectReturn() }
        link.close()
        pause.end()
    }
}
