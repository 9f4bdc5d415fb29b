internal import ArgumentParser
internal import FaderAdmin

/// A command that talks to the daemon.
protocol DaemonCommand: AsyncParsableCommand {
    var options: Options { get }
    /// The client that connects to the daemon, according to the options.
    var client: DaemonClient { get }
    /// Performs the command. A `ClientError` is reported and becomes the exit code.
    func perform(_ client: DaemonClient) async throws
}

extension DaemonCommand {
    var client: DaemonClient { options.client() }

    mutating func run() async throws {
        let command = self
        try await Faderctl.reporting { try await command.perform(command.client) }
    }
}

extension Faderctl {
    /// Runs a command; reports its failure on stderr and ends with the matching exit code.
    static func reporting(_ command: () async throws -> Void) async throws {
        do {
            try await command()
        } catch let error as ClientError {
            try end(Failure(error))
        } catch let failure as Failure {
            try end(failure)
        }
    }

    private static func end(_ failure: Failure) throws {
        Output.report(failure)
        throw ExitCode(failure.exitCode)
    }
}
