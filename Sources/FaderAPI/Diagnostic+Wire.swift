public import FaderModel

extension Diagnostic: WireType {
    package static let notes: KeyNotes = [
        "line": "1-based; 0: the file as a whole",
        "column": "1-based; 0: the file as a whole",
        "text": "as a person reads it, with the line of the file and a caret",
    ]
}
