import FaderConsole
import FaderTesting
import FoundationEssentials
import Testing

/// A test of a file in `Tests/Scripts`: what is done at a desk and what comes of it, line by line.
struct Script: Sendable, CustomTestStringConvertible {
    /// The file, and the line of the script's first line.
    let file: String, line: Int
    let sentence: String
    /// The config of the desk.
    let desk: String
    let lines: [String]

    var testDescription: String { sentence }

    /// The first line that came out otherwise, with its place; nil if the script is right.
    func failure(on configuration: Configuration) -> String? {
        let script = lines.joined(separator: "\n")
        let played = Transcript.play(script, on: configuration)
        guard played != script else { return nil }
        let got = played.split(separator: "\n").map(String.init)
        let index = zip(lines, got).enumerated().first { $1.0 != $1.1 }?.offset ?? min(lines.count, got.count)
        let wanted = index < lines.count ? "\"\(lines[index])\"" : "the end of the test"
        return """
            \(file):\(line + index): \(sentence): expected \(wanted), got \(index < got.count ? "\"\(got[index])\"" : "the end"). All of it:
            \(played)
            """
    }
}

extension Script {
    /// A file that cannot be read as scripts: what is wrong, with its place.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// The tests of every file in `Tests/Scripts`.
    static func all() throws -> [Script] {
        let tests = "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
        let names = try FileManager.default.contentsOfDirectory(atPath: tests + "/Scripts").filter { $0.hasSuffix(".txt") }
        return try names.sorted().flatMap { name in
            try read(String(contentsOfFile: "\(tests)/Scripts/\(name)", encoding: .utf8), file: "Tests/Scripts/\(name)")
        }
    }

    /// The tests of a text in the format of `Tests/Scripts/README.md`.
    static func read(_ text: String, file: String) throws(Problem) -> [Script] {
        var scripts: [Script] = []
        var desk: String?
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("  ") && !line.hasPrefix("#") {
            let block = lines[(index + 1)...].prefix { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
            guard !block.isEmpty else { throw Problem(description: "\(file):\(index + 1): nothing is indented below \"\(line)\"") }
            if line == "desk" {
                desk = "version: 1\n" + block.joined(separator: "\n") + "\n"
            } else if line.hasPrefix("test "), let desk {
                let sentence = String(line.dropFirst("test ".count))
                scripts.append(Script(file: file, line: index + 2, sentence: sentence, desk: desk, lines: block))
            } else {
                throw Problem(description: "\(file):\(index + 1): expected \"desk\", or below one \"test\" and a sentence, not \"\(line)\"")
            }
        }
        return scripts
    }
}
