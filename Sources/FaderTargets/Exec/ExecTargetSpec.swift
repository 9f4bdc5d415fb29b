public import FaderValues

/// A program that is run with each new value, without a shell.
public struct ExecTargetSpec: TargetKind {
    public enum Variable: Sendable, Equatable {
        /// Names in braces are replaced as in arguments.
        case text(String)
        /// A file that only its owner can read: its name in `$CREDENTIALS_DIRECTORY`, and its path, where that does not have it.
        case file(name: String, path: String)
    }

    /// `{value}`, `{text}` and `{position}` in them are replaced.
    public var arguments: [String]
    /// Prints the value, once at the start; empty: there is none.
    public var read: [String]
    /// Also for `read`.
    public var limit: Duration
    /// The variables that both get in addition to the daemon's own.
    public var environment: [String: Variable]
    /// Whether the program runs at the daemon's start even if it last ended with the present value.
    public var runsAtStart: Bool

    public static let word = "exec"
    /// The keys whose values are no secrets: arguments and variables may be some.
    public static let shownKeys = ["limit", "at-start"]
    /// The text, and the numbers of red, green and blue.
    public static let takesColors = true
    public static let takesPresses = true

    public static let usualLimit = Duration.seconds(5)

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

    public var tells: Bool { !read.isEmpty }

    /// Never to be shown.
    public var identity: String {
        let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return (["exec"] + arguments + variables).joined(separator: "\0")
    }
}
