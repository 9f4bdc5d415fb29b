internal import ArgumentParser

struct RecallNextCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "recall-next", abstract: "Recall the next snapshot in the order; print its name.",
        discussion: "It goes on from the snapshot that was recalled last, whoever recalled it, as the trigger recall-next does.")

    @OptionGroup var options: Options
    @OptionGroup var writer: WriterOption
    @Flag(help: "Recall the previous one.")
    var back = false
    @OptionGroup var glide: GlideOption

    func perform(_ client: DaemonClient) async throws {
        let request = RecallNextRequest(by: back ? -1 : 1, over: glide.over)
        try await Restored.show(
            json: options.json, lines: { [$0.snapshot].compactMap { $0 } },
            { () throws(ClientError) in try await client.ask(Routes.recallNext, "", request) })
    }
}
