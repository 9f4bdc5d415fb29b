internal import FaderClient
internal import NIOCore

/// Requests that wait for a daemon that restarts.
extension Faders {
    /// What may be done with a request when the daemon goes.
    enum Manner {
        /// It waits for the daemon. Done twice it does the same as done once, so it is sent again if the daemon has gone before it answered.
        case repeatable
        /// It waits for the daemon, and is sent once.
        case once
        /// It is of the moment, and does not wait.
        case now
    }

    /// The connection to a daemon was lost.
    func expectReturn() { returnLimit = .now() + .milliseconds(longestReturn) }

    /// A daemon is there. What waited for it goes on when it has everything that the program declares.
    func hasReturned() {
        guard !waitingForReturn.isEmpty else {
            returnLimit = nil
            return flush()
        }
        start { faders in
            await faders.declareMissing()
            guard let link = faders.link, !link.isClosed else { return }
            // Opened before they go on, so that they ask in the order in which they came. If it fails, they find out themselves.
            do throws(ClientError) { _ = try await faders.open(link.writes, of: link) } catch {}
            faders.resumeRequests()
            faders.flush()
        }
    }

    /// Waits for a daemon that has gone until it is back or its time is over. Returns false at once if none is expected.
    func waitForReturn() async -> Bool {
        guard let returnLimit, NIODeadline.now() < returnLimit, board.status != .closed else { return false }
        await withCheckedContinuation { continuation in
            waitingForReturn.append(continuation)
            guard returnTimer == nil else { return }
            returnTimer = loop.scheduleTask(deadline: returnLimit) { [weak self] in self?.assumeIsolated { $0.resumeRequests() } }
        }
        return true
    }

    func resumeRequests() {
        returnTimer?.cancel()
        returnTimer = nil
        if let link, !link.isClosed { returnLimit = nil }
        let waiting = waitingForReturn
        waitingForReturn = []
        for continuation in waiting { continuation.resume() }
    }
}
