internal import ArgumentParser

struct PromoteCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "promote",
        abstract: "Have this second machine take over: it drives surfaces and targets, and the former leader stops.",
        discussion: """
            The former leader is told, and stops as soon as it hears of it; nobody hands back by himself. To hand back, promote the other machine.
            """)

    @OptionGroup var options: Options
    @Flag(help: "Even if it keeps no values, so that everything begins with its default, or if it cannot be written that it leads.")
    var force = false

    func perform(_ client: DaemonClient) async throws {
        let result = try await client.ask(Routes.promote, "", PromoteRequest(force: force ? true : nil))
        if options.json { return try Output.json(result) }
        Output.line(Self.sentence(result))
    }

    static func sentence(_ result: PromoteResource) -> String {
        let former = result.former ?? "the former leader"
        let age = result.behind.map { "; its values were \(StatusCommand.tenths($0)) s old" } ?? ""
        return switch result.outcome {
        case .already: "leads already (term \(result.term))"
        case .stoodDown: "leads now (term \(result.term)); \(former) has heard of it and drives nothing\(age)"
        case .silent: "leads now (term \(result.term)); \(former) does not answer, and hears of it as soon as it does\(age)"
        }
    }
}
