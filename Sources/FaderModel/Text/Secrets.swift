/// Finds what may be secret in a config file: the arguments and the environment of the program of an `exec` target, and the user and
/// password in an address. The arguments are everything under `exec`, `read` or a key that no target has, except the first word; the
/// environment is every value under `env`.
///
/// The file may not be valid YAML, and its keys may be misspelled. So this reads the text itself, and what is doubtful counts as a secret.
package struct Secrets {
    /// The columns of the secrets in each line, in order. Lines are 0-based; columns too, in Unicode scalars.
    package private(set) var columns: [Int: [Range<Int>]] = [:]

    /// The lines of the text without their line ends.
    private let lines: [String]
    /// The line and column that are being read.
    private var line = 0
    private var column = 0
    private var text: [Unicode.Scalar] = []
    /// How many brackets and braces are open since the beginning of the target.
    private var depth = 0
    /// Whether the target itself is written in brackets or braces.
    private var isInFlow = false
    /// The keys that this is under, the outermost first.
    private var keys: [Key] = []
    /// Whether a key came before on this line, so that what follows is its value.
    private var isValue = false

    private struct Key {
        let name: String
        let depth: Int
        let column: Int
        /// Whether its first word has been passed.
        var isBegun = false
    }

    /// Where a target begins, and the least indentation of its lines.
    private struct Opening {
        let column: Int
        let indent: Int
        /// Whether it is the value of `target`; otherwise it is an `exec` with its neighbors.
        let isValue: Bool
    }

    /// The keys of targets whose values are not secret.
    private static let harmless: Set<String> = [
        "pulse", "property", "alsa", "osc", "address", "feedback", "args", "send-args", "feedback-args", "range", "send", "steps", "limit",
        "at-start", "mqtt", "topic", "path", "words", "retain", "recall", "recall-next", "over", "save", "undo", "redo", "set", "midi",
        "release", "lit-by", "obs", "input", "scene", "t-bar", "recording", "streaming", "request", "wait", "mpris", "call", "brightness",
        "sacn",
        "artnet", "channel", "bits", "white",
    ]
    /// What follows a number that is no part of a secret.
    private static let units: Set<String> = ["ms", "s", "min", "h", "dB", "Hz", "kHz", "%"]
    private static let secret: Set<String> = ["exec", "read", "env"]

    /// Finds the secrets in a text. `lines` are its lines without their line ends.
    package init(in lines: [String]) {
        self.lines = lines
        while line < lines.count {
            if text.isEmpty { load() }
            if let opening = nextOpening() {
                read(opening)
            } else {
                (line, column, text) = (line + 1, 0, [])
            }
        }
        for line in lines.indices where lines[line].utf8.contains(UInt8(ascii: "@")) { hideLogin(in: line) }
    }

    /// Notes what comes before the host of an address, as in `mqtt://user:password@host`.
    private mutating func hideLogin(in line: Int) {
        let scalars = Array(lines[line].unicodeScalars)
        guard let end = scalars.lastIndex(of: "@"), let slash = scalars[..<end].lastIndex(of: "/"), slash > 1,
            scalars[slash - 1] == "/", scalars[slash - 2] == ":", slash + 1 < end
        else { return }
        columns[line, default: []].append(slash + 1..<end)
        columns[line]?.sort { $0.lowerBound < $1.lowerBound }
    }

    private mutating func load() { text = Array(lines[line].unicodeScalars) }

    /// The next `target:` or `exec:` on this line.
    private func nextOpening() -> Opening? {
        guard text.count - column > 4 else { return nil }
        for start in column..<text.count - 4 where text[start] == "t" || text[start] == "e" {
            guard start == 0 || !Self.isWord(text[start - 1]) else { continue }
            let quote = start > 0 && (text[start - 1] == "\"" || text[start - 1] == "'") ? 1 : 0
            guard let key = key(at: start - quote), key.name == "target" || key.name == "exec" else { continue }
            let isInFlow = Self.openBrackets(in: text[..<start]) > 0
            let isValue = key.name == "target"
            guard isValue || isList(from: key.end) else { continue }
            let indent = isInFlow ? indentation : isValue ? start - quote + 1 : start - quote
            return Opening(column: isValue ? key.end : start - quote, indent: indent, isValue: isValue)
        }
        return nil
    }

    /// Whether a value is a list. If not, `exec` may be the name of a parameter.
    private func isList(from column: Int) -> Bool {
        let isBlank = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" }
        if let first = text[column...].first(where: { !isBlank($0) }) { return first == "[" }
        guard line + 1 < lines.count else { return false }
        return lines[line + 1].unicodeScalars.first { !isBlank($0) } == "-"
    }

    /// Reads a target up to its end.
    private mutating func read(_ opening: Opening) {
        isInFlow = Self.openBrackets(in: text[..<opening.column]) > 0
        (column, depth, keys, isValue) = (opening.column, 0, [], false)
        let isBracketed = opening.isValue && ["{", "["].contains(text[column...].first { $0 != " " && $0 != "\t" })
        var isNewLine = false
        while true {
            while column < text.count, text[column] == " " || text[column] == "\t" { column += 1 }
            guard column < text.count else {
                guard nextLine(opening) else { return }
                isNewLine = true
                continue
            }
            if isNewLine, depth == 0, !isInFlow { close(atLeast: text[column] == "-" ? column + 1 : column) }
            switch text[column] {
            case "-" where isNewLine && depth == 0 && (column + 1 == text.count || text[column + 1] == " "):
                column += 1
                continue
            case "{", "[":
                (depth, isValue) = (depth + 1, false)
                column += 1
            case "}", "]":
                depth -= 1
                column += 1
                keys.removeAll { [depth] in $0.depth > depth }
                if depth < 0 || depth == 0 && isBracketed { return }
            case "," where depth > 0 || isInFlow:
                if depth == 0, opening.isValue { return }
                close(atLeast: 0)
                (column, isValue) = (column + 1, false)
            default: scalar(opening)
            }
            isNewLine = false
        }
    }

    /// Goes to the next line of the target that is not blank; false if there is none.
    private mutating func nextLine(_ opening: Opening) -> Bool {
        isValue = false
        while true {
            (line, column, text) = (line + 1, 0, [])
            guard line < lines.count else { return false }
            load()
            guard let first = text.first(where: { $0 != " " && $0 != "\t" }) else { continue }
            let indent = indentation
            if depth == 0, !isInFlow {
                return indent >= opening.indent || opening.isValue && indent == opening.indent - 1 && first == "-"
            }
            // A bracket that is never closed ends with the next key.
            let isKey = key(at: indent).map { !Self.secret.contains($0.name) } ?? false
            return indent > opening.indent || indent == opening.indent && !isKey
        }
    }

    /// Reads a key or a text.
    private mutating func scalar(_ opening: Opening) {
        let around = keys.indices.first { isSecret(at: $0) }
        if !isValue, let key = key(at: column), around.map({ isVariable(key.name, in: $0) }) ?? true {
            close(atLeast: column)
            keys.append(Key(name: key.name, depth: depth, column: column))
            (column, isValue) = (key.end, true)
            return
        }
        guard let around else {
            guard keys.isEmpty else { return skip(isSecret: false, opening) }
            // Such as `exec [curl]`: what follows may be a value.
            keys.append(Key(name: "", depth: depth, column: column, isBegun: true))
            guard let end = endOfWord else { return skip(isSecret: true, opening) }
            column = end
            return
        }
        if let end = endOfQuantity(in: around) {
            column = end
            return
        }
        let isFirst = keys[around].name != "env" && !keys[around].isBegun
        keys[around].isBegun = true
        guard isFirst, let end = endOfWord else { return skip(isSecret: true, opening) }
        column = end
    }

    /// Where a number with its unit ends, such as `3 s`, that is all of the value of a misspelled key; nil if this is something else.
    private func endOfQuantity(in around: Int) -> Int? {
        guard !Self.secret.contains(keys[around].name) else { return nil }
        let end = text[column...].firstIndex { ",[]{}".unicodeScalars.contains($0) } ?? text.count
        let words = text[column..<end].split(separator: " ").map { String(String.UnicodeScalarView($0)) }
        guard words.count == 2, Double(words[0]) != nil, Self.units.contains(words[1]) else { return nil }
        return end
    }

    /// Where the word ends that begins here, with its quotes; nil if it is quoted and more than a word.
    private var endOfWord: Int? {
        let isQuoted = text[column] == "\"" || text[column] == "'"
        let rest = text[(isQuoted ? column + 1 : column)...]
        guard let end = rest.firstIndex(where: { isQuoted && $0 == text[column] || " \t,[]{}".unicodeScalars.contains($0) }) else {
            return isQuoted ? nil : text.count
        }
        return !isQuoted ? max(end, column + 1) : text[end] == text[column] ? end + 1 : nil
    }

    /// Whether the value of the key at an index is a secret.
    private func isSecret(at index: Int) -> Bool { Self.secret.contains(keys[index].name) || !Self.harmless.contains(keys[0].name) }

    /// Whether a key inside a secret is shown: the name of a variable, or the `file` that says that the value is in a file.
    private func isVariable(_ name: String, in around: Int) -> Bool {
        keys[around].name == "env" && (keys.count == around + 1 || name == "file")
    }

    /// Passes a text, or a comment.
    private mutating func skip(isSecret: Bool, _ opening: Opening) {
        if text[column] == "\"" || text[column] == "'" { return skipQuoted(isSecret: isSecret, opening) }
        let (begin, isInFlow) = (column, depth > 0 || isInFlow)
        while column < text.count, !(isInFlow && [",", "[", "]", "{", "}"].contains(text[column])) {
            let isComment = text[column] == "#" && (column == 0 || text[column - 1] == " " || text[column - 1] == "\t")
            column = isComment ? text.count : column + 1
        }
        if isSecret { hide(begin..<column) }
    }

    /// Passes a quoted text, which may go on over several lines.
    private mutating func skipQuoted(isSecret: Bool, _ opening: Opening) {
        let quote = text[column]
        var begin = column
        column += 1
        while true {
            while column < text.count, text[column] != quote { column += text[column] == "\\" && quote == "\"" ? 2 : 1 }
            let isClosed = column < text.count
            column = min(column + 1, text.count)
            if isSecret { hide(begin..<column) }
            guard !isClosed, nextLine(opening) else { return }
            begin = 0
        }
    }

    /// Notes a secret, unless it is only a placeholder that faderd fills in, such as `{value}`.
    private mutating func hide(_ range: Range<Int>) {
        var range = range
        while let last = range.last, text[last] == " " || text[last] == "\t" { range = range.lowerBound..<last }
        while let first = range.first, text[first] == " " || text[first] == "\t" { range = first + 1..<range.upperBound }
        let bare = text[range].filter { $0 != "\"" && $0 != "'" }
        let name = bare.dropFirst().dropLast()
        let isFilledIn = bare.first == "{" && bare.last == "}" && !name.isEmpty && name.allSatisfy(\.properties.isAlphabetic)
        if !range.isEmpty, !isFilledIn { columns[line, default: []].append(range) }
    }

    /// Forgets the keys that end before a key or item in this column.
    private mutating func close(atLeast column: Int) {
        let isInFlow = depth > 0 || isInFlow
        keys.removeAll { [depth] in $0.depth > depth || $0.depth == depth && (isInFlow || $0.column >= column) }
    }

    /// The key in a column, and where its value begins. The colon may have no space after it.
    private func key(at start: Int) -> (name: String, end: Int)? {
        guard start < text.count else { return nil }
        let quote = text[start] == "\"" || text[start] == "'" ? text[start] : nil
        let first = quote == nil ? start : start + 1
        var end = first
        while end < text.count, Self.isWord(text[end]) { end += 1 }
        guard end > first else { return nil }
        let name = String(String.UnicodeScalarView(text[first..<end]))
        if let quote {
            guard end < text.count, text[end] == quote else { return nil }
            end += 1
        }
        while end < text.count, text[end] == " " { end += 1 }
        guard end < text.count, text[end] == ":" else { return nil }
        return (name, end + 1)
    }

    private var indentation: Int { text.prefix { $0 == " " || $0 == "\t" }.count }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_" || scalar == "-"
    }

    /// How many brackets and braces are open at the end of a part of a line.
    private static func openBrackets(in text: ArraySlice<Unicode.Scalar>) -> Int {
        var (depth, quote) = (0, Unicode.Scalar?.none)
        for scalar in text {
            if let open = quote {
                if scalar == open { quote = nil }
            } else {
                switch scalar {
                case "\"", "'": quote = scalar
                case "{", "[": depth += 1
                case "}", "]": depth -= 1
                default: break
                }
            }
        }
        return depth
    }
}

extension Secrets {
    /// What is shown instead of a secret.
    package static let hidden = "***"
    /// The longest line that is searched, in bytes.
    package static let longestLine = 64 << 10

    /// The text of a file with each secret replaced. A line that is too long to be searched is replaced as a whole.
    package static func hiding(in bytes: [UInt8]) -> String {
        let ranges = TextLines.ranges(of: bytes)
        let lines = ranges.map { $0.count <= longestLine ? String(decoding: bytes[$0], as: UTF8.self) : "" }
        let columns = Secrets(in: lines).columns
        return ranges.indices.map { index in
            guard ranges[index].count <= longestLine else { return hidden }
            return hide(columns[index] ?? [], in: Array(lines[index].unicodeScalars))
        }.joined(separator: "\n")
    }

    private static func hide(_ columns: [Range<Int>], in line: [Unicode.Scalar]) -> String {
        var (shown, end) = (String.UnicodeScalarView(), 0)
        for range in columns where range.lowerBound >= end && range.upperBound <= line.count {
            shown.append(contentsOf: line[end..<range.lowerBound])
            shown.append(contentsOf: hidden.unicodeScalars)
            end = range.upperBound
        }
        shown.append(contentsOf: line[end...])
        return String(shown)
    }
}
