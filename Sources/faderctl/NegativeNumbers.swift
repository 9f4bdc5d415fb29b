/// Lets a negative number be an argument: `faderctl set master -6` works with no `--`.
enum NegativeNumbers {
    /// The arguments with negative numbers, and the arguments that follow them, moved behind a `--`. Options stay where they are found.
    static func protected(_ arguments: [String]) -> [String] {
        guard let first = arguments.firstIndex(where: { $0 == "--" || isNegativeNumber($0) }), arguments[first] != "--" else {
            return arguments
        }
        var kept = Array(arguments[..<first])
        var moved: [String] = []
        var rest = arguments[first...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                moved += rest
                break
            }
            guard argument.hasPrefix("-"), !isNegativeNumber(argument), argument != "-" else {
                moved.append(argument)
                continue
            }
            kept.append(argument)
            if Options.takesValue(argument), let value = rest.popFirst() { kept.append(value) }
        }
        return kept + ["--"] + moved
    }

    /// Whether an argument begins as a negative number does, minus infinity included.
    static func isNegativeNumber(_ argument: String) -> Bool {
        guard argument.first == "-", let next = argument.dropFirst().first else { return false }
        return next.isASCII && (next.isNumber || next == "." || next == ",") || next == "∞"
            || ["-inf", "-infinity"].contains { argument.lowercased() == $0 || argument.lowercased().hasPrefix($0 + " ") }
    }
}
