internal import ArgumentParser

struct RecallCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "recall", abstract: "Set the values of a snapshot; print what that changes.",
        discussion: """
            With --over, or with a snapshot that was saved with --over, values and motors glide to their goals, and both ends of each way \
            are printed; --over 0 sets them at once. A fader that is touched on the way stays with the hand. A parameter that is \
            recall-safe stays as it is, unless --only names its whole id.
            """)

    @OptionGroup var options: Options
    @OptionGroup var writer: WriterOption
    @Argument(help: "Name of the snapshot.", completion: DaemonCompletion.snapshots)
    var name: String
    @OptionGroup var glide: GlideOption
    @OptionGroup var choice: ChoiceOptions

    func perform(_ client: DaemonClient) async throws {
        let before = Dictionary(try await client.ask(Routes.getSnapshot, name).entries.map { ($0.id, $0) }) { first, _ in first }
        let request = RecallRequest(over: glide.over, only: choice.wanted, except: choice.unwanted)
        try await Restored.show(
            json: options.json,
            lines: { restored in
                let isGlide = restored.over != nil
                return restored.parameters.compactMap { parameter -> String? in
                    let (now, entry) = ("\(parameter.id) \(parameter.text)", before[parameter.id])
                    // A difference that the decimals hide is set, but cannot be shown.
                    if entry?.isSame == true || entry?.now == (isGlide ? entry?.text : parameter.text) { return nil }
                    guard isGlide, let goal = entry?.text else { return now }
                    // Switches and choices do not glide.
                    return goal == parameter.text ? now : "\(now) → \(goal)"
                }
            },
            { () throws(ClientError) in try await client.ask(Routes.recallSnapshot, name, request) })
    }
}
