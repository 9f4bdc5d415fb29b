internal import ArgumentParser
internal import FaderAPI
internal import FaderClient

/// `snapshot recall NAME [--over TIME] [--only PREFIX]`
struct Recall: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "recall", abstract: "Set the values of a snapshot; print what that changes.",
        discussion: """
            With --over, values and motors glide to their goals, and both ends of each way are printed. A fader that is touched on the \
            way stays with the hand.
            """)

    @OptionGroup var options: Options
    @OptionGroup var writer: WriterOption
    @Argument(help: "Name of the snapshot.", completion: DaemonCompletion.snapshots)
    var name: String
    @Option(help: "How long the glide takes: 3s, 500ms, or 3 for seconds; at most 10min.", transform: Self.seconds)
    var over: Double?
    @Option(help: "Only ids with this prefix.", completion: DaemonCompletion.parameters)
    var only: String?

    var client: DaemonClient { options.client(by: writer) }

    func perform(_ client: DaemonClient) async throws {
        let before = Dictionary(try await client.ask(Routes.getSnapshot, name).entries.map { ($0.id, $0) }) { first, _ in first }
        let isGlide = over.map { $0 > 0 } ?? false
        try await Restored.show(
            json: options.json,
            lines: { restored in
                restored.parameters.compactMap { parameter -> String? in
                    let (now, entry) = ("\(parameter.id) \(parameter.text)", before[parameter.id])
                    // A difference that the decimals hide is set, but there is nothing to show.
                    if entry?.isSame == true || entry?.now == (isGlide ? entry?.text : parameter.text) { return nil }
                    guard isGlide, let goal = entry?.text else { return now }
                    return goal == parameter.text ? nil : "\(now) → \(goal)"
                }
            },
            { () throws(ClientError) in try await client.ask(Routes.recallSnapshot, name, RecallRequest(over: over, only: only)) })
    }

    /// A span of time as a person types it, in seconds.
    private static func seconds(_ argument: String) throws -> Double {
        let text = argument.lowercased().filter { $0 != " " }
        let units: [(suffix: String, seconds: Double)] = [("ms", 0.001), ("min", 60), ("s", 1), ("", 1)]
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }),
            let number = Double(text.dropLast(unit.suffix.count)), number.isFinite, number >= 0,
            number * unit.seconds <= RecallRequest.longest
        else { throw ValidationError("--over takes 0 to 600 s, such as 3s, 500ms or 2min; found \"\(argument)\"") }
        return number * unit.seconds
    }
}
