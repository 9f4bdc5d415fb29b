internal import ArgumentParser
internal import FaderAPI

/// `check [FILE]`
struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Check a config file; needs no daemon.")

    @OptionGroup var options: Options
    @Argument(help: "The file; else the user's or the system's.", completion: .file())
    var file: String?

    mutating func run() async throws {
        let (file, json) = (file, options.json)
        try await Faderctl.reporting {
            let result = ConfigCheck.check(file)
            if json {
                try Output.json(result)
            } else {
                for diagnostic in result.diagnostics { Output.tellLines(diagnostic.text) }
                if result.valid { Output.line("\(result.config): ok") }
            }
            if !result.valid { throw Failure(exitCode: 78) }
        }
    }
}
