internal import FaderModel

extension ConsoleState {
    /// Holds feedback back until `endBatch`, so that a burst of input is answered with the newest positions only. A control with echo
    /// `immediate` is still answered at every move.
    mutating func beginBatch() { isBatching = true }

    /// Sends the feedback of the batch, once to each control.
    mutating func endBatch(at now: MonotonicTime, port: any MIDIPort) {
        isBatching = false
        while let control = deferred.pop() {
            controls[control].indicator.isDeferred = false
            show(control, at: now, port: port)
        }
    }

    /// Remembers a control, not a position.
    mutating func deferFeedback(of control: ControlIndex) {
        guard !controls[control].indicator.isDeferred else { return }
        controls[control].indicator.isDeferred = true
        deferred.push(control)
    }
}
