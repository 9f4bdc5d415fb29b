internal import ArgumentParser

struct ExplainCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Print the last changes and refusals of a parameter: when, who, what was sent to which control, or why not.")

    @OptionGroup var options: Options
    @Argument(help: "Id of a parameter.", completion: DaemonCompletion.parameters)
    var id: String

    func perform(_ client: DaemonClient) async throws {
        let explanation = try await client.ask(Routes.explainParameter, id)
        if options.json { return try Output.json(explanation) }
        let text = explanation.known == false ? ParameterResource.unheard : explanation.text
        Output.line(text.isEmpty ? explanation.id : "\(explanation.id) \(text)")
        if explanation.known == false {
            Output.line("not heard yet: its target has not reported its value, and nobody has set it")
        } else if explanation.absent == true {
            let isKnown = !explanation.text.isEmpty
            Output.line(isKnown ? "absent: its target has no \(explanation.text) now" : "no value yet: its target has never been there")
        }
        for target in explanation.targets ?? explanation.target.map({ [$0] }) ?? [] {
            Output.line("\(TargetsCommand.word(target.state)): \(target.target): \(TargetsCommand.details(target))")
        }
        for place in explanation.hidden ?? [] { Output.line("\(place.control): \(place.text)") }
        for line in WaitingFaders(try await client.ask(Routes.listSurfaces)).lines(of: id) { Output.line(line) }
        let rows = explanation.decisions.map { decision in
            [
                LocalTime.text(decision.time), decision.origin + (decision.by.map { " (\($0))" } ?? ""), decision.decision, decision.text,
                decision.control ?? "-",
                decision.raw.map { "raw \($0)" } ?? "", decision.count > 1 ? "\(decision.count) times" : "",
            ]
        }
        Output.table(rows)
    }
}
