internal import ArgumentParser
internal import FaderAPI
internal import FaderClient

/// `step ID N`
struct Step: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "step", abstract: "Move a parameter by a number of steps; print the accepted value.")

    @OptionGroup var options: Options
    @OptionGroup var condition: ConditionOption
    @Argument(help: "Id of a parameter.", completion: ParameterCompletion.kind)
    var id: String
    @Argument(help: "How many steps; negative: down.")
    var count: Int
    @Flag(help: "How long each step is.")
    var size = Size.ordinary

    enum Size: String, EnumerableFlag {
        case ordinary, big, fine

        static func help(for value: Size) -> ArgumentHelp? {
            switch value {
            case .ordinary: "The parameter's step."
            case .big: "Its big step."
            case .fine: "Its fine step."
            }
        }

        var wire: StepRequest.Size {
            switch self {
            case .ordinary: .ordinary
            case .big: .big
            case .fine: .fine
            }
        }
    }

    func perform(_ client: DaemonClient) async throws {
        try await OneParameter.perform(json: options.json) { () throws(ClientError) in
            try await client.step(id, StepRequest(by: count, size: size.wire), ifStill: condition.revision)
        }
    }
}
