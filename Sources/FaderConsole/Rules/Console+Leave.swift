internal import FaderModel

/// The end of the conversation with devices.
extension Console {
    /// How long a device that accepts nothing can delay the end.
    private static var timeout: MonotonicTime.Interval { .milliseconds(300) }

    /// Sends devices their last messages; from then on nothing else is sent to them.
    ///
    /// - Returns: false if there is not room for all of it now: call again a few milliseconds later. That ends after 300 ms.
    public func leave(at now: MonotonicTime, port: any MIDIPort) -> Bool {
        let act = Act(now: now, port: port)
        var haveAll = true
        for surface in surfaces.rowIndices where !hasLeft(surface, in: act) { haveAll = false }
        return haveAll
    }

    /// The same for the surfaces that do not continue under a new configuration.
    public func leave(for next: Continuity, at now: MonotonicTime, port: any MIDIPort) -> Bool {
        let act = Act(now: now, port: port)
        var haveAll = true
        for surface in surfaces.rowIndices where !next.surfaces.contains(surface) && !hasLeft(surface, in: act) {
            haveAll = false
        }
        return haveAll
    }

    private func hasLeft(_ surface: SurfaceIndex, in act: Act) -> Bool {
        guard surfaces[surface].connections.outputs > 0, surfaces[surface].ended < surfaces[surface].end.count else { return true }
        if surfaces[surface].leavesUntil == .never {
            // A device that has not answered was not put into any mode.
            guard surfaces[surface].isReady || surfaces[surface].begun > 0 else { return true }
            surfaces[surface].leavesUntil = act.now + Self.timeout
            (surfaces[surface].isReady, surfaces[surface].beginsAt) = (false, .never)
        }
        while surfaces[surface].ended < surfaces[surface].end.count {
            let result = send(surfaces[surface].end[surfaces[surface].ended], to: surface, port: act.port)
            if result == .busy || result == .wouldBlock { return act.now >= surfaces[surface].leavesUntil }
            surfaces[surface].ended += 1
        }
        return true
    }
}
