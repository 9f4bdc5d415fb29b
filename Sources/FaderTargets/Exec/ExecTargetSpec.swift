public import FaderValues

/// A program that is run with each new value. No shell is involved.
public struct ExecTargetSpec: TargetKind {
    /// The contents of a variable of the program's environment.
    public enum Variable: Sendable, Equatable {
        /// This text, in which names in braces are replaced as in arguments.
        case text(String)
        /// The contents of a file that only its owner can read.
        ///
        /// - Parameters:
        ///   - name: its name in `$CREDENTIALS_DIRECTORY`.
        ///   - path: its path, for when that directory does not have it.
        case file(name: String, path: String)
    }

    /// The program and its arguments; `{value}`, `{text}` and `{position}` in them are replaced.
    public var arguments: [String]
    /// The command that prints the value, which runs once at the start; empty: there is none.
    public var read: [String]
    /// How long the program may run. The same limit holds for the command in `read`.
    public var limit: Duration
    /// The variables that both get in addition to the daemon's own.
    public var environment: [String: Variable]
    /// Whether the program runs at the daemon's start even if it last ended with the present value.
    public var runsAtStart: Bool

    /// `exec`.
    public static let word = "exec"
    /// The keys whose values are no secrets: arguments and variables may be some.
    public static let shownKeys = ["limit", "at-start"]
    /// Yes: a program gets its text, and the numbers of red, green and blue.
    public static let takesColors = true
    /// Yes: a program can be run.
    public static let takesPresses = true

    /// The limit where the config gives none.
    public static let usualLimit = Duration.seconds(5)

    /// A target from its parts.
    public init(
        arguments: [String], read: [String] = [], limit: Duration = ExecTargetSpec.usualLimit, environment: [String: Variable] = [:],
        runsAtStart: Bool = false
    ) {
        self.arguments = arguments
        self.read = read
        self.limit = limit
        self.environment = environment
        self.runsAtStart = runsAtStart
    }

    /// The program and the number of its arguments. The arguments themselves may contain secrets.
    public var name: String {
        let count = arguments.count - 1
        return "exec \(arguments.first ?? "")" + (count == 0 ? "" : " (\(count) argument\(count == 1 ? "" : "s"))")
    }

    /// Only if a command reads it.
    public var tells: Bool { !read.isEmpty }

    /// All arguments and variables, never to be shown.
    public var identity: String {
        let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return (["exec"] + arguments + variables).joined(separator: "\0")
    }
}
