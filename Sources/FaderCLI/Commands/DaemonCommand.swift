internal import ArgumentParser

/// A failure is reported on stderr, and the program ends with its exit code.
protocol FailingCommand: AsyncParsableCommand {
    func perform() async throws
}

extension FailingCommand {
    mutating func run() async throws {
        let failure: Failure
        do {
            return try await perform()
        } catch let error as ClientError {
            failure = Failure(error)
        } catch let error as Failure {
            failure = error
        }
        Output.report(failure)
        throw ExitCode(failure.exitCode)
    }
}

protocol DaemonCommand: FailingCommand {
    var options: Options { get }
    var client: DaemonClient { get }
    func perform(_ client: DaemonClient) async throws
}

extension DaemonCommand {
    var client: DaemonClient { options.client() }

    func perform() async throws { try await perform(client) }
}

protocol WritingCommand: DaemonCommand {
    var writer: WriterOption { get }
}

extension WritingCommand {
    var client: DaemonClient { options.client(by: writer) }
}
