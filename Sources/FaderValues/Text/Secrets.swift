/// Arguments and variables of programs, passwords, and everything below a key that no target has.
package enum Secrets {
    /// The text shown instead of a secret.
    package static let hidden = "***"
    /// The keys of a program's arguments and of its variables.
    package static let programs: Set<String> = ["exec", "read"]
    package static let variables = "env"
    /// Keys that people try; faderd has none of them.
    package static let passwords: Set<String> = ["password", "passwd", "token", "secret"]

    /// The user and password in an address such as `mqtt://user:password@host`; nil if there are none.
    package static func login(in text: ArraySlice<Unicode.Scalar>) -> Range<Int>? {
        guard let end = text.lastIndex(of: "@") else { return nil }
        let begin = text[..<end].indices.dropFirst(2).first { text[$0] == "/" && text[$0 - 1] == "/" && text[$0 - 2] == ":" }
        return begin.map { $0 + 1..<end }
    }

    /// The lines without what may be secret; nil: all of a line may be. The file may not be YAML, and its keys may be misspelled, so every
    /// doubtful block is hidden. `keys` are those whose values are shown.
    package static func lines(of bytes: [UInt8], showing keys: Set<String>) -> [String?] {
        let lines = TextLines.ranges(of: bytes).map { Array(String(decoding: bytes[$0], as: UTF8.self).unicodeScalars) }
        var shown: [String?] = []
        while shown.count < lines.count {
            let (next, line) = (shown.count, lines[shown.count])
            let end = Self.end(ofBlockAt: next, in: lines)
            guard let start = start(in: line), !isHarmless(lines[next..<end], from: start, keys) else {
                shown.append(string(line))
                continue
            }
            shown.append(string(line[..<start]) + hidden)
            shown += [String?](repeating: nil, count: end - next - 1)
        }
        return shown
    }

    /// Whether a line has a word that may come before a secret.
    package static func mayBegin(in line: String) -> Bool { start(in: Array(line.unicodeScalars)) != nil }

    /// A word that may come before a secret, a login, or a text with escapes, which may be such a word.
    private static func start(in line: [Unicode.Scalar]) -> Int? {
        let word = words(in: line[...]).first { isSuspect(string(line[$0])) }?.lowerBound
        return [word, login(in: line[...])?.lowerBound, escape(in: line[...])].compactMap { $0 }.min()
    }

    /// Where the code of a letter begins, as in `"\x65xec"`.
    private static func escape(in text: ArraySlice<Unicode.Scalar>) -> Int? {
        zip(text.indices, text.indices.dropFirst()).first { text[$0] == "\\" && "xuU".unicodeScalars.contains(text[$1]) }?.0
    }

    private static func isSuspect(_ word: String) -> Bool {
        word == "target" || word == "targets" || word == variables || programs.contains(word) || passwords.contains(word)
    }

    /// Whether all keys are of targets and have no secret values. Keys of blocks, such as the names in `targets`, can be anything.
    private static func isHarmless(_ lines: ArraySlice<[Unicode.Scalar]>, from start: Int, _ keys: Set<String>) -> Bool {
        for (number, line) in zip(lines.indices, lines) {
            let text = number == lines.startIndex ? line[start...] : line[...]
            if login(in: text) != nil || escape(in: text) != nil { return false }
            for place in words(in: text) {
                let word = string(line[place])
                if word == "target" || word == "targets" { continue }
                if isSuspect(word) { return false }
                let rest = line[place.upperBound...].drop { $0 == "\"" || $0 == "'" || $0 == " " }
                // Not keys: `"desk:10023"`, `"mqtts://h"`.
                guard rest.first == ":", !(rest.dropFirst().first.map { $0 == "/" || ("0"..."9").contains($0) } ?? false) else { continue }
                let value = rest.dropFirst().first { $0 != " " }
                if !keys.contains(word), value != nil, value != "{" { return false }
            }
        }
        return true
    }

    /// The first line with a key, indented no more than the block, while no bracket is open. After a comment: the first line that is none.
    private static func end(ofBlockAt start: Int, in lines: [[Unicode.Scalar]]) -> Int {
        let indent = indentation(lines[start])
        if isComment(lines[start]) { return lines[start...].firstIndex { !isComment($0) } ?? lines.count }
        var depth = openBrackets(lines[start])
        for index in lines.indices.dropFirst(start + 1) {
            if depth <= 0, indentation(lines[index]) <= indent, beginsWithKey(lines[index]) { return index }
            depth += openBrackets(lines[index])
        }
        return lines.count
    }

    private static func indentation(_ line: [Unicode.Scalar]) -> Int { line.prefix { $0 == " " || $0 == "\t" }.count }

    private static func isComment(_ line: [Unicode.Scalar]) -> Bool { line.dropFirst(indentation(line)).first == "#" }

    private static func beginsWithKey(_ line: [Unicode.Scalar]) -> Bool {
        guard let colon = line.firstIndex(of: ":"), colon + 1 == line.count || line[colon + 1] == " " else { return false }
        let key = line[indentation(line)..<colon]
        return key.first != "-" && key.first != "#" && !key.isEmpty && !key.contains { " \t,[]".unicodeScalars.contains($0) }
    }

    /// More brackets and braces than the line closes. Those in double quotes close none outside the quotes.
    private static func openBrackets(_ line: [Unicode.Scalar]) -> Int {
        var (open, quoted, isQuoted) = (0, 0, false)
        for scalar in line {
            switch scalar {
            case "\"": isQuoted.toggle()
            case "[", "{": if isQuoted { quoted += 1 } else { open += 1 }
            case "]", "}": if isQuoted { quoted -= 1 } else { open -= 1 }
            default: break
            }
        }
        return open + max(0, quoted)
    }

    private static func words(in line: ArraySlice<Unicode.Scalar>) -> [Range<Int>] {
        line.split { !(isLetter($0) || $0 == "-" || $0 == "_") }.map { $0.startIndex..<$0.endIndex }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) }

    private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}
