/// A program that is run with each new value. No shell is involved.
public struct ExecTargetSpec: Sendable, Equatable {
    /// The program and its arguments; `{value}`, `{text}` and `{position}` in them are replaced.
    public var arguments: [String]
    /// The command that prints the value, which runs once at the start; empty: there is none.
    public var read: [String]
    /// How long each of the two may run.
    public var limit: Duration

    /// The limit where the config gives none.
    public static let usualLimit = Duration.seconds(5)

    /// A target from its parts.
    public init(arguments: [String], read: [String] = [], limit: Duration = ExecTargetSpec.usualLimit) {
        self.arguments = arguments
        self.read = read
        self.limit = limit
    }
}
