internal import ArgumentParser

struct CheckCommand: FailingCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check a config file; needs no daemon.",
        discussion: "Without a file, checks the one that the running daemon uses, else the user's or the system's.")

    @OptionGroup var options: Options
    @Option(help: "The file; the same as without --config.", completion: .file())
    var config: String?
    @Argument(help: "The file.", completion: .file())
    var file: String?

    func validate() throws {
        if file != nil, config != nil { throw ValidationError("the file is given twice; write \"check FILE\" or \"check --config FILE\"") }
    }

    func perform() async throws {
        var path = file ?? config
        if path == nil { path = try await Self.fileInUse(options) }
        let result = try ConfigCheck().check(path)
        if options.json {
            try Output.json(result)
        } else {
            for diagnostic in result.diagnostics { Output.tellLines(diagnostic.text) }
            if result.valid { Output.line("\(result.config): ok") }
        }
        if !result.valid { throw Failure(.config) }
    }

    /// The config of the daemon; nil if no daemon runs or it has no file. If a socket is given, it has to answer.
    static func fileInUse(_ options: Options) async throws(ClientError) -> String? {
        do throws(ClientError) {
            return try await options.client().ask(Routes.getStatus).configFile
        } catch {
            if options.socket != nil { throw error }
            return nil
        }
    }
}
