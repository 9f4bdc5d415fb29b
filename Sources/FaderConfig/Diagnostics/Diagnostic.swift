/// One thing that is wrong, or doubtful, in a config or profile file, and where.
public struct Diagnostic: Sendable, Equatable {
    /// How grave it is.
    public enum Severity: String, Sendable {
        /// The configuration cannot be used.
        case error
        /// The configuration works, but some part of it does not do what it says.
        case warning
    }

    /// The file, as it was named to the reader.
    public var file: String
    /// Line, 1-based; 0 if it concerns the file as a whole.
    public var line: Int
    /// Column in characters (Unicode scalars; a tab is one), 1-based; 0 if it concerns the file as a whole.
    public var column: Int
    /// How grave it is.
    public var severity: Severity
    /// What is wrong, without a full stop and without the suggestion.
    public var message: String
    /// What was probably meant.
    public var suggestion: String?
    /// The line of the file, or the part of a long line around the location; empty if there is none to show.
    public var sourceLine: String
    /// White space and a caret, to be shown in a fixed-width font below `sourceLine`; empty if that is empty.
    public var caretLine: String

    /// A diagnostic from its parts.
    public init(
        file: String, line: Int = 0, column: Int = 0, severity: Severity = .error, message: String, suggestion: String? = nil,
        sourceLine: String = "", caretLine: String = ""
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.severity = severity
        self.message = message
        self.suggestion = suggestion
        self.sourceLine = sourceLine
        self.caretLine = caretLine
    }

    /// The first line alone: `FILE:LINE:COLUMN: error: what is wrong; did you mean "…"?`
    public var headline: String {
        let location = line > 0 ? "\(file):\(line):\(column)" : file
        let question = suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
        return "\(location): \(severity.rawValue): \(message)\(question)"
    }

    /// As a person reads it: the headline, the line of the file, the caret; no newline at the end.
    public var rendered: String {
        sourceLine.isEmpty ? headline : "\(headline)\n\(sourceLine)\n\(caretLine)"
    }
}
