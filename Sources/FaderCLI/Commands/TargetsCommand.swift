internal import ArgumentParser

struct TargetsCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "targets",
        abstract: "List the targets of parameters, and what else can be bound.")

    @OptionGroup var options: Options

    func perform(_ client: DaemonClient) async throws {
        let answer = try await client.ask(Routes.listTargets, query: [("look", "true")])
        if options.json { return try Output.json(answer) }
        for line in Self.lines(answer) { Output.line(line) }
    }

    static func lines(_ answer: TargetsResource) -> [String] {
        let rows = answer.targets.map { [$0.parameter, word($0.state), ColumnTable.cut($0.target), details($0)] }
        let bound = ColumnTable.lines([["PARAMETER", "STATE", "TARGET", "DETAILS"]] + rows)
        guard !answer.candidates.isEmpty else { return bound }
        let hasOffers = answer.candidates.contains { $0.offers != nil }
        let candidates = answer.candidates.map { one in
            [one.kind, ColumnTable.cut(one.name), one.parameter ?? "-", one.words.joined(separator: ", ")]
                + (hasOffers ? [one.offers.map(offers) ?? ""] : [])
        }
        let head = ["AVAILABLE", "NAME", "BOUND TO", "WORDS TO MATCH IT BY"] + (hasOffers ? ["WHAT IT HAS"] : [])
        let more = answer.more.map { ["", "There are \($0) more, which are not listed."] } ?? []
        return bound + [""] + ColumnTable.lines([head] + candidates) + more
    }

    private static func offers(_ offers: [TargetOffer]) -> String {
        offers.map { offer in offer.what + (offer.value.map { " \($0)" } ?? "") }.joined(separator: ", ")
    }

    static func word(_ state: TargetReport.State) -> String {
        switch state {
        case .bound: "bound"
        case .appearing: "appearing"
        case .absent: "not there"
        case .failing: "failing"
        }
    }

    /// In one line: what the parameter is bound to, what was written and read last, and what is wrong.
    static func details(_ target: TargetReport) -> String {
        var parts: [String] = []
        if !target.matched.isEmpty, target.state != .absent { parts.append(target.matched.joined(separator: ", ")) }
        // If a target is not the leading one, its note says what it shows instead.
        if target.differs, target.matched.count > 1 || target.note == nil { parts.append("at different values") }
        if let note = target.note { parts.append(note) }
        if let written = target.written { parts.append("written \(written)\(ago(target.writtenAgo))") }
        if let read = target.read { parts.append("read \(read)\(ago(target.readAgo))") }
        if let error = target.lastError { parts.append("error: \(error)") }
        return parts.joined(separator: "; ")
    }

    private static func ago(_ seconds: Double?) -> String {
        guard let seconds else { return "" }
        return seconds < 1 ? " just now" : " \(StatusCommand.uptime(seconds)) ago"
    }
}
