import FaderConfig
import FaderConsole
import FaderTargets
import FaderValues
import Testing

/// Files in memory for one test.
struct MemoryFiles: ConfigFiles {
    var texts: [String: String] = [:]
    var failures: [String: ConfigFileError] = [:]

    func contents(of path: String, limit: Int) throws(ConfigFileError) -> [UInt8] {
        if let failure = failures[path] { throw failure }
        guard let text = texts[path] else { throw .missing }
        return Array(text.utf8.prefix(limit))
    }

    func names(in directory: String) -> [String] {
        texts.keys.filter { $0.hasPrefix(directory + "/") }.map { String($0.dropFirst(directory.count + 1)) }
    }
}

extension ConfigReader {
    func read(path: String) -> ConfigResult { readAll(path: path).result }
    func read(bytes: [UInt8], name: String) -> ConfigResult { readAll(bytes: bytes, name: name).result }
    func read(text: String, name: String) -> ConfigResult { read(bytes: Array(text.utf8), name: name) }
}

/// Reads a config named `desk.yaml`.
func read(_ text: String, profiles: [String: String] = [:], failures: [String: ConfigFileError] = [:]) -> ConfigResult {
    let files = MemoryFiles(texts: profiles, failures: failures)
    return ConfigReader(kinds: TargetKinds.all, profileDirectories: ["/usr/share/profiles"], files: files).read(
        text: text, name: "desk.yaml")
}

/// The contents of a text that has no diagnostics.
func contents(
    _ text: String, profiles: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
) throws -> ConfigContents {
    let result = read(text, profiles: profiles)
    #expect(result.diagnostics.map(\.text) == [], sourceLocation: sourceLocation)
    guard case .success(let contents, _) = result else { throw NotRead() }
    return contents
}

/// What the console runs, from a text that has no diagnostics.
func configuration(
    _ text: String, profiles: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
) throws -> Configuration {
    try contents(text, profiles: profiles, sourceLocation: sourceLocation).console
}

/// The settings from a text that has no diagnostics.
func settings(
    _ text: String, profiles: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
) throws -> Settings {
    try contents(text, profiles: profiles, sourceLocation: sourceLocation).settings
}

extension Diagnostic {
    /// The first line of the text: what is wrong, and where.
    var headline: String { lines[0] }
    /// The line of the file; empty if none is shown.
    var sourceLine: String { lines.count > 1 ? lines[1] : "" }
    /// The line with the caret; empty if none is shown.
    var caretLine: String { lines.count > 2 ? lines[2] : "" }
    private var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}

/// A config that should be valid is not.
struct NotRead: Error {}

/// Expects a marked text to have exactly these diagnostics, each written as `MARKER error: what is wrong; did you mean "…"?`.
/// Diagnostics of other files are written with the file, line and column.
func expect(
    _ marked: String, _ expected: [String], profiles: [String: String] = [:], failures: [String: ConfigFileError] = [:],
    comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
    let text = MarkedText(marked)
    let result = read(text.text, profiles: profiles, failures: failures)
    let told = result.diagnostics.map { diagnostic in
        let question = diagnostic.suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
        let place =
            diagnostic.file == "desk.yaml"
            ? text.marker(line: diagnostic.line, column: diagnostic.column) : "\(diagnostic.file):\(diagnostic.line):\(diagnostic.column)"
        return "\(place) \(diagnostic.severity.rawValue): \(diagnostic.message)\(question)"
    }
    #expect(told == expected, comment, sourceLocation: sourceLocation)
    let hasErrors = result.diagnostics.contains { $0.severity == .error }
    if case .success = result {
        #expect(!hasErrors, "a config with errors was taken", sourceLocation: sourceLocation)
    } else {
        #expect(hasErrors, "a config without errors was refused", sourceLocation: sourceLocation)
    }
}

/// A config with these lines as its parameters.
func parameters(_ lines: String) -> String { "version: 1\nparameters:\n" + indented(lines, by: 2) }

/// A config with a parameter `a`, and a surface `s` with these lines as its controls.
func controls(_ lines: String, map: String = "{}") -> String {
    "version: 1\nparameters: {a: {}}\nsurfaces:\n  s:\n    match: X\n    map: \(map)\n    controls:\n" + indented(lines, by: 6)
}

private func indented(_ lines: String, by count: Int) -> String {
    let space = String(repeating: " ", count: count)
    return lines.split(separator: "\n").map { space + $0 + "\n" }.joined()
}
