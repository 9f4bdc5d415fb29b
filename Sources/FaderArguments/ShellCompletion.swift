public import ArgumentParser

/// Completion in bash, zsh and fish. The scripts do not know the commands: they call the program with `---complete` and the words typed so
/// far. The scripts that ArgumentParser 1.8 generates are not used: in bash they run a `$(…)` in an offered name, split names with blanks,
/// end at options before a command, and take `--option=value` for an argument.
public enum ShellCompletion {
    /// The first argument of a script's call. The words after the program's name follow it.
    static let request = "---complete"

    /// What a program must do in response to its arguments.
    public enum Request {
        /// The arguments do not ask for completion.
        case none
        /// Print this and exit.
        case print(String)
        /// Print `first`, and let ArgumentParser print the rest for `arguments`.
        case ask(first: String, arguments: [String])
        /// Report a usage error with this sentence.
        case refuse(String)
    }

    /// The request that the arguments of a program, without its name, make.
    public static func request(_ arguments: [String], of program: any ParsableCommand.Type) -> Request {
        let option = "--generate-completion-script"
        guard let first = arguments.first else { return .none }
        if first == request { return answer(Completion(of: Array(arguments.dropFirst()), in: CommandTree(of: program))) }
        if first == option { return script(for: Array(arguments.dropFirst()), of: program) }
        guard first.hasPrefix("\(option)=") else { return .none }
        return script(for: [String(first.dropFirst(option.utf8.count + 1))] + arguments.dropFirst(), of: program)
    }

    /// The first line has the kind of the answer and the `head` of all words. Each further line is a word, a tab and its description.
    private static func answer(_ completion: Completion) -> Request {
        switch completion {
        case .files: .print("files\n")
        case .words(let words, let head): .print("words\t\(head)\n" + words.map { line($0.word, $0.description) + "\n" }.joined())
        case .ask(let arguments, let head): .ask(first: "words\t\(head)\n", arguments: arguments)
        }
    }

    /// A word with its description as a line of the answer. Control characters become blanks, because they would start another.
    public static func line(_ word: String, _ description: String?) -> String {
        [word, description].compactMap { $0 }.map { text in
            String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
        }.joined(separator: "\t")
    }

    private static func script(for shells: [String], of program: any ParsableCommand.Type) -> Request {
        let texts = ["bash": CompletionScript.bash, "zsh": CompletionScript.zsh, "fish": CompletionScript.fish]
        guard shells.count == 1, let text = texts[shells[0]] else {
            let found = shells.isEmpty ? "" : ", found \"\(shells.joined(separator: " "))\""
            return .refuse("--generate-completion-script needs the name of a shell, bash, zsh or fish\(found)")
        }
        return .print(text.replacing("PROGRAM", with: program._commandName))
    }
}
