internal import ArgumentParser

struct PressCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "press", abstract: "Press triggers; print what each does now. \"faderctl watch\" shows how it ends.")

    @OptionGroup var options: Options
    @OptionGroup var writer: WriterOption
    @Argument(help: "Ids of triggers.", completion: DaemonCompletion.triggers)
    var ids: [String]

    func perform(_ client: DaemonClient) async throws {
        try await EachParameter.perform(ids, json: options.json) { id throws(ClientError) in
            try await client.ask(Routes.pressTrigger, id)
        }
    }
}

extension PressEvent {
    var sentence: String { "\(id) pressed" + (by.map { " by \($0)" } ?? "") }
}

extension EndedEvent {
    var sentence: String {
        guard ok else { return "\(id) failed: \(message)" }
        return "\(id) ran \(Int((seconds * 1000).rounded())) ms" + (message.isEmpty ? "" : ", \(message)")
    }
}
