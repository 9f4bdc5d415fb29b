/// Why libyaml cannot read on: its own words and marks (0-based), and what a person is told instead.
struct SyntaxProblem: Error {
    let said: String
    let context: String
    let line: Int
    let column: Int
    let contextLine: Int
    let contextColumn: Int

    /// Notes it at the place where it can be mended.
    func tell(_ report: Report, in source: Source) {
        let here = Place(source: source, line: line + 1, column: column + 1)
        let begin = Place(source: source, line: contextLine + 1, column: contextColumn + 1)
        switch said {
        case _ where context.contains("anchor") || context.contains("alias"):
            report.error(begin, "a text that begins with \"*\" or \"&\" must be in quotes")
        case _ where context.contains("tag"):
            report.error(begin, "a text that begins with \"!\" must be in quotes")
        case "found character that cannot start any token":
            let character = source.character(at: here)
            let isTab = character == "\t"
            let what = isTab ? "a tab cannot indent" : "a text that begins with \"\(character.map(String.init) ?? "")\" must be in quotes"
            report.error(here, isTab ? what + "; use spaces" : what)
        case "mapping values are not allowed in this context":
            report.error(here, "\":\" is not expected here: put a text with \": \" in quotes, or look at the indentation")
        case "could not find expected ':'":
            report.error(begin, "\":\" and a space are missing after this key")
        case "found unexpected end of stream" where context.contains("quoted"):
            report.error(begin, "the quote that opens here is never closed")
        case "found unexpected document indicator":
            report.error(here, "\"---\" or \"...\" within quotes")
        case "did not find expected key", "did not find expected '-' indicator":
            report.error(here, "this does not fit the block that begins on line \(contextLine + 1): look at the indentation")
        case "did not find expected ',' or ']'":
            report.error(here, "\",\" or \"]\" is missing: the list opens at \(begin.described(from: here))")
        case "did not find expected ',' or '}'":
            report.error(here, "\",\" or \"}\" is missing: the block opens at \(begin.described(from: here))")
        default:
            report.error(here, context.isEmpty ? "not YAML: \(said)" : "not YAML: \(said) \(context)")
        }
    }
}

extension Source {
    /// The character at a place, if there is one.
    fileprivate func character(at place: Place) -> Character? {
        guard let scalars = line(place.line)?.unicodeScalars, place.column >= 1, place.column <= scalars.count else { return nil }
        return Character(scalars[scalars.index(scalars.startIndex, offsetBy: place.column - 1)])
    }
}
