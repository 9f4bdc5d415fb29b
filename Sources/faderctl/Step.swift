internal import ArgumentParser
internal import FaderAPI
internal import FaderClient

/// `step ID N`
struct Step: DaemonCommand {
    static let configuration = CommandConfiguration(abstract: "Move a parameter by a number of steps; print the accepted value.")

    @OptionGroup var options: Options
    @Argument(help: "Id of a parameter.", completion: ParameterCompletion.kind)
    var id: String
    @Argument(help: "How many steps; negative: down.")
    var count: Int

    func perform(_ client: DaemonClient) async throws {
        try await OneParameter.perform(json: options.json) { () throws(ClientError) in try await client.step(id, by: count) }
    }
}
