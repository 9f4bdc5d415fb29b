internal import FoundationEssentials

/// The data beside the tests.
public enum TestFile {
    /// The project's folder.
    public static let project = "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    /// Its folder `Tests`.
    public static let folder = "\(project)/Tests"

    /// The text of a file, by its path in `Tests`.
    public static func text(_ path: String) throws -> String { try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8) }

    /// The rows of a table: the lines that are no comments, cut at each ` > `.
    public static func rows(_ path: String) throws -> [[String]] {
        try text(path).split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            line.split(separator: " > ").map { $0 == "-" ? "" : String($0) }
        }
    }

    /// The files of a folder with this ending, sorted, by their paths in `Tests`.
    public static func all(in folder: String, _ ending: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(self.folder)/\(folder)").filter { $0.hasSuffix(ending) }.sorted()
            .map { "\(folder)/\($0)" }
    }
}
