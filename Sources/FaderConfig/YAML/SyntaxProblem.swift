/// Why libyaml stopped, with its marks (0-based), and what people are told instead.
struct SyntaxProblem: Error {
    let said: String
    let context: String
    let line: Int
    let column: Int
    let contextLine: Int
    let contextColumn: Int
    var mayQuote = true

    /// The location is what to fix. `flow` is the line (0-based) of the outermost open bracket or brace; `quote` is the last quoted text
    /// that spans several lines.
    func explained(in source: Source, flow: Int?, quote: (start: Location, endLine: Int)?) -> (location: Location, message: String) {
        let isCutOff = said.contains("end of stream")
        // An unclosed quote ends at the next quote in the file, and the text after that makes no sense.
        if let quote, quote.endLine == line, !isCutOff {
            return (quote.start, "the quote that opens here is not closed on its line")
        }
        if let flow, let comment = comment(in: source, from: flow) { return comment }
        let (location, message) = diagnosis(in: source)
        if !isCutOff, let look = source.line(location.line).flatMap(LookAlike.first) {
            return (Location(source: source, line: location.line, column: look.column), look.message)
        }
        if said.hasPrefix("did not find expected"), let braces = bareBraces(at: location) {
            return (braces, Self.bareBraces)
        }
        if said == "mapping values are not allowed in this context", let key = keyBefore(location) {
            let look = source.line(key.line).flatMap(LookAlike.first)
            return (Location(source: source, line: key.line, column: look?.column ?? key.column), look?.message ?? noColon(at: key))
        }
        return (location, message)
    }

    /// A comment within brackets, which hides the closing bracket.
    private func comment(in source: Source, from first: Int) -> (location: Location, message: String)? {
        for index in first...max(first, min(line, first + 100)) {
            guard let comment = source.line(index + 1).flatMap({ LookAlike.comment(in: $0, mayQuote: mayQuote) }) else { continue }
            return (Location(source: source, line: index + 1, column: comment.column), comment.message)
        }
        return nil
    }

    /// The message for `{ch}.level` or `/ch/{nn}/mix` without quotes.
    static let bareBraces = "YAML reads braces without quotes as a block of keys; put it in quotes"

    /// The text that has a word in braces here or right before.
    private func bareBraces(at location: Location) -> Location? {
        guard let line = location.source.line(location.line) else { return nil }
        let scalars = Array(line.unicodeScalars)
        var open = min(location.column - 1, scalars.count)
        if open == scalars.count || scalars[open] != "{" {
            guard let close = scalars[..<open].lastIndex(where: { $0 != " " }), scalars[close] == "}",
                let brace = scalars[..<close].lastIndex(of: "{")
            else { return nil }
            // In `{a: {} b: 1}`, only a comma is missing.
            if close + 1 < open, brace + 1 == close || scalars[open...].prefix(while: { $0 != " " }).last == ":" { return nil }
            open = brace
        }
        let word = scalars[(open + 1)...].prefix { $0 != "}" }
        guard word.endIndex < scalars.count,
            word.allSatisfy({ $0.isASCII && ($0.properties.isAlphabetic || "0123456789_-.".unicodeScalars.contains($0)) })
        else { return nil }
        while open > 0, !" ,[{\"'".unicodeScalars.contains(scalars[open - 1]) { open -= 1 }
        return Location(source: location.source, line: location.line, column: open + 1)
    }

    /// The line before, if it is indented like a key but has no colon.
    private func keyBefore(_ location: Location) -> Location? {
        guard location.line > 1, let text = location.source.line(location.line), let before = location.source.line(location.line - 1) else {
            return nil
        }
        let indent = before.prefix { $0 == " " }.count
        let word = before.dropFirst(indent)
        guard indent == text.prefix(while: { $0 == " " }).count, let first = word.first, first.isLetter || first.isNumber,
            !word.contains(": "), !word.hasSuffix(":"), !word.contains("#")
        else { return nil }
        return Location(source: location.source, line: location.line - 1, column: indent + 1)
    }

    private func noColon(at location: Location) -> String {
        var word = ""
        if let line = location.source.line(location.line) {
            word.unicodeScalars.append(contentsOf: line.unicodeScalars.dropFirst(location.column - 1))
        }
        return (mayQuote ? LookAlike.missingSpace(word)?.message : nil) ?? "\":\" and a space are missing after this key"
    }

    private func diagnosis(in source: Source) -> (location: Location, message: String) {
        let here = Location(source: source, line: line + 1, column: column + 1)
        let begin = Location(source: source, line: contextLine + 1, column: contextColumn + 1)
        switch said {
        case _ where context.contains("anchor") || context.contains("alias"):
            return (begin, "a text that begins with \"*\" or \"&\" must be in quotes")
        case _ where context.contains("tag"):
            return (begin, "a text that begins with \"!\" must be in quotes")
        case "found character that cannot start any token":
            let character = source.character(at: here)
            let isTab = character == "\t"
            let what = isTab ? "a tab cannot indent" : "a text that begins with \"\(character.map(String.init) ?? "")\" must be in quotes"
            return (here, isTab ? what + "; use spaces" : what)
        case "mapping values are not allowed in this context":
            return (here, "\":\" is not expected here: put a text with \": \" in quotes, or look at the indentation")
        case "could not find expected ':'":
            return (begin, noColon(at: begin))
        case "found unexpected end of stream" where context.contains("quoted"):
            return (begin, "the quote that opens here is never closed")
        case "found unexpected document indicator":
            return (here, "\"---\" or \"...\" within quotes")
        case "did not find expected key", "did not find expected '-' indicator":
            return (here, "this does not fit the block that begins on line \(contextLine + 1): look at the indentation")
        case "did not find expected ',' or ']'":
            return (here, "\",\" or \"]\" is missing: the list opens at \(begin.described(from: here))")
        case "did not find expected ',' or '}'":
            return (here, "\",\" or \"}\" is missing: the block opens at \(begin.described(from: here))")
        default:
            return (here, context.isEmpty ? "not YAML: \(said)" : "not YAML: \(said) \(context)")
        }
    }
}

extension Source {
    fileprivate func character(at location: Location) -> Character? {
        guard let scalars = line(location.line)?.unicodeScalars, location.column >= 1, location.column <= scalars.count else { return nil }
        return Character(scalars[scalars.index(scalars.startIndex, offsetBy: location.column - 1)])
    }
}
