internal import ArgumentParser
internal import FaderAPI
internal import FaderClient

/// `list [PREFIX]`
struct List: DaemonCommand {
    static let configuration = CommandConfiguration(abstract: "List parameters: id, value, label and the control that drives it.")

    @OptionGroup var options: Options
    @OptionGroup var wish: DecimalsOption
    @Argument(help: "Only ids that begin like this.", completion: ParameterCompletion.kind)
    var prefix: String?

    var client: DaemonClient { options.client(decimals: wish.decimals) }

    func perform(_ client: DaemonClient) async throws {
        let parameters = try await client.parameters(prefix: prefix ?? "")
        if options.json { return try Output.json(parameters) }
        let rows = parameters.map { [$0.id, $0.text, $0.label, $0.owner ?? "-"] }
        for line in Table.lines([["ID", "VALUE", "LABEL", "OWNER"]] + rows) { Output.line(line) }
    }
}
