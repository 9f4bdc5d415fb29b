internal import ArgumentParser

struct HistoryCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Print what was changed, oldest first: number, when, who, and from what to what.")

    @OptionGroup var options: Options
    @Argument(help: "Only changes of this parameter, or of those whose ids begin with this.", completion: DaemonCompletion.parameters)
    var prefix: String?
    @Option(name: [.customShort("l", allowingJoined: true), .long], help: "Only this many of the newest.")
    var lines: Int?

    func validate() throws {
        if let lines, lines < 1 { throw ValidationError("--lines must be at least 1") }
    }

    func perform(_ client: DaemonClient) async throws {
        var entries = try await client.ask(Routes.listHistory)
        let prefix = prefix?.isEmpty == true ? nil : prefix
        let ids = Set(entries.flatMap { $0.changes.map(\.id) })
        if let prefix { entries = entries.filter { $0.changes.contains { $0.id.hasPrefix(prefix) } } }
        if let prefix, entries.isEmpty {
            let hint = Suggester.nearest(to: prefix, among: ids.sorted()).map { "; did you mean \"\($0)\"?" } ?? ""
            throw Failure(.refused, "the history has no change of a parameter whose id begins with \"\(prefix.withoutControls())\"\(hint)")
        }
        // Changes with the prefix come first, because only the first changes of an entry are shown.
        if let prefix, !options.json {
            for index in entries.indices {
                let changes = entries[index].changes
                entries[index].changes = changes.filter { $0.id.hasPrefix(prefix) } + changes.filter { !$0.id.hasPrefix(prefix) }
            }
        }
        if let lines { entries = entries.suffix(lines) }
        if options.json { return try Output.json(entries) }
        let rows = entries.map { entry in
            [
                "\(entry.number)", LocalTime.text(entry.time), entry.origin + Self.writer(entry),
                entry.changes.allSatisfy(\.undone) ? "undone" : "", Self.text(entry.changes),
            ]
        }
        Output.table(rows)
    }

    private static func writer(_ entry: HistoryEntryResource) -> String {
        entry.by.map { " (\($0)\(entry.key == true ? ", key" : ""))" } ?? ""
    }

    private static func text(_ changes: [HistoryEntryResource.Change]) -> String {
        // If the whole entry is undone, the previous column says so.
        let isPartly = !changes.allSatisfy(\.undone)
        let shown = changes.prefix(4).map { "\($0.id) \($0.before) → \($0.after)\(isPartly && $0.undone ? " (undone)" : "")" }
            .joined(separator: ", ")
        return changes.count > 4 ? "\(shown), and \(changes.count - 4) more" : shown
    }
}
