public import FaderValues
internal import Synchronization

/// The history of all changes, saved with the values.
extension StateStore {
    /// A copy, for reading and for finding steps.
    ///
    /// To undo, find a step in it, call `begin`, set its values, then call `finish`; one at a time.
    public var history: History { saver.state.withLock { $0.history } }

    public var historySummary: History.Summary { saver.state.withLock { $0.history.summary } }

    /// Notes a value and records its change in one step, as cheaply as `note`; see `History.record`. Values of undo and redo go to
    /// `follow`.
    public func record(
        _ id: String, before: Value, after: Value, origin: ChangeOrigin, change number: ChangeNumber, time: Double, unit: String = "",
        by: String? = nil, wasKnown: Bool = true, isOfKey: Bool = false
    ) {
        note(id, before: before, after: after, unit) {
            $0.record(
                id, before: before, after: after, origin: origin, change: number, time: time, unit: unit, by: by, wasKnown: wasKnown,
                isOfKey: isOfKey)
        }
    }

    /// The values of a step are about to be set; see `History.begin`.
    public func begin(_ step: HistoryStep, change number: ChangeNumber) { change { $0.change(.now) { $0.begin(step, change: number) } } }

    /// Notes a value of undo or redo and its effect on the history; see `History.follow`.
    public func follow(
        _ id: String, before: Value, after: Value, change number: ChangeNumber, time: Double, unit: String = "", by: String? = nil,
        make: (KeptValue) -> Value?
    ) {
        note(id, before: before, after: after, unit) {
            $0.follow(id, before: before, after: after, change: number, time: time, unit: unit, by: by, make: make)
        }
    }

    private func note(_ id: String, before: Value, after: Value, _ unit: String, history body: (inout History) -> Void) {
        precondition(before.isStorable && after.isStorable, "a value that reaches the state has been clamped, so it is finite or −∞")
        change { state in
            let now = SuspendingClock.now
            let isToWake = state.note(CollectionOfOne((key: id, value: KeptValue(after, unit: unit))), at: now)
            return state.change(now, history: body) || isToWake
        }
    }

    /// The values of a step have been set; see `History.finish`. A `flush` afterwards makes it durable.
    public func finish(_ number: ChangeNumber, except: Set<String> = [], isThere: (String, KeptValue) -> Bool) {
        change { $0.change(.now) { $0.finish(number, except: except, isThere: isThere) } }
    }
}
