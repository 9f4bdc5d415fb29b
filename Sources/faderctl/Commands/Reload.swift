internal import ArgumentParser
internal import FaderAPI
internal import FaderClient
internal import FaderModel

/// `reload`
struct Reload: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload", abstract: "Have the daemon read its config again; on any error the running configuration stays.")

    @OptionGroup var options: Options

    func perform(_ client: DaemonClient) async throws {
        let result: ReloadResource
        do throws(ClientError) {
            result = try await client.reload()
        } catch {
            guard case .problem(let problem) = error, let diagnostics = problem.diagnostics else { throw error }
            if options.json {
                let config = problem.config ?? diagnostics.first?.file ?? ""
                try Output.json(ReloadResource(config: config, valid: false, diagnostics: diagnostics))
            }
            for diagnostic in diagnostics where !options.json { Output.tellLines(diagnostic.text) }
            throw error
        }
        if options.json { return try Output.json(result) }
        for diagnostic in result.diagnostics { Output.tellLines(diagnostic.text) }
        Output.line("reloaded \(result.config)")
        for change in result.changes { Output.line(change.text) }
    }
}
