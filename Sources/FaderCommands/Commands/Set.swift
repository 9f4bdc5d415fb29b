internal import ArgumentParser
internal import FaderAdmin

struct Set: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set a parameter to a typed value; print the accepted one.",
        discussion: "A negative number needs no \"--\": faderctl set master -6")

    @OptionGroup var options: Options
    @OptionGroup var writer: WriterOption
    @OptionGroup var condition: ConditionOption
    @Argument(help: "Id of a parameter.", completion: DaemonCompletion.parameters)
    var id: String
    @Argument(help: "The value, such as \"-6 dB\"; several words are taken as one text.", completion: DaemonCompletion.values)
    var text: [String]

    func perform(_ client: DaemonClient) async throws {
        try await EachParameter.perform([id], json: options.json) { id throws(ClientError) in
            try await client.ask(Routes.setParameter, id, .text(text.joined(separator: " ")), ifStill: condition.revision)
        }
    }
}
