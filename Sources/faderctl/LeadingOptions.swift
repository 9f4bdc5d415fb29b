internal import ArgumentParser

/// Options that are written before the command: `faderctl --locale sv_SE get master`, `faderctl snapshot --json list`.
enum LeadingOptions {
    /// The arguments with such options behind the command that they are meant for. Whether it has them is its own matter.
    static func behindCommand(_ arguments: [String], of root: any ParsableCommand.Type) -> [String] {
        var command = root
        var path: [String] = []
        var options: [String] = []
        var rest = arguments[...]
        while !command.configuration.subcommands.isEmpty, let argument = rest.first {
            if argument.hasPrefix("-"), argument != "--" {
                // Those are for whatever command is named so far.
                guard !Self.isAboutCommands(argument) else { return arguments }
                options.append(rest.removeFirst())
                if Options.takesValue(argument), let value = rest.popFirst() { options.append(value) }
            } else {
                guard let next = command.configuration.subcommands.first(where: { $0._commandName == argument }) else { return arguments }
                path.append(rest.removeFirst())
                command = next
            }
        }
        return path.isEmpty ? arguments : path + options + rest
    }

    private static func isAboutCommands(_ argument: String) -> Bool {
        ["-h", "--help", "-help", "--version"].contains(argument) || argument.hasPrefix("--generate-completion-script")
            || argument.hasPrefix("---") || argument.hasPrefix("--experimental")
    }
}
