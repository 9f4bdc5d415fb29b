public import FaderValues

extension Console {
    public func report(of parameter: ParameterIndex) -> ParameterReport {
        parameters[parameter].report(of: parameter)
    }

    /// A decision about a parameter, counted back from the newest; nil beyond the oldest.
    public func decision(of parameter: ParameterIndex, back: Int) -> Decision? { log.entry(parameter, back: back) }

    /// Parameters that changed again under another number come first, as they were under the earlier number, so that only changes with the
    /// same number are joined.
    public func nextReport() -> ParameterReport? {
        if !passed.isEmpty, let report = passed.pop() { return report }
        guard let parameter = unreported.pop() else { return nil }
        parameters[parameter].leaveUnreported()
        return report(of: parameter)
    }

    /// The next report of a parameter that has since changed again under another number.
    public func nextPassedReport() -> ParameterReport? { passed.pop() }

    /// How many reports can wait for `nextPassedReport`.
    public static var mostPassedReports: Int { ReportQueue.capacity }

    public var hasReport: Bool {
        !unreported.isEmpty || !unreportedTies.isEmpty || !unreportedHands.isEmpty || decks.hasReport || glides.hasNews
    }

    public func nextNotice() -> Notice? { notices.pop() }

    public var hasNotice: Bool { !notices.isEmpty }

    @inline(__always)
    func markUnreported(_ parameter: ParameterIndex) {
        if parameters[parameter].becomesUnreported() { unreported.push(parameter) }
    }
}
