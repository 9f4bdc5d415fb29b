internal import ArgumentParser
internal import FaderAPI
internal import FaderClient

/// `snapshot recall NAME [--over TIME] [--only PREFIX]`
struct Recall: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "recall", abstract: "Set what a snapshot holds; print what that changes.",
        discussion: """
            With --over values and motors go there smoothly, and it is printed from where to where; a fader that is touched on the way \
            stays with the hand.
            """)

    @OptionGroup var options: Options
    @Argument(help: "Name of the snapshot.", completion: SnapshotCompletion.kind)
    var name: String
    @Option(help: "How long the glide takes: 3s, 500ms, or 3 for seconds; at most 10min.")
    var over: TimeSpan?
    @Option(help: "Only ids with this prefix.", completion: ParameterCompletion.kind)
    var only: String?

    func perform(_ client: DaemonClient) async throws {
        let before = try await client.snapshot(name).entries
        var restored = try await client.recall(name, RecallRequest(over: over?.seconds, only: only))
        if options.json { return try Restored.show(restored, json: true) }
        let same = Swift.Set(before.lazy.filter(\.isSame).map(\.id))
        restored.parameters.removeAll { same.contains($0.id) }
        guard let over, over.seconds > 0 else { return try Restored.show(restored, json: false) }
        let goals = Dictionary(before.map { ($0.id, $0.text) }) { first, _ in first }
        Restored.show(restored) { parameter in
            guard let goal = goals[parameter.id] ?? nil, goal != parameter.text else { return parameter.text }
            return "\(parameter.text) → \(goal)"
        }
    }
}

/// A span of time as a person types it.
struct TimeSpan: ExpressibleByArgument {
    let seconds: Double

    init?(argument: String) {
        let text = argument.lowercased().filter { $0 != " " }
        let units: [(suffix: String, seconds: Double)] = [("ms", 0.001), ("min", 60), ("s", 1), ("", 1)]
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }),
            let number = Double(text.dropLast(unit.suffix.count)), number.isFinite, number >= 0,
            number * unit.seconds <= RecallRequest.longest
        else { return nil }
        seconds = number * unit.seconds
    }
}
