package import FaderValues

/// A config file without its secrets, for strangers.
///
/// Excerpts of `check` hide the same, with two exceptions: here, the value of a key that no target has is hidden, too, and so are comments
/// that may have a secret. Of a file without a tree, because it has errors of YAML, no line of a block that may have a secret is shown.
package struct ShownText {
    private let kinds: [any TargetKind.Type]

    package init(kinds: [any TargetKind.Type]) { self.kinds = kinds }

    /// The lines that may be shown; nil for a line of which any part may be secret.
    func lines(of bytes: [UInt8]) -> [String?] {
        let (source, report) = (Source(name: "", bytes: bytes), Report(kinds: kinds))
        guard TreeBuilder.tree(of: source, report: report) != nil, !report.hasErrors else {
            return Secrets.lines(of: source.bytes, showing: report.shownKeys.anywhere)
        }
        let places = report.secrets(of: source)
        let shown = source.lines.indices.map { index in source.line(index + 1).flatMap { places.hidingAll(in: $0, at: index) } }
        return Self.hidingComments(in: shown, places.guarded, showing: report.shownKeys.anywhere)
    }

    /// The text of a file, without lines that may be secret as a whole.
    package func text(of bytes: [UInt8]) -> String { lines(of: bytes).compactMap { $0 }.joined(separator: "\n") }

    /// The changes as `diff -u` shows them, without the secrets of either version; empty if nothing changes.
    package func difference(of before: [UInt8], _ after: [UInt8], path: String) -> String {
        LineDiff(before, after) { lines(of: $0).map { $0 ?? Secrets.hidden } }.text(path)
    }

    /// No tree has the comments. Those on successive lines are read as one text, because a value that somebody has switched off may be
    /// several lines long. What only looks like a comment, in quotes, is treated alike.
    private static func hidingComments(in lines: [String?], _ guarded: [ClosedRange<Int>], showing keys: Set<String>) -> [String?] {
        var isGuarded = [Bool](repeating: false, count: lines.count)
        for index in guarded.joined() where index < lines.count { isGuarded[index] = true }
        let places = lines.map { $0.flatMap(comment) }
        var (shown, next) = (lines, 0)
        while next < lines.count {
            let run = next..<(places[next...].firstIndex { $0 == nil } ?? lines.count)
            let texts = run.map { Array((lines[$0] ?? "").utf8.dropFirst(places[$0] ?? 0)) }
            for (index, text) in zip(run, Secrets.lines(of: Array(texts.joined(separator: [0x0A])), showing: keys)) {
                let before = String(decoding: Array((lines[index] ?? "").utf8.prefix(places[index] ?? 0)), as: UTF8.self)
                let safe = isGuarded[index] ? nil : text
                shown[index] = before + (safe ?? "# " + Secrets.hidden)
            }
            next = max(run.upperBound, next + 1)
        }
        return shown
    }

    /// The byte at which a comment may begin.
    private static func comment(in line: String) -> Int? {
        let bytes = Array(line.utf8)
        return bytes.indices.first { index in
            bytes[index] == UInt8(ascii: "#") && (index == 0 || bytes[index - 1] == 0x20 || bytes[index - 1] == 0x09)
        }
    }
}
