public import ArgumentParser

/// Completion in bash, zsh and fish. The scripts know nothing: at each press of the key they call the program with `---complete` and what was
/// typed. So all three shells offer the same, and options are understood wherever the program takes them.
///
/// Not the scripts that ArgumentParser generates: in those of 1.8 a name that is offered is expanded by bash (`$(…)` in it is run), names with
/// blanks fall apart, options before a command end all completion, and `--option=value` is counted as an argument.
public enum ShellCompletion {
    /// The argument that a script calls the program with, before the words behind its name; the last one is the one to complete.
    static let request = "---complete"

    /// What a program has to do for its arguments.
    public enum Request {
        /// Nothing of this kind.
        case none
        /// Print this and end.
        case print(String)
        /// Print this, and let ArgumentParser print the rest: give it these arguments.
        case ask(first: String, arguments: [String])
    }

    /// Looks at the arguments of a program, its name not among them.
    public static func request(_ arguments: [String], of program: any ParsableCommand.Type) -> Request {
        switch arguments.first {
        case request: answer(Completion(of: Array(arguments.dropFirst()), in: CommandTree(of: program)))
        case "--generate-completion-script" where arguments.count == 2: script(for: arguments[1], of: program)
        default: .none
        }
    }

    /// An answer begins with a line that says what it is, and what stands before each word; then comes a word a line, with its description
    /// behind a tab.
    private static func answer(_ completion: Completion) -> Request {
        switch completion {
        case .files: .print("files\n")
        case .words(let words, let head): .print("words\t\(head)\n" + words.map { line($0.word, $0.description) + "\n" }.joined())
        case .ask(let arguments, let head): .ask(first: "words\t\(head)\n", arguments: arguments)
        }
    }

    /// A word with its description as a line of the answer; what would be taken for another line or column becomes a blank.
    public static func line(_ word: String, _ description: String?) -> String {
        [word, description].compactMap { $0 }.map { text in
            String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
        }.joined(separator: "\t")
    }

    private static func script(for shell: String, of program: any ParsableCommand.Type) -> Request {
        let texts = ["bash": CompletionScript.bash, "zsh": CompletionScript.zsh, "fish": CompletionScript.fish]
        // ArgumentParser names the shells that there are.
        guard let text = texts[shell] else { return .none }
        return .print(CompletionScript.named(program._commandName, text))
    }
}
