internal import FaderModel

/// Lines with aligned columns.
enum Table {
    /// The rows as lines; the last column is not padded.
    static func lines(_ rows: [[String]]) -> [String] {
        // A line break in a name would look like another row.
        let rows = rows.map { $0.map { $0.withoutControls() } }
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            let cells = row.enumerated().map { $0.offset == row.count - 1 ? $0.element : pad($0.element, to: widths[$0.offset]) }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// A name from outside that may be of any length, cut so that it does not widen a table. `explain` and `--json` show it whole.
    static func clipped(_ text: String, to width: Int = 40) -> String { text.count <= width ? text : text.prefix(width - 1) + "…" }

    static func pad(_ text: String, to width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }
}
