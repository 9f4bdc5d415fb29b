internal import FaderValues

/// The end of the conversation with devices.
extension Console {
    /// Sends devices their last messages; nothing else is sent to them afterwards. Returns false if there is no room for all of it: call
    /// again a few milliseconds later, for at most 300 ms.
    public func leave(at now: MonotonicTime, port: any MIDIPort) -> Bool {
        let act = Act(now: now, port: port)
        var haveAll = true
        for surface in surfaces.rowIndices where !surfaces[surface].leave(in: act) { haveAll = false }
        return haveAll
    }

    /// The same for the surfaces that do not continue under a new configuration.
    public func leave(for next: Continuity, at now: MonotonicTime, port: any MIDIPort) -> Bool {
        let act = Act(now: now, port: port)
        var haveAll = true
        for surface in surfaces.rowIndices where !next.surfaces.contains(surface) && !surfaces[surface].leave(in: act) {
            haveAll = false
        }
        return haveAll
    }
}
