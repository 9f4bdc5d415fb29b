internal import ArgumentParser

struct SetCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set a parameter to a typed value; print the accepted one.",
        discussion: """
            A negative number needs no "--": faderctl set master -6
            With * or ?, or a list of the config in braces, it sets all that match, as one act: faderctl set '*.drums' -inf
            """)

    @OptionGroup var options: Options
    @OptionGroup var writer: WriterOption
    @OptionGroup var condition: ConditionOption
    @Argument(help: "Id of a parameter, or a pattern of ids in quotes.", completion: DaemonCompletion.parameters)
    var id: String
    @Argument(help: "The value, such as \"-6 dB\"; several words are taken as one text.", completion: DaemonCompletion.values)
    var text: [String]

    func validate() throws { try EachParameter.checkRevision([id], condition.revision) }

    func perform(_ client: DaemonClient) async throws {
        let wanted = ParametersPatch.Item(.text(text.joined(separator: " ")))
        if ParametersPatch.isPattern(id) { return try await EachParameter.patch([id: wanted], client, json: options.json) }
        try await EachParameter.perform([id], json: options.json) { id throws(ClientError) in
            try await client.ask(Routes.setParameter, id, .text(text.joined(separator: " ")), ifStill: condition.revision)
        }
    }
}
