/// Rows with the typed line below. Each drawing replaces the one before, whose height is remembered; otherwise pure.
struct WalkScreen {
    /// How many rows of the last picture are above the typed line.
    private var rowsAbove = 0
    private static let prompt = "> "

    /// The bytes that draw a picture. Of a long table, only the head and the last rows are shown. Long sentences are wrapped.
    mutating func draw(table: [String], sentences: [String], line: LineEditor, columns: Int, rows: Int) -> String {
        let most = max(columns - 1, 1)
        let below = sentences.flatMap { EditScreen.wrapped(Output.printable($0), width: most) }
        let room = max(rows - below.count - 3, 2)
        var shown = table
        if table.count > room { shown = [table[0], "… \(table.count - room + 1) more above"] + table.suffix(max(room - 2, 0)) }
        let lines = shown.map { ColumnTable.cut(Output.printable($0), to: most) } + [""] + below
        let (before, after) = (Output.printable(line.before), Output.printable(line.after))
        let text = Self.prompt + before + after
        let column = Self.prompt.count + ColumnTable.width(before)
        let drawing =
            erase() + lines.map { $0 + "\r\n" }.joined() + ColumnTable.cut(text, to: most) + "\r" + "\u{1B}[\(max(min(column, most), 1))C"
        rowsAbove = lines.count
        return drawing
    }

    mutating func erase() -> String {
        defer { rowsAbove = 0 }
        return "\r" + (rowsAbove > 0 ? "\u{1B}[\(rowsAbove)A" : "") + "\u{1B}[J"
    }
}
