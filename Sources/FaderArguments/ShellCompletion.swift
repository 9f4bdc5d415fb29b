public import ArgumentParser

/// Completion in bash, zsh and fish.
///
/// The scripts do not know the commands. Each time the completion key is pressed, they call the program with `---complete` and the words
/// typed so far. So all three shells offer the same, and options are understood wherever the program accepts them.
///
/// The scripts that ArgumentParser generates are not used. In those of version 1.8, bash expands an offered name (and runs a `$(…)` in it),
/// names with blanks are split, options before a command end all completion, and `--option=value` counts as an argument.
public enum ShellCompletion {
    /// The first argument when a script calls the program. The words after the program's name follow it; the last one is to be completed.
    static let request = "---complete"

    /// What a program must do in response to its arguments.
    public enum Request {
        /// The arguments do not ask for completion.
        case none
        /// Print this and end.
        case print(String)
        /// Print `first`, and let ArgumentParser print the rest: call it with `arguments`.
        case ask(first: String, arguments: [String])
        /// A usage error, with its sentence.
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

    /// Answers a script. The first line gives the kind of the answer and the `head` that precedes each word. Each further line is a word,
    /// followed by a tab and its description.
    private static func answer(_ completion: Completion) -> Request {
        switch completion {
        case .files: .print("files\n")
        case .words(let words, let head): .print("words\t\(head)\n" + words.map { line($0.word, $0.description) + "\n" }.joined())
        case .ask(let arguments, let head): .ask(first: "words\t\(head)\n", arguments: arguments)
        }
    }

    /// A word with its description as a line of the answer. Control characters become blanks, because they would start another line or
    /// column.
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
