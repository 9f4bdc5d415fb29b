/// Lets an argument begin with a minus: `faderctl set master -6` and `set master -=3` work without a `--`. `--over -3` gets a clear error.
enum NegativeNumbers {
    /// Texts that begin with a minus and the arguments after them move behind a `--`. Options stay in front of it.
    static func protected(_ arguments: [String]) -> [String] {
        let isSet = arguments.first == "set"
        var kept: [String] = []
        var moved: [String] = []
        var named = 0
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                if moved.isEmpty { return kept + ["--"] + rest }
                moved += rest
                break
            }
            // In `set`, an argument after the id is a text, whatever it begins with.
            let isText = isNegativeNumber(argument) || isSet && named > 1 && isText(argument)
            if isText || !argument.hasPrefix("-") || argument == "-" {
                if isText || !moved.isEmpty { moved.append(argument) } else { kept.append(argument) }
                named += 1
                continue
            }
            guard Options.takingValues.contains(argument), let value = rest.popFirst() else {
                kept.append(argument)
                continue
            }
            // The parser would take the number for an option and report that this option has no value.
            kept += argument.hasPrefix("--") && isNegativeNumber(value) ? ["\(argument)=\(value)"] : [argument, value]
        }
        return moved.isEmpty ? kept : kept + ["--"] + moved
    }

    /// Whether an argument begins like a negative number. Minus infinity counts as one.
    static func isNegativeNumber(_ argument: String) -> Bool {
        guard argument.first == "-", let next = argument.dropFirst().first else { return false }
        return next.isASCII && (next.isNumber || next == "." || next == ",") || next == "∞"
            || ["-inf", "-infinity"].contains { argument.lowercased() == $0 || argument.lowercased().hasPrefix($0 + " ") }
    }

    /// Whether an argument is a text although it begins with a minus: `-=3`, `-(3+2)`, `-max`.
    private static func isText(_ argument: String) -> Bool {
        argument.hasPrefix("-") && !argument.hasPrefix("--") && argument != "-h"
    }
}
