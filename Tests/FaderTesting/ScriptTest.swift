/// A test of a file in `Tests/Scripts`: a sentence, what it stands on, what is done and what comes of it.
public struct ScriptTest: Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String
    /// The file and the line that it begins at.
    public let place: String
    /// The lines of the block that says what the tests below it stand on.
    public let setting: [String]
    /// Those of the other configs that a test may put in force, by their names.
    public let others: [String: [String]]
    /// The lines that come before those of each test, and its own.
    public let beginning: [String], lines: [String]
    private let line: Int

    /// A file that cannot be read as tests: what is wrong, with its place.
    public struct Problem: Error, CustomStringConvertible {
        /// The place and what is wrong.
        public let description: String
    }

    /// The tests of every file in a folder of `Tests`, see `read`.
    public static func all(in folder: String, on setting: String?) throws -> [ScriptTest] {
        try TestFile.all(in: folder, ".txt").flatMap { try read(TestFile.text($0), file: "Tests/\($0)", on: setting) }
    }

    /// The tests of a text: blocks of a line at the margin and the lines that are indented below it. A line at the margin is `test` and a
    /// sentence; the word `setting`; `config` and a name, for another config; or `begin`, for what comes before each test until the next
    /// setting. One that begins with `#` is a comment.
    public static func read(_ text: String, file: String, on setting: String?) throws(Problem) -> [ScriptTest] {
        var (tests, settings, beginning): ([ScriptTest], [String]?, [String]) = ([], setting == nil ? [] : nil, [])
        var others: [String: [String]] = [:]
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for (index, line) in lines.enumerated() where line.hasPrefix("  ") {
            if index > 0, let before = lines[index - 1].first, before != "#" { continue }
            throw Problem(description: "\(file):\(index + 1): this line is below nothing: a blank line or a comment ends what is above it")
        }
        for (index, head) in lines.enumerated() where !head.isEmpty && !head.hasPrefix("  ") && !head.hasPrefix("#") {
            let place = "\(file):\(index + 1)"
            let below = lines[(index + 1)...].prefix { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
            guard !below.isEmpty else { throw Problem(description: "\(place): nothing is indented below \"\(head)\"") }
            if head == setting {
                (settings, beginning, others) = (below, [], [:])
            } else if head.hasPrefix("config "), settings != nil {
                others[String(head.dropFirst("config ".count))] = below
            } else if head == "begin" {
                beginning = below
            } else if head.hasPrefix("test "), let settings {
                let sentence = String(head.dropFirst("test ".count))
                tests.append(
                    ScriptTest(
                        description: sentence, place: place, setting: settings, others: others, beginning: beginning, lines: below,
                        line: index + 2))
            } else {
                let first = setting.map { "\"\($0)\", or below one " } ?? ""
                throw Problem(description: "\(place): expected \(first)\"test\" and a sentence, not \"\(head)\"")
            }
        }
        return tests
    }

    /// The first line that comes out otherwise when the test is played, with its place; nil if the test is right.
    public func failure(_ play: (String) -> String) -> String? {
        let wanted = beginning + lines
        let played = play(wanted.joined(separator: "\n"))
        let got = played.split(separator: "\n").map(String.init)
        guard got != wanted else { return nil }
        let index = zip(wanted, got).enumerated().first { $1.0 != $1.1 }?.offset ?? min(wanted.count, got.count)
        let file = place.prefix { $0 != ":" }
        let at = index < beginning.count ? "\(place): begin" : "\(file):\(line + index - beginning.count): \(description)"
        return """
            \(at): expected \(index < wanted.count ? "\"\(wanted[index])\"" : "the end of the test"), got \
            \(index < got.count ? "\"\(got[index])\"" : "the end"). All of it:
            \(played)
            """
    }
}
