internal import ArgumentParser

struct ReloadCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload", abstract: "Have the daemon read its config again; on any error the running configuration stays.")

    @OptionGroup var options: Options

    func perform(_ client: DaemonClient) async throws {
        let result: ReloadResource
        do throws(ClientError) {
            result = try await Self.load(client, isJSON: options.json)
        } catch {
            if options.json, case .problem(let problem) = error, let diagnostics = problem.diagnostics {
                let config = problem.config ?? diagnostics.first?.file ?? ""
                try Output.json(ReloadResource(config: config, valid: false, diagnostics: diagnostics))
            }
            throw error
        }
        if options.json { return try Output.json(result) }
        for diagnostic in result.diagnostics { Output.tellLines(diagnostic.text) }
        Output.line("reloaded \(result.config)")
        for line in result.changes.lines { Output.line(line) }
    }

    /// Reports what is wrong with the new config if the daemon keeps the old one.
    static func load(_ client: DaemonClient, isJSON: Bool) async throws(ClientError) -> ReloadResource {
        do throws(ClientError) {
            return try await client.reload()
        } catch {
            if case .problem(let problem) = error, !isJSON {
                for diagnostic in problem.diagnostics ?? [] { Output.tellLines(diagnostic.text) }
            }
            throw error
        }
    }

    /// Makes the daemon load its config. With JSON, prints the result, even if the daemon keeps the old config. Printing comes last,
    /// because this program ends if nobody reads its output.
    static func load(_ client: DaemonClient, printing result: some Encodable, isJSON: Bool) async throws {
        var failure: ClientError?
        do throws(ClientError) { _ = try await load(client, isJSON: isJSON) } catch { failure = error }
        if isJSON { try Output.json(result) }
        if let failure { throw failure }
    }
}

struct EditedConfig: Encodable {
    var file: String
    var diff: String
    var written: Bool
}

extension ChangedFile {
    /// Writes and loads the change, unless this `isDry` or changes nothing; with `--json`, prints it. Returns whether it was written.
    func bringIntoForce(_ client: DaemonClient, isDry: Bool, isJSON: Bool) async throws -> Bool {
        let result = EditedConfig(file: path, diff: diff, written: !isDry && !diff.isEmpty)
        if result.written {
            try write()
            try await ReloadCommand.load(client, printing: result, isJSON: isJSON)
        } else if isJSON {
            try Output.json(result)
        }
        return result.written
    }
}
