internal import FaderAPI

/// Draws faders.
enum Bars {
    private static let height = 8
    private static let narrowest = 9
    private static let eighths = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// Rows of bars, as many per row as fit the width; below each its control, position, label, value and finger.
    static func lines(_ faders: [VirtualFader], width: Int) -> [String] {
        var lines: [String] = []
        var rest = faders[...]
        while let first = rest.first {
            var (used, count) = (cellWidth(first), 1)
            for fader in rest.dropFirst() {
                used += 1 + cellWidth(fader)
                guard used <= width else { break }
                count += 1
            }
            if !lines.isEmpty { lines.append("") }
            lines += block(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return lines
    }

    private static func block(_ faders: [VirtualFader]) -> [String] {
        var rows = (0..<height).reversed().map { row in faders.map { bar($0.position, row: row) } }
        let below = faders.map(captions)
        rows += (0..<4).map { row in below.map { $0[row] } }
        if faders.contains(where: \.touched) { rows.append(faders.map { $0.touched ? "touched" : "" }) }
        let widths = faders.map(cellWidth)
        return rows.map { row in
            let line = zip(row, widths).map { Table.pad($0, to: $1) }.joined(separator: " ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// The lines below a fader.
    private static func captions(_ fader: VirtualFader) -> [String] {
        [fader.control, percent(fader.position), fader.label ?? "-", fader.text ?? "-"]
    }

    private static func cellWidth(_ fader: VirtualFader) -> Int { max(narrowest, captions(fader).map(\.count).max() ?? 0) }

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
}
