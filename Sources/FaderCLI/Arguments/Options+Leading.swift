internal import ArgumentParser

extension Options {
    /// `faderctl --locale sv_SE get master`, `faderctl snapshot --json list`: such options move behind the command, whether it takes them
    /// or not.
    static func behindCommand(_ arguments: [String], of program: any ParsableCommand.Type) -> [String] {
        var command = program
        var path: [String] = []
        var options: [String] = []
        var rest = arguments[...]
        while !command.configuration.subcommands.isEmpty, let argument = rest.first {
            if argument.hasPrefix("-"), argument != "--" {
                // Such an option is for the command named so far.
                guard !isAboutCommands(argument) else { return arguments }
                options.append(rest.removeFirst())
                if takingValues.contains(argument), let value = rest.popFirst() { options.append(value) }
            } else {
                if path.isEmpty, argument == "help" { return Array(rest) }
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
