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
            faders.returnLimit = nil
            faders.returnTimer?.cancel()
            faders.returnTimer = nil
            if !faders.isInTurn {
                faders.isInTurn = true
                faders.resumeNext()
            }
            faders.flush()
        }
    }

    /// Waits until a daemon that has gone is back and everything that waited before has been sent, or its time is over. Returns nil at once if
    /// none is expected, else whether it has waited. Who has says when the next may go on: see `pass`.
    func waitForReturn() async -> Bool? {
        guard expectsReturn else { return nil }
        return await withCheckedContinuation { continuation in
            guard expectsReturn else { return continuation.resume(returning: false) }
            waitingForReturn.append(continuation)
            limitWaiting()
        }
    }

    private var expectsReturn: Bool {
        (isInTurn || returnLimit.map { NIODeadline.now() < $0 } ?? false) && board.status != .closed
    }

    /// Passes on the turn, if it is held. Tasks do not go on in the order in which they are resumed, so each is resumed when the one before has
    /// sent its request.
    func pass(_ hasTurn: inout Bool) {
        guard hasTurn else { return }
        hasTurn = false
        if isInTurn { resumeNext() }
    }

    private func resumeNext() {
        if let link, !link.isClosed, !waitingForReturn.isEmpty { return waitingForReturn.removeFirst().resume(returning: true) }
        isInTurn = false
        limitWaiting()
    }

    private func limitWaiting() {
        guard !isInTurn, returnTimer == nil, !waitingForReturn.isEmpty, let returnLimit else { return }
        returnTimer = loop.scheduleTask(deadline: returnLimit) { [weak self] in self?.assumeIsolated { $0.resumeRequests() } }
    }

    /// They have waited long enough, or the connection is closed by the program.
    func resumeRequests() {
        returnTimer?.cancel()
        returnTimer = nil
        let waiting = waitingForReturn
        waitingForReturn = []
        for continuation in waiting { continuation.resume(returning: true) }
    }
}
