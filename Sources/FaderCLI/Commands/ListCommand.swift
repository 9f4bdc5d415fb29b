internal import ArgumentParser

struct ListCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List parameters: id, value, label, who has it or which control drives it, and who declared it.")

    @OptionGroup var options: Options
    @OptionGroup var wish: DecimalsOption
    @OptionGroup var wanted: PatternArguments

    var client: DaemonClient { options.client(decimals: wish.decimals) }

    func perform(_ client: DaemonClient) async throws {
        let parameters = try await client.parameters(prefix: wanted.patterns)
        for word in wanted.patterns.words where !parameters.contains(where: { word.matches($0.id) }) {
            if options.json { try Output.json(parameters) }
            throw try await word.failure(client)
        }
        if options.json { return try Output.json(parameters) }
        let waiting = WaitingFaders(try await client.ask(Routes.listSurfaces))
        let targets = try await client.ask(Routes.listTargets).targets
        let away = targets.filter { $0.fact == true && $0.state == .absent }.map(\.parameter)
        var rows = [["ID", "VALUE", "LABEL", "OWNER"]]
        rows += parameters.map { parameter in
            let note = parameter.absent == true ? " (absent)" : away.contains(parameter.id) ? " (not there)" : ""
            return [parameter.id, parameter.shown + note, ColumnTable.cut(parameter.label), waiting.owner(of: parameter)]
        }
        // The column is left out if it would be empty.
        if parameters.contains(where: { $0.declaredBy != nil }) {
            let declarers = ["DECLARED BY"] + parameters.map { $0.declaredBy?.joined(separator: ", ") ?? "-" }
            rows = zip(rows, declarers).map { $0 + [$1] }
        }
        Output.table(rows)
    }
}
