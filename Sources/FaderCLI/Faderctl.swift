internal import ArgumentParser
internal import FaderArguments
internal import FaderSystem
internal import Glibc

/// The program faderctl.
public enum Program {
    /// Ends the process if an argument is not UTF-8. Has to be called before the first `await`, which starts threads.
    public static func begin() {
        StandardStreams.keep()
        EndingSignals.reset()
        Heaps.share()
        for index in 1..<max(Int(CommandLine.argc), 1) {
            guard let bytes = unsafe CommandLine.unsafeArgv[index], unsafe String(validatingCString: bytes) == nil else { continue }
            Faderctl.fail("\"\(CommandLine.arguments[index])\" is not UTF-8 text; type it in a terminal that uses UTF-8")
        }
    }

    /// Runs one command, and ends the process with an exit code from `sysexits.h`.
    public static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch ShellCompletion.request(arguments, of: Faderctl.self) {
        case .none:
            await Faderctl.main(NegativeNumbers.protected(LearnCommand.withSurface(Options.behindCommand(arguments, of: Faderctl.self))))
        case .print(let text): Output.draw(text)
        case .refuse(let sentence): Faderctl.fail(sentence)
        case .ask(let first, let arguments):
            Output.draw(first)
            await Faderctl.main(arguments)
        }
    }
}

struct Faderctl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "faderctl",
        abstract: "Shows and sets the parameters of a running faderd.",
        discussion: """
            Exit codes: 0 done; 64 wrong usage; 65 refused value or unknown id; 69 the daemon is not running or does not answer within \
            2 s, or doctor found something wrong; 70 internal error; 71 no file descriptor left; 74 input/output error; 78 config with errors.
            """,
        version: faderdVersion,
        subcommands: [
            StatusCommand.self, ListCommand.self, GetCommand.self, SetCommand.self, EditCommand.self, StepCommand.self, ResetCommand.self,
            PressCommand.self, WatchCommand.self, DeclareCommand.self,
            MonitorCommand.self,
            LearnCommand.self, CalibrateCommand.self, SurfacesCommand.self, PageCommand.self, BankCommand.self, SelectCommand.self,
            ProfilesCommand.self, ProfileCommand.self, TargetsCommand.self, FocusCommand.self, ConsolesCommand.self,
            ExplainCommand.self, IdentifyCommand.self,
            UndoCommand.self, RedoCommand.self, HistoryCommand.self, SnapshotCommand.self, ExportCommand.self,
            ImportCommand.self, DeejCommand.self, BackupCommand.self, RestoreCommand.self,
            ReloadCommand.self, PromoteCommand.self, CheckCommand.self, ExampleCommand.self, DoctorCommand.self,
            VirtualCommand.self, TokenCommand.self, KeyCommand.self, WebCommand.self,
        ])

    /// Replaces the parser's `main`, whose usage errors are not sentences.
    static func main(_ arguments: [String]) async {
        // The parser answers every request for help, even about a command that does not exist.
        let isHelp = arguments.first == "help"
        if isHelp || !Set(arguments).isDisjoint(with: ["-h", "--help"]),
            let sentence = usage(isHelp ? Array(arguments.dropFirst()) : arguments).unknownCommand
        {
            fail(sentence)
        }
        do {
            var command = try await asyncParseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
        } catch {
            guard UsageError.isOne(error, of: self) else {
                let help = fullMessage(for: error)
                guard exitCode(for: error).isSuccess, !help.isEmpty else { exit(withError: error) }
                // The parser would not notice that its help cannot be written.
                Output.draw(help + "\n")
                Glibc.exit(EX_OK)
            }
            fail(usage(LearnCommand.asTyped(arguments)).sentence(error))
        }
    }

    private static func usage(_ arguments: [String]) -> UsageError {
        UsageError(of: self, arguments: arguments, takingValues: Options.takingValues)
    }

    fileprivate static func fail(_ sentence: String) -> Never {
        let failure = Failure(.usage, sentence.withoutControls())
        Output.report(failure)
        Glibc.exit(failure.exitCode)
    }
}
