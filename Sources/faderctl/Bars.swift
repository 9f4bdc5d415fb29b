internal import FaderAPI

/// Draws faders.
enum Bars {
    private static let height = 8
    private static let width = 9
    private static let eighths = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// A row of bars, with control, place, label and finger below.
    static func lines(_ faders: [VirtualFader]) -> [String] {
        var rows: [[String]] = []
        for row in (0..<height).reversed() { rows.append(faders.map { bar($0.position, row: row) }) }
        rows.append(faders.map(\.control))
        rows.append(faders.map { percent($0.position) })
        rows.append(faders.map { $0.label ?? "-" })
        if faders.contains(where: \.touched) { rows.append(faders.map { $0.touched ? "touched" : "" }) }
        return rows.map { row in
            String(row.map { cell($0) }.joined(separator: " ").reversed().drop { $0 == " " }.reversed())
        }
    }

    /// Prints one fader.
    static func print(_ fader: VirtualFader, json: Bool) throws {
        if json { return try Output.json(fader) }
        let finger = fader.touched ? " touched" : ""
        Output.line("\(fader.control) \(percent(fader.position))\(fader.parameter.map { " \($0)" } ?? "")\(finger)")
    }

    private static func bar(_ position: Double, row: Int) -> String {
        let filled = Int((min(max(position, 0), 1) * Double(height * 8)).rounded()) - row * 8
        return String(repeating: eighths[min(max(filled, 0), 8)], count: 5)
    }

    private static func percent(_ position: Double) -> String { "\(Int((position * 100).rounded())) %" }

    private static func cell(_ text: String) -> String {
        Table.pad(text.count > width ? text.prefix(width - 1) + "…" : text, to: width)
    }
}
