/// The difference between two texts in lines, in the form of `diff -u`.
package struct LineDiff {
    private let rows: [Row]

    /// One line: kept (` `), removed (`-`) or added (`+`).
    private struct Row {
        var mark: Character
        var text: String
    }

    /// `shown` is what is shown of the lines of each, as many as `TextLines` finds.
    package init(_ before: [UInt8], _ after: [UInt8], shown: ([UInt8]) -> [String]) {
        self.init(Self.lines(of: before), Self.lines(of: after), shown: (shown(before), shown(after)))
    }

    private static func lines(of bytes: [UInt8]) -> [String] {
        let lines = TextLines.ranges(of: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
        // The last line end of a file ends a line and begins none.
        return lines.last == "" ? lines.dropLast() : lines
    }

    package init(_ before: [String], _ after: [String]) { self.init(before, after, shown: (before, after)) }

    /// Compares the texts line by line; `shown` has the lines to show.
    private init(_ before: [String], _ after: [String], shown: (before: [String], after: [String])) {
        let changes = after.difference(from: before)
        let removed = Set(changes.removals.map { Self.offset($0) })
        let inserted = Set(changes.insertions.map { Self.offset($0) })
        var rows: [Row] = []
        var (old, new) = (0, 0)
        while old < before.count || new < after.count {
            if removed.contains(old), old < before.count {
                rows.append(Row(mark: "-", text: shown.before[old]))
                old += 1
            } else if inserted.contains(new) {
                rows.append(Row(mark: "+", text: shown.after[new]))
                new += 1
            } else {
                rows.append(Row(mark: " ", text: shown.before[old]))
                (old, new) = (old + 1, new + 1)
            }
        }
        self.rows = rows
    }

    private static func offset(_ change: CollectionDifference<String>.Change) -> Int {
        switch change {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }

    /// The diff as text, with three lines around each change.
    package func text(_ path: String) -> String {
        let changed = rows.indices.filter { rows[$0].mark != " " }
        guard !changed.isEmpty else { return "" }
        var hunks: [Range<Int>] = []
        for index in changed {
            let around = max(0, index - 3)..<min(rows.count, index + 4)
            if let last = hunks.last, around.lowerBound <= last.upperBound {
                hunks[hunks.count - 1] = last.lowerBound..<around.upperBound
            } else {
                hunks.append(around)
            }
        }
        let heads = ["---", "+++"].map { "\($0) \(path.withoutControls())" }
        let lines = heads + hunks.flatMap { hunk in [head(of: hunk)] + rows[hunk].map { "\($0.mark)\($0.text)" } }
        return lines.map { $0 + "\n" }.joined()
    }

    private func head(of hunk: Range<Int>) -> String {
        func range(_ mark: Character) -> String {
            let earlier = rows[..<hunk.lowerBound].count { $0.mark != mark }
            let count = rows[hunk].count { $0.mark != mark }
            return "\(count > 0 ? earlier + 1 : earlier),\(count)"
        }
        return "@@ -\(range("+")) +\(range("-")) @@"
    }
}
