extension ConsoleState {
    /// Until `endBatch` feedback waits: of a burst that came in together only the newest positions are sent. Not so the answer to a
    /// control with echo `immediate`, which gets one for every move.
    mutating func beginBatch() { isBatching = true }

    /// Sends what the batch came to, once for each control.
    mutating func endBatch(at now: MonotonicTime, port: any MIDIPort) {
        isBatching = false
        while let control = deferred.pop() {
            controls[control].isDeferred = false
            show(control, at: now, port: port)
        }
    }

    /// Remembers a control, not a position.
    mutating func deferFeedback(of control: Int) {
        guard !controls[control].isDeferred else { return }
        controls[control].isDeferred = true
        deferred.push(control)
    }
}
