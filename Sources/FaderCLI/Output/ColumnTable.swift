internal import FaderValues

/// Some characters take two columns of a terminal, some none.
enum ColumnTable {
    /// The rows as lines. The last column is not padded.
    static func lines(_ rows: [[String]]) -> [String] {
        // A line break in a name would look like another row.
        let rows = rows.map { $0.map { $0.withoutControls() } }
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { column < $0.count ? width($0[column]) : 0 }.max() ?? 0 }
        return rows.map { row in
            let cells = row.enumerated().map { $0.offset == row.count - 1 ? $0.element : pad($0.element, to: widths[$0.offset]) }
            return trimmed(cells.joined(separator: "  "))
        }
    }

    static func width(_ text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + CharacterWidth.of($1) } }

    /// A cut text ends with `mark`. A name from outside may be of any length.
    static func cut(_ text: String, to room: Int = 40, mark: String = "…") -> String {
        guard width(text) > room else { return text }
        var cut = ""
        for character in text {
            guard width(cut) + width(String(character)) + width(mark) <= room else { break }
            cut.append(character)
        }
        return cut + mark
    }

    static func pad(_ text: String, to room: Int) -> String { text + String(repeating: " ", count: max(0, room - width(text))) }

    static func trimmed(_ line: String) -> String { String(line.reversed().drop { $0 == " " }.reversed()) }
}
