internal import FaderAPI
internal import FaderLoops
internal import FaderModel
public import FaderServer
internal import Logging

/// What ends with the client's session.
extension Daemon {
    /// What a session holds that ends with it.
    public func holding(of session: SessionID) -> SessionHolding {
        if desk.edits.holds(session) || declared.holds(session) || loans.holds(session) { return .more }
        return desk.gestures.holds(session) ? .gestures : .nothing
    }

    /// Ends everything that belonged to a session that has ended.
    public func ended(_ session: SessionID) async {
        desk.edits.removeAll(of: session)
        await commands.letGo(desk.gestures.removeAll(of: session))
        await virtual.liftFingers(of: session)
        await endDeclarations(of: session)
        // Last, because a motor takes a while to go home.
        await loans.end(of: session)
    }

    private func endDeclarations(of session: SessionID) async {
        guard let version = declared.change({ $0.removeAll(of: session) }) else { return }
        do throws(ServiceError) {
            try await settle(version)
        } catch {
            // The next configuration drops it; this only happens when the daemon is shutting down.
            log.debug("what an ended session had declared is still there: \(error.problem.detail)")
        }
    }
}
