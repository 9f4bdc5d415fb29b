public import FaderValues

/// The reports for the async world: changes, decisions, and notices for people.
extension Console {
    /// A parameter as it is now.
    public func report(of parameter: ParameterIndex) -> ParameterReport {
        parameters[parameter].report(of: parameter)
    }

    /// The decisions about a parameter, newest first; nil beyond the oldest.
    public func decision(of parameter: ParameterIndex, back: Int) -> Decision? { log.entry(parameter, back: back) }

    /// The next parameter that changed since it was last reported, as it is now. Parameters that changed again under another number come
    /// first, as they were under the earlier number, so that only changes with the same number are joined.
    public func nextReport() -> ParameterReport? {
        if !passed.isEmpty, let report = passed.pop() { return report }
        guard let parameter = unreported.pop() else { return nil }
        parameters[parameter].leaveUnreported()
        return report(of: parameter)
    }

    /// Like `nextReport`, but only for parameters that have since changed again under another number.
    public func nextPassedReport() -> ParameterReport? { passed.pop() }

    /// The largest number of reports that can wait for `nextPassedReport`.
    public static var mostPassedReports: Int { ReportQueue.capacity }

    /// Whether `nextReport`, `nextTie`, `nextHand`, `nextDeck` or `nextGlide` has anything.
    public var hasReport: Bool {
        !unreported.isEmpty || !unreportedTies.isEmpty || !unreportedHands.isEmpty || decks.hasReport || glides.hasNews
    }

    /// The next thing that a person should be told.
    public func nextNotice() -> Notice? { notices.pop() }

    /// Whether `nextNotice` has anything.
    public var hasNotice: Bool { !notices.isEmpty }

    /// Marks a parameter for a report.
    @inline(__always)
    func markUnreported(_ parameter: ParameterIndex) {
        if parameters[parameter].becomesUnreported() { unreported.push(parameter) }
    }
}
