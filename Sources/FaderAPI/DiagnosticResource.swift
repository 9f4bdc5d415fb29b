/// One error or warning about a config file.
public struct DiagnosticResource: WireType, Equatable {
    /// The file.
    public var file: String
    /// Line, 1-based; 0 if it concerns the file as a whole.
    public var line: Int
    /// Column, 1-based; 0 if it concerns the file as a whole.
    public var column: Int
    /// `error` or `warning`.
    public var severity: String
    /// What is wrong.
    public var message: String
    /// What was probably meant; nil if nothing is similar.
    public var suggestion: String?
    /// The whole diagnostic for people: `FILE:LINE:COLUMN: error: …`, then the line of the file, then a caret below it.
    public var text: String

    /// A diagnostic from its parts.
    public init(
        file: String, line: Int, column: Int, severity: String, message: String, suggestion: String? = nil, text: String
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.severity = severity
        self.message = message
        self.suggestion = suggestion
        self.text = text
    }

    package static let notes: KeyNotes = [
        "line": "1-based; 0: the file as a whole",
        "column": "1-based; 0: the file as a whole",
        "severity": .words(["error", "warning"]),
        "text": "as a person reads it, with the line of the file and a caret",
    ]
}
