public import ArgumentParser
internal import FaderModel

/// Describes what is wrong with a program's arguments, in one sentence that says what to do next. Both `faderd` and `faderctl` use it.
public struct UsageError {
    private let root: any ParsableCommand.Type
    private let arguments: [String]
    private let takingValues: [String]

    /// Makes a description for these arguments, which lack the program's name. `takingValues` are the options that take the next argument as
    /// their value.
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
        if let option = unknownOption(of: command) {
            let known = options(of: command).filter { $0.hasPrefix("--") }
            return "there is no option \"\(option)\"; \(advice(Suggester.nearest(to: option, among: known), command))"
        }
        let message = root.message(for: error)
        if !command.type.configuration.subcommands.isEmpty { return "no command is given; \(help(command))" }
        return reworded(message, command) ?? Self.plain(message)
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

    // MARK: What the parser says

    /// Rewords a message of the parser; nil for other messages, for example those of a command.
    private func reworded(_ message: String, _ command: Command) -> String? {
        let program = "\"\(command.path.joined(separator: " "))\""
        let more = "; see \"\(command.path.joined(separator: " ")) --help\""
        let quoted = Self.quoted(message)
        if message.hasPrefix("Unknown option"), let option = quoted.first { return "there is no option \"\(option)\"; \(help(command))" }
        if message.hasPrefix("Missing expected argument"), let name = quoted.first { return "\(program) needs \(name)\(more)" }
        if message.hasPrefix("Missing value for"), let option = quoted.first { return "a value is missing: \(option)\(more)" }
        if message.hasPrefix("Unexpected argument") || message.contains(" unexpected arguments: ") {
            let words = quoted.map { "\"\($0)\"" }.joined(separator: ", ")
            return "\(program) takes nothing more, found \(words)\(more)"
        }
        if message.hasPrefix("Value to be set with flag"), quoted.count == 2 {
            return "\(quoted[1]) and \(quoted[0]) exclude each other\(more)"
        }
        if message.hasPrefix("The option"), quoted.count == 2 { return "\(quoted[0]) takes no value, found \"\(quoted[1])\"\(more)" }
        if message.hasPrefix("The value"), quoted.count > 1 { return notTaken(message, quoted, more) }
        return message.first?.isUppercase == true ? Self.plain(message) + more : nil
    }

    /// The sentence for an invalid value. It says what is expected if the parser knows that.
    private func notTaken(_ message: String, _ quoted: [String], _ more: String) -> String {
        // If the program has a message about the value, it follows a colon.
        if let head = message.firstRange(of: "'\(quoted[1])': ") { return Self.plain(String(message[head.upperBound...])) }
        // An argument that refuses a number wants a whole one, or one that is not so large; but not one of the form KEY=VALUE.
        let isNumber = quoted.count == 2 && !quoted[1].contains("=")
        let digits = quoted[0].hasPrefix("-") ? quoted[0].dropFirst() : quoted[0][...]
        if isNumber, !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) {
            return "\(quoted[1]) is too \(digits.startIndex == quoted[0].startIndex ? "large" : "small"), found \"\(quoted[0])\"\(more)"
        }
        if isNumber, Double(quoted[0]) != nil { return "\(quoted[1]) must be a whole number, found \"\(quoted[0])\"\(more)" }
        let choices = quoted.dropFirst(2).map { "\"\($0)\"" }
        let expected = choices.isEmpty ? "" : "; expected \(choices.joined(separator: " or "))"
        return "\"\(quoted[0])\" cannot be \(quoted[1])\(expected.isEmpty ? more : expected)"
    }

    /// The first option that the command does not have. Other errors often follow from it.
    private func unknownOption(of command: Command) -> String? {
        guard command.type.configuration.subcommands.isEmpty else { return nil }
        let known = options(of: command)
        var rest = arguments[...]
        while let argument = rest.popFirst(), argument != "--" {
            if takingValues.contains(argument), known.contains(argument) { rest = rest.dropFirst() }
            let name = String(argument.prefix { $0 != "=" })
            if name.hasPrefix("--"), !known.contains(name) { return name }
            // After a short option, its value may follow at once: `-l2`.
            guard !name.hasPrefix("--"), name.dropFirst().first?.isLetter == true else { continue }
            if name.hasPrefix("-"), !known.contains(String(name.prefix(2))) { return name }
        }
        return nil
    }

    /// The options of a command, taken from its help.
    private func options(of command: Command) -> [String] {
        let help = root.helpMessage(for: command.type, columns: 1000)
        let lines = help.split(separator: "\n").filter { $0.hasPrefix("  -") }
        return lines.flatMap { line in
            line.split { " ,/".contains($0) }.prefix { $0.hasPrefix("-") || $0.hasPrefix("<") }.filter { $0.hasPrefix("-") }.map(
                String.init)
        }
    }

    /// The texts that stand between single quotes.
    private static func quoted(_ message: String) -> [String] {
        let parts = message.split(separator: "'", omittingEmptySubsequences: false)
        return stride(from: 1, to: parts.count - 1, by: 2).map { String(parts[$0]) }
    }

    /// The message as one line that begins in lower case and has no full stop.
    private static func plain(_ message: String) -> String {
        let line = message.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }.joined(separator: "; ")
        let text = line.first.map { $0.lowercased() + line.dropFirst() } ?? line
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
