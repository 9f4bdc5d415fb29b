enum ControlPlaces {
    private static let most = 256

    /// Rows and columns from 1; nil for a control without a spot or whose cell is taken.
    static func places(of spots: [ForeignControl.Spot?]) -> [(row: Int, column: Int)?] {
        let given = spots.compactMap(\.self)
        let rows = lines(given.map(\.y), size: given.map(\.height))
        let columns = lines(given.map(\.x), size: given.map(\.width))
        var taken: Set<Int> = []
        return spots.map { spot in
            guard let spot, let row = rows[spot.y], let column = columns[spot.x], row <= most, column <= most else { return nil }
            return taken.insert(row * (most + 1) + column).inserted ? (row, column) : nil
        }
    }

    /// The number of the line of each coordinate. Those less than half of the smallest control apart share a line.
    private static func lines(_ coordinates: [Double], size: [Double]) -> [Double: Int] {
        let gap = (size.filter { $0 > 0 }.min() ?? 0) / 2
        var lines: [Double: Int] = [:]
        var (line, start) = (0, -Double.infinity)
        for coordinate in Set(coordinates).sorted() {
            if coordinate - start > gap { (line, start) = (line + 1, coordinate) }
            lines[coordinate] = line
        }
        return lines
    }
}
