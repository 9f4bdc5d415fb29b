internal import FaderValues

extension Console {
    /// Holds feedback back until `endBatch`, so that a burst of input is answered with the newest positions only. Controls with echo
    /// `immediate` are still answered at every move.
    public func beginBatch() { isBatching = true }

    /// Sends the batch's feedback, once to each control.
    public func endBatch(at now: MonotonicTime, port: any MIDIPort) { endBatch(in: Act(now: now, port: port)) }

    func endBatch(in act: Act) {
        isBatching = false
        while let control = deferred.pop() {
            controls[control].indicator.isDeferred = false
            show(control, in: act)
        }
    }

    /// Sends what is held back so far. The batch goes on.
    public func flushBatch(at now: MonotonicTime, port: any MIDIPort) {
        guard isBatching else { return }
        endBatch(at: now, port: port)
        beginBatch()
    }
}
