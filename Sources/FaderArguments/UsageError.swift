public import ArgumentParser
internal import FaderValues

/// Describes what is wrong with a program's arguments, in one sentence that says what to do next. Both `faderd` and `faderctl` use it.
public struct UsageError {
    private let root: any ParsableCommand.Type
    private let arguments: [String]
    private let takingValues: [String]

    /// The arguments lack the program's name. `takingValues`: options that take the next argument as their value.
    public init(of root: any ParsableCommand.Type, arguments: [String], takingValues: [String]) {
        self.root = root
        self.arguments = arguments
        self.takingValues = takingValues
    }

    /// Whether an error that the parser or a command threw is a usage error, and not requested help, an exit code or another failure.
    public static func isOne(_ error: any Error, of root: any ParsableCommand.Type) -> Bool {
        !(error is ExitCode) && root.exitCode(for: error) == .validationFailure
    }

    /// The sentence for a word that should be a command but is not; nil if there is none.
    public var unknownCommand: String? {
        let (command, unknown) = command
        return unknown.map { noCommand($0, of: command) }
    }

    /// The sentence for a usage error.
    public func sentence(_ error: any Error) -> String {
        if let unknownCommand { return unknownCommand }
        let (command, _) = self.command
        if !command.type.configuration.subcommands.isEmpty { return "no command is given; \(help(command))" }
        let message = root.message(for: error)
        // The sentences of a command begin in lower case and say what to do; the parser's do not.
        let isParsers = message.first?.isUppercase == true
        return Self.plain(message) + (isParsers && !message.hasSuffix("?") ? "; see \"\(command.path.joined(separator: " ")) --help\"" : "")
    }

    // MARK: The command

    private struct Command {
        var type: any ParsableCommand.Type
        var path: [String]
    }

    /// The command that the arguments name, and the word that should be a command but is not.
    private var command: (Command, unknown: String?) {
        var command = Command(type: root, path: [root._commandName])
        var rest = arguments[...]
        while !command.type.configuration.subcommands.isEmpty, let argument = rest.popFirst(), argument != "--" {
            if argument.hasPrefix("-") {
                if takingValues.contains(argument) { rest = rest.dropFirst() }
                continue
            }
            guard let next = command.type.configuration.subcommands.first(where: { $0._commandName == argument }) else {
                return (command, argument)
            }
            command = Command(type: next, path: command.path + [argument])
        }
        return (command, nil)
    }

    private func noCommand(_ word: String, of command: Command) -> String {
        let names = command.type.configuration.subcommands.map { $0._commandName }
        let inside =
            command.path.count > 1 ? "\"\(command.path.dropFirst().joined(separator: " "))\" has no command" : "there is no command"
        return "\(inside) \"\(word)\"; \(advice(Suggester.nearest(to: word, among: names), command))"
    }

    private func help(_ command: Command) -> String { "\"\(command.path.joined(separator: " ")) --help\" shows them all" }

    private func advice(_ nearest: String?, _ command: Command) -> String {
        nearest.map { "did you mean \"\($0)\"?" } ?? help(command)
    }

    /// One line that begins in lower case and has no full stop.
    private static func plain(_ message: String) -> String {
        let line = message.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }.joined(separator: "; ")
        let text = line.first.map { $0.lowercased() + line.dropFirst() } ?? line
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
