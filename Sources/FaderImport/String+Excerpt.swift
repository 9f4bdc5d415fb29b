internal import FaderValues

extension String {
    /// A text from outside for a message: one short line without what controls a terminal.
    var excerpt: String { excerpt(60) }

    func excerpt(_ most: Int) -> String {
        let start = unicodeScalars.prefix(most)
        let text = String(UnicodeScalarView(start.map { $0.value & 0xFFFE == 0xFFFE ? "\u{FFFD}" : $0 })).withoutControls()
        return unicodeScalars.dropFirst(most).isEmpty ? text : text + "…"
    }

    var oneLine: String { split { $0.isWhitespace || $0.isNewline }.joined(separator: " ") }
}
