public import ArgumentParser
import FaderAPI
import FaderArguments
import FaderConfig
internal import FaderConsole
import FaderDaemon
public import FaderMIDI
import FaderSystem
internal import FaderTargets
import FaderValues
import Glibc
import Logging

@main
struct Faderd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "faderd",
        abstract: "The fader server: MIDI controllers as live, named, clamped parameters, with motors that follow.",
        discussion: "Stays in the foreground and logs to stderr. Use faderctl to read and set its values.",
        version: faderdVersion)

    @Option(help: ArgumentHelp("The config.", valueName: "file"), completion: .file())
    var config: String?

    @Option(help: ArgumentHelp("Where values are remembered.", valueName: "file"), completion: .file())
    var state: String?

    @Option(help: ArgumentHelp("The Unix socket of the API.", valueName: "path"), completion: .file())
    var socket: String?

    @Option(help: ArgumentHelp("Serve the API on a loopback TCP address as well, for example 127.0.0.1:7373.", valueName: "host:port"))
    var listen: String?

    @Option(
        help: ArgumentHelp("Serve the page from these files instead of those in the program, to work on it.", valueName: "dir"),
        completion: .directory)
    var webRoot: String?

    @Option(
        name: .customLong("virtual"),
        help: ArgumentHelp(
            "Run on the virtual surface instead of the ALSA sequencer. plain, the default: a surface of its own; mackie: in place of one "
                + "that speaks Mackie Control; the name of a profile: in place of a device of that model.",
            valueName: "model"), completion: .list(VirtualSurface.Model.words(Paths(config: nil, state: nil, socket: nil))))
    var virtualModel: VirtualSurface.Model?

    @Option(
        help: ArgumentHelp(
            "With --virtual: play a recording of \"faderctl monitor --record\" into the virtual surface once faderd is ready.",
            valueName: "file"),
        completion: .file())
    var play: String?

    @Flag(help: "Check the config (FILE, or the one faderd would use) and exit with 0 or 78.")
    var check = false

    @Flag(help: "Read edits as JSON from standard input, and make them in the config or profile FILE; see faderd(8).")
    var edit = false

    @Flag(help: "Print the profiles that a surface can name, as JSON, and exit; \"faderctl profiles\" shows them where no daemon runs.")
    var profiles = false

    @Flag(help: "Print the config (FILE, or the one faderd would use) without its secrets, as in a bug report, and exit.")
    var show = false

    @Flag(help: "Print what a YAML file of another program says as JSON, and exit; \"faderctl import-deej\" reads with it.")
    var content = false

    @Option(
        help: ArgumentHelp(
            "Ask the mixing console at this address, or with \"all\" those in the networks of this machine, print what they report as JSON, and exit; "
                + "\"faderctl consoles\" shows it.", valueName: "address"))
    var consoles: String?

    @Flag(help: "With --edit: print what would change, and write nothing.")
    var dryRun = false

    @Flag(help: "With --check and --edit: print the result as JSON.")
    var json = false

    @Option(
        help: ArgumentHelp("trace, debug, info, notice, warning, error or critical.", valueName: "level"),
        completion: .list(Logger.Level.allCases.map(\.rawValue)), transform: Self.level)
    var logLevel: Logger.Level = .notice

    @Argument(help: ArgumentHelp("The config to check or edit.", valueName: "file"), completion: .file())
    var file: String?

    private static let takingValues = ["--config", "--state", "--socket", "--listen", "--web-root", "--play", "--consoles", "--log-level"]

    static func main() {
        StandardStreams.keep()
        Heaps.share()
        // The Swift runtime asks for thread priorities. A sandbox refuses them, and libdispatch would log that in the journal.
        _ = unsafe setenv("LIBDISPATCH_LOG", "NO", 0)
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch ShellCompletion.request(arguments, of: Self.self) {
        case .none: main(VirtualSurface.Model.completed(arguments))
        case .print(let text): print(text, terminator: "")
        case .refuse(let sentence): fail(sentence)
        // faderd has no argument that is completed by asking a daemon.
        case .ask(_, let arguments): main(arguments)
        }
    }

    /// Replaces the parser's `main`, whose usage errors are not sentences.
    static func main(_ arguments: [String]) {
        do {
            var command = try parseAsRoot(arguments)
            try command.run()
        } catch {
            guard UsageError.isOne(error, of: self) else {
                let help = fullMessage(for: error)
                guard exitCode(for: error).isSuccess, !help.isEmpty else { exit(withError: error) }
                // The parser would not notice that its help cannot be written.
                Glibc.exit(wrote(help) ? EX_OK : EX_IOERR)
            }
            let usage = UsageError(of: self, arguments: arguments, takingValues: takingValues)
            fail(usage.sentence(error))
        }
    }

    private static func fail(_ sentence: String) -> Never {
        StderrLog.write("faderd: \(sentence.withoutControls())\n")
        Glibc.exit(EX_USAGE)
    }

    func validate() throws {
        if edit, check { throw ValidationError("--edit checks what it writes; leave out --check, or --edit") }
        if profiles, check || edit { throw ValidationError("--profiles only prints the profiles; leave out --check and --edit") }
        if show, check || edit || profiles {
            throw ValidationError("--show only prints a config; leave out --check, --edit and --profiles")
        }
        if consoles != nil, check || edit || profiles || show {
            throw ValidationError("--consoles only looks for consoles; leave out --check, --edit, --profiles and --show")
        }
        if content, check || edit || profiles || show || consoles != nil || file == nil {
            throw ValidationError("--content needs the file to print after it, and nothing else: --content FILE")
        }
        if edit, file == nil || config != nil { throw ValidationError("--edit needs the file to edit after it: --edit FILE") }
        if dryRun, !edit { throw ValidationError("--dry-run needs --edit FILE") }
        if file != nil, !check, !edit, !show, !content {
            throw ValidationError(
                "faderd takes no argument; to use a config, write --config FILE; to check one, --check FILE; for a model, "
                    + "--virtual=MODEL")
        }
        for (option, path) in [("--config", config), ("--state", state), ("--socket", socket), ("--play", play)] where path?.isEmpty == true
        {
            throw ValidationError("\(option) needs a path; leave the option out to use the default")
        }
        if play != nil, virtualModel == nil || check || edit {
            throw ValidationError(
                "--play plays into the virtual surface; run faderd with --virtual=PROFILE, the profile of the device that was recorded")
        }
        if json, !check, !edit, !profiles, !content, consoles == nil {
            throw ValidationError("--json needs --check or --edit; to ask a running daemon, use faderctl --json")
        }
    }

    func run() throws {
        // If a client or a log reader goes away, or a file size limit is reached, the call fails, and the process must not die.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        let paths = Paths(config: file ?? config, state: state, socket: socket)
        if check { throw ExitCode(try checkConfiguration(paths)) }
        if edit { throw ExitCode(try editConfiguration(paths)) }
        if show { throw ExitCode(showConfiguration(paths)) }
        if content {
            let (outcome, code) = Editing.content(of: file ?? "")
            throw ExitCode(try Self.wroteJSON(outcome) ? code : EX_IOERR)
        }
        if let consoles {
            throw ExitCode(try Self.wroteJSON(ConsoleSearch.run(consoles == "all" ? nil : consoles)) ? EX_OK : EX_IOERR)
        }
        if profiles { throw ExitCode(try Self.wroteJSON(Profiles.all(at: paths)) ? EX_OK : EX_IOERR) }
        Self.handleEarlySignals()
        let level = logLevel
        LoggingSystem.bootstrap { _ in StderrLog(level: level) }
        let log = Logger(label: "faderd")
        let launch = Launch(
            paths: paths, listen: listen, webRoot: webRoot, virtual: virtualModel, play: play, isConfigNamed: config != nil, log: log)
        do throws(ThreadError) {
            try Owner.run {
                let code = await launch.run()
                StderrLog.finish()
                return code
            }
        } catch {
            log.critical("\(error)")
            throw ExitCode(EX_OSERR)
        }
    }

    /// Lets signals end the process until `Launch` and `Running` take over. There is nothing to shut down or to reload yet.
    private static func handleEarlySignals() {
        for stop in [SIGTERM, SIGINT] { signal(stop) { _ in _exit(EX_OK) } }
        signal(SIGHUP, SIG_IGN)
    }

    private static func level(_ text: String) throws -> Logger.Level {
        guard let level = Logger.Level(rawValue: text.lowercased()) else {
            throw ValidationError(
                "there is no log level \"\(text)\"; choose one of \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return level
    }

    private func reader(_ paths: Paths) -> ConfigReader {
        ConfigReader(
            kinds: TargetKinds.all, profileDirectories: paths.profileDirectories, targetDoubts: paths.targetDoubtsOfOthers,
            networkDoubt: paths.networkDoubtOfOthers
        )
    }

    private func editConfiguration(_ paths: Paths) throws -> Int32 {
        let (outcome, code) = Editing(path: paths.config, reader: reader(paths), isDry: dryRun).run()
        if json { return try Self.wroteJSON(outcome) ? code : EX_IOERR }
        for diagnostic in outcome.diagnostics { StderrLog.write(diagnostic.text + "\n") }
        if let refusal = outcome.refusal {
            StderrLog.write("faderd: \(refusal.sentence.withoutControls())\n")
        } else if !Self.wrote(outcome.diff.withoutControls(but: ["\n", "\t"]) + "digest \(outcome.digest ?? "")") {
            return EX_IOERR
        }
        return code
    }

    private func showConfiguration(_ paths: Paths) -> Int32 {
        do throws(ConfigEditRefusal) {
            let text = ShownText(kinds: TargetKinds.all).text(of: try EditedFile(paths.config).bytes)
            return Self.wrote(text.withoutControls(but: ["\n", "\t"])) ? EX_OK : EX_IOERR
        } catch {
            guard case .inaccessible(let sentence) = error else { preconditionFailure("reading a file says only that it cannot be read") }
            StderrLog.write("faderd: \(sentence.withoutControls())\n")
            return EX_IOERR
        }
    }

    private func checkConfiguration(_ paths: Paths) throws -> Int32 {
        let reader = reader(paths)
        let result = reader.readAll(path: paths.config).result
        guard case .success(let contents, _) = result else {
            // The file may be a profile. Without a line in the error it could not be read, and the time for reading may be used up.
            if result.diagnostics.first?.line != 0, let diagnostics = reader.readProfile(path: paths.config) {
                let isValid = !diagnostics.contains { $0.severity == .error }
                return try Self.report(diagnostics, isValid, paths.config, json, "a profile: no errors")
            }
            return try Self.report(result.diagnostics, false, paths.config, json, "")
        }
        return try Self.report(result.diagnostics, true, paths.config, json, Self.summary(of: contents.console))
    }

    /// Prints the diagnostics, with `summary` if the file is valid. Returns the exit code.
    private static func report(
        _ diagnostics: [Diagnostic], _ isValid: Bool, _ path: String, _ isJSON: Bool, _ summary: String
    ) throws -> Int32 {
        if isJSON {
            let outcome = ReloadResource(config: path, valid: isValid, diagnostics: diagnostics)
            guard try wroteJSON(outcome) else { return EX_IOERR }
        } else {
            for diagnostic in diagnostics { StderrLog.write(diagnostic.text + "\n") }
            if isValid, !wrote("\(path.withoutControls()): \(summary)") { return EX_IOERR }
        }
        return isValid ? EX_OK : EX_CONFIG
    }

    private static func summary(of configuration: Configuration) -> String {
        let surfaces = configuration.surfaces.count == 1 ? "1 surface" : "\(configuration.surfaces.count) surfaces"
        // Counted as in `faderctl list`: a compound counts, and so does each of its parts.
        let count = configuration.parameters.count + configuration.compounds.count
        return "\(count) parameter\(count == 1 ? "" : "s"), \(surfaces): no errors"
    }

    private static func wroteJSON(_ outcome: some Encodable) throws -> Bool {
        wrote(String(decoding: try WireJSON.encodePretty(outcome), as: UTF8.self).jsonForTerminal)
    }

    /// Prints a line. False, with a sentence on standard error, if that fails.
    private static func wrote(_ line: String) -> Bool {
        print(line)
        guard fflush(nil) != 0 else { return true }
        StderrLog.write("faderd: standard output cannot be written to: \(String(errno: errno))\n")
        return false
    }
}

extension VirtualSurface.Model: ExpressibleByArgument {
    private static let own: [(word: String, model: Self)] = [("plain", .plain), ("mackie", .mackie)]

    /// Reads `plain`, `mackie`, or the name of a profile. Whether the profile exists is checked later, when the directories are known.
    public init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        self = Self.own.first { $0.word == argument }?.model ?? .profile(argument)
    }

    /// The words that can follow `--virtual=`.
    static func words(_ paths: Paths) -> [String] {
        let shelf = ProfileShelf(config: paths.config, installed: paths.profileDirectories)
        return own.map(\.word) + shelf.names
    }

    /// A bare `--virtual` becomes `--virtual=plain` and takes no argument. (`defaultAsFlag` in ArgumentParser 1.8 loses a value after `=`
    /// if an option follows.)
    static func completed(_ arguments: [String]) -> [String] {
        arguments.indices.map { index in
            let next = index + 1 < arguments.count ? own.first { $0.word == arguments[index + 1] } : nil
            return arguments[index] == "--virtual" && next == nil ? "--virtual=plain" : arguments[index]
        }
    }
}
