internal import ArgumentParser
internal import FaderAPI
internal import FaderClient

/// Why a command ends with something other than 0.
struct Failure: Error {
    /// The exit code of `sysexits.h`.
    var exitCode: Int32
    /// One sentence that says what to do next; nil if everything has been printed already.
    var sentence: String?
    /// What was probably meant.
    var suggestion: String?
    /// The daemon's problem, if the daemon reported one.
    var problem: Problem?

    init(exitCode: Int32, sentence: String? = nil, suggestion: String? = nil) {
        self.exitCode = exitCode
        self.sentence = sentence
        self.suggestion = suggestion
    }

    init(_ error: ClientError) {
        self.init(exitCode: error.exitCode, sentence: error.description)
        if case .problem(let problem) = error { self.problem = problem }
    }
}

/// A command that talks to the daemon.
protocol DaemonCommand: AsyncParsableCommand {
    var options: Options { get }
    /// The client that reaches the daemon as the options say.
    var client: DaemonClient { get }
    /// Performs the command. A `ClientError` is reported and becomes the exit code.
    func perform(_ client: DaemonClient) async throws
}

extension DaemonCommand {
    var client: DaemonClient { options.client }

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
