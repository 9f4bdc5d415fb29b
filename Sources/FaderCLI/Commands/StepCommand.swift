public import ArgumentParser
public import FaderValues

struct StepCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "step", abstract: "Move a parameter by a number of steps; print the accepted value.")

    @OptionGroup var options: Options
    @OptionGroup var writer: WriterOption
    @OptionGroup var condition: ConditionOption
    @Argument(help: "Id of a parameter.", completion: DaemonCompletion.parameters)
    var id: String
    @Argument(help: "Number of steps; negative steps go down.")
    var count: Int
    @Flag(help: "The size of each step.")
    var size = StepSize.ordinary

    func perform(_ client: DaemonClient) async throws {
        try await EachParameter.perform([id], json: options.json) { id throws(ClientError) in
            try await client.ask(Routes.stepParameter, id, StepRequest(by: count, size: StepLength(size)), ifStill: condition.revision)
        }
    }
}

extension StepSize: EnumerableFlag {
    /// What the flag does.
    public static func help(for value: StepSize) -> ArgumentHelp? {
        switch value {
        case .ordinary: "The parameter's step."
        case .big: "Its big step."
        case .fine: "Its fine step."
        }
    }
}
