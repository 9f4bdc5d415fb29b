/// What a shell can offer for the last word of a command line.
enum Completion: Equatable {
    /// Each after `head`, the beginning of the same word: `--locale=`.
    case words([Candidate], head: String)
    case files
    /// The answers of an argument's completion closure, each after `head`. ArgumentParser calls the closure with the arguments.
    case ask([String], head: String)

    struct Candidate: Equatable {
        let word: String
        let description: String?
    }

    static let nothing = Completion.words([], head: "")

    /// Completes the last of these words, which follow the program's name.
    init(of words: [String], in program: CommandTree) {
        var line = CommandLineSoFar(program: program)
        for word in words.dropLast() { line.add(word) }
        self = line.completion(of: words.last ?? "")
    }
}

/// The part of a command line before the word to be completed.
private struct CommandLineSoFar {
    private var command: CommandTree
    private var path: [String] = []
    /// The options as they were written, each followed by its value.
    private var options: [String] = []
    private var positionals: [String] = []
    /// The option whose value is the next word; nil if no option waits for one.
    private var pending: CommandTree.Argument?
    private var isPastOptions = false
    private var isHelp = false

    init(program: CommandTree) { command = program }

    mutating func add(_ word: String) {
        if pending != nil {
            options.append(word)
            pending = nil
        } else if !isPastOptions, word == "--" {
            isPastOptions = true
        } else if !isPastOptions, word.hasPrefix("-"), word != "-" {
            addOption(word)
        } else if positionals.isEmpty, let next = command.offered.first(where: { $0.commandName == word }) {
            // A command of the same level follows `help`.
            isHelp = isHelp || word == "help"
            guard word != "help" else { return }
            command = next
            path.append(word)
        } else {
            positionals.append(word)
        }
    }

    private mutating func addOption(_ word: String) {
        let (name, value) = Self.split(word)
        options.append(name)
        guard let option = option(name), option.kind == .option else { return }
        if let value { options.append(value) } else { pending = option }
    }

    /// Splits `--locale=sv` at the equals sign.
    private static func split(_ word: String) -> (name: String, value: String?) {
        guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return (word, nil) }
        return (String(word[..<sign]), String(word[word.index(after: sign)...]))
    }

    private func option(_ name: String) -> CommandTree.Argument? { command.optionsBelow.first { $0.written.contains(name) } }

    func completion(of word: String) -> Completion {
        if let pending { return values(of: pending, head: "") }
        if !isPastOptions, word.hasPrefix("-") {
            let (name, value) = Self.split(word)
            guard value != nil else { return isHelp ? .nothing : .words(unusedOptions, head: "") }
            return option(name).map { values(of: $0, head: name + "=") } ?? .nothing
        }
        let subcommands = command.offered.filter { !isHelp || $0.commandName != "help" }
        guard subcommands.isEmpty else {
            guard positionals.isEmpty else { return .nothing }
            return .words(subcommands.map { .init(word: $0.commandName, description: $0.abstract) }, head: "")
        }
        let all = isHelp ? [] : command.positionals
        guard let last = all.last, positionals.count < all.count || last.isRepeating else { return .nothing }
        let place = min(positionals.count, all.count - 1)
        return values(of: all[place], head: "", place: place)
    }

    private var unusedOptions: [Candidate] {
        command.optionsHere.filter { $0.shouldDisplay && ($0.isRepeating || Swift.Set(options).isDisjoint(with: $0.written)) }
            .compactMap { option in option.written.max { $0.count < $1.count }.map { .init(word: $0, description: option.abstract) } }
    }

    private typealias Candidate = Completion.Candidate

    /// `place` is the index of a positional argument.
    private func values(of argument: CommandTree.Argument, head: String, place: Int? = nil) -> Completion {
        guard let kind = argument.completionKind else { return .nothing }
        if let list = kind.list { return .words(list.values.map { .init(word: $0, description: nil) }, head: head) }
        if kind.file != nil || kind.directory != nil { return .files }
        guard kind.custom != nil || kind.customAsync != nil, let name = place.map({ "positional@\($0)" }) ?? argument.written.first else {
            return .nothing
        }
        // The options with their values, then the positional arguments.
        let typed = [command.commandName] + options + ["--"] + positionals
        let owner = place == nil ? command.path(to: name) ?? [] : []
        return .ask(["---completion"] + path + owner + ["--", name, "\(typed.count)", "0"] + typed, head: head)
    }
}
