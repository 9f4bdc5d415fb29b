/// Something wrong or doubtful in a config or profile file.
public struct Diagnostic: Codable, Sendable, Equatable {
    public enum Severity: String, Codable, Sendable, CaseIterable {
        /// The configuration cannot be used.
        case error
        /// The configuration works, but some part of it has no effect, or not the one it seems to have.
        case warning
    }

    /// The path of the file, as it was given to the reader.
    public var file: String
    /// Line, 1-based; 0 if it concerns the file as a whole.
    public var line: Int
    /// Column in characters (Unicode scalars; a tab is one), 1-based; 0 if it concerns the file as a whole.
    public var column: Int
    public var severity: Severity
    /// What is wrong, without a full stop and without the suggestion.
    public var message: String
    /// What was probably meant; nil if nothing is similar.
    public var suggestion: String?
    /// The whole diagnostic for people: `FILE:LINE:COLUMN: error: what is wrong; did you mean "…"?`, then the line of the file, or the part
    /// of it around the location, then a caret below it, for a fixed-width font. Without a newline at the end.
    public var text: String

    /// `excerpt` is the line of the file and the line with the caret.
    public init(
        file: String, line: Int = 0, column: Int = 0, severity: Severity = .error, message: String, suggestion: String? = nil,
        excerpt: [String] = []
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.severity = severity
        self.message = message
        self.suggestion = suggestion
        let location = line > 0 ? "\(file):\(line):\(column)" : file
        let question = suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
        // The path, too, comes from outside.
        text = (["\(location): \(severity.rawValue): \(message)\(question)".withoutControls()] + excerpt).joined(separator: "\n")
    }
}
