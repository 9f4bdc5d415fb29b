/// One thing that is wrong or doubtful in a config or profile file, and its location.
public struct Diagnostic: Sendable, Equatable {
    /// How severe a diagnostic is.
    public enum Severity: String, Sendable {
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
    /// How severe it is.
    public var severity: Severity
    /// What is wrong, without a full stop and without the suggestion.
    public var message: String
    /// The text that was probably meant.
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

    /// Only the first line: `FILE:LINE:COLUMN: error: what is wrong; did you mean "…"?`
    public var headline: String {
        let location = line > 0 ? "\(file):\(line):\(column)" : file
        let question = suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
        return "\(location): \(severity.rawValue): \(message)\(question)"
    }

    /// The text for people: the headline, the line of the file and the caret, without a newline at the end.
    public var rendered: String {
        sourceLine.isEmpty ? headline : "\(headline)\n\(sourceLine)\n\(caretLine)"
    }
}
