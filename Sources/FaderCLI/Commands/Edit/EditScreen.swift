/// One row with the label and the text, and messages below. Pure: returns bytes for a terminal. Each drawing begins and ends in the field's
/// row, so that it replaces the one before.
struct EditScreen {
    var width: Int

    private static let clear = "\r\u{1B}[J"
    private static let mostRows = 4

    /// The picture of the field, with the cursor where the next character goes.
    func draw(_ field: EditField) -> String {
        let label = ColumnTable.cut("\(Output.printable(field.parameter.label)): ", to: width / 2, mark: "…: ")
        let room = max(4, width - ColumnTable.width(label) - 1)
        let (text, cursor) = Self.window(
            field.line.map { (Output.printable($0.before), Output.printable($0.after)) } ?? (Output.printable(field.parameter.text), ""),
            room)
        var row = label + text
        if let preview = field.preview {
            let hint = "  → \(Output.printable(preview))"
            if ColumnTable.width(row) + ColumnTable.width(hint) < width { row += hint }
        }
        let rows = Self.wrapped(Output.printable(field.message ?? field.notice ?? ""), width: width - 1).prefix(Self.mostRows)
        let column = ColumnTable.width(label) + cursor
        return Self.clear + row + rows.map { "\r\n\($0)" }.joined() + (rows.isEmpty ? "" : "\u{1B}[\(rows.count)A") + "\r"
            + (column > 0 ? "\u{1B}[\(column)C" : "")
    }

    /// The last picture: only the label and the value, with the cursor in the row below.
    func drawLast(_ field: EditField) -> String {
        Self.clear + Output.printable("\(field.parameter.label): \(field.parameter.text)") + "\r\n"
    }

    func erase() -> String { Self.clear }

    // MARK: Columns

    /// What fits around the cursor, and how many columns into it the cursor is.
    private static func window(_ line: (before: String, after: String), _ room: Int) -> (text: String, cursor: Int) {
        var (before, after) = (line.before, line.after)
        while ColumnTable.width(before) > room - (after.isEmpty ? 0 : 2), !before.isEmpty { before.removeFirst() }
        while ColumnTable.width(before) + ColumnTable.width(after) > room, !after.isEmpty { after.removeLast() }
        return (before + after, ColumnTable.width(before))
    }

    /// Breaks a text into rows, at spaces where possible.
    static func wrapped(_ text: String, width most: Int) -> [String] {
        var rows: [String] = []
        var row = ""
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            if row.isEmpty {
                row = String(word)
            } else if ColumnTable.width(row) + 1 + ColumnTable.width(String(word)) <= most {
                row += " \(word)"
            } else {
                rows.append(row)
                row = String(word)
            }
            while ColumnTable.width(row) > most, row.count > 1 {
                let head = row.prefix(max(1, most / 2))
                rows.append(String(head))
                row.removeFirst(head.count)
            }
        }
        return row.isEmpty ? rows : rows + [row]
    }
}
