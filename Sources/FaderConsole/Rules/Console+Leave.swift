internal import FaderValues

/// The end of the conversation with devices.
extension Console {
    /// Sends devices their last messages; nothing else is sent to them afterwards. With a next configuration, only those that do not
    /// continue under it. Returns false if there is no room for all of it: call again a few milliseconds later, for at most 300 ms.
    public func leave(for next: Continuity? = nil, at now: MonotonicTime, port: any MIDIPort) -> Bool {
        let act = Act(now: now, port: port)
        var haveAll = true
        for surface in surfaces.rowIndices where next?.surfaces.contains(surface) != true && !surfaces[surface].leave(in: act) {
            haveAll = false
        }
        return haveAll
    }
}
