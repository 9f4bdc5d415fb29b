internal import FaderValues

extension Splicer {
    func move(_ path: [EditPath.Step], before key: String?) throws(ConfigEditRefusal) -> [Splice] {
        guard case .entry(_, let entries, let index, let isFlow) = try holder(path) else {
            throw .malformed("only a key can be moved, and \(EditPath.described(path)) is an item of a list")
        }
        let place = try place(of: key, among: entries, path)
        guard place != index, place != index + 1 else { return [] }
        if isFlow {
            let ranges = entries.map { $0.keyRange.lowerBound..<$0.end }
            let text = String(decoding: source.bytes[ranges[index]], as: UTF8.self)
            let end = ranges[ranges.count - 1].upperBound
            let insertion =
                place < ranges.count
                ? Splice(range: ranges[place].lowerBound..<ranges[place].lowerBound, text: text + ", ")
                : Splice(range: end..<end, text: ", " + text)
            return [Splice(range: inBrackets(ranges, index), text: ""), insertion]
        }
        for entry in entries where !source.isFirstOnLine(entry.keyRange.lowerBound) {
            throw .unsuited(diagnostic(at: entry.keyRange.lowerBound, "a key that is moved, or moved past, is on a line of its own"))
        }
        let own = lines(with: entries, index)
        let text = source.bytes[own].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0.last == 0x0D ? $0.dropLast() : $0, as: UTF8.self) }
        let target = place < entries.count ? lines(with: entries, place).lowerBound : source.nextLine(after: entries[entries.count - 1].end)
        return [Splice(range: own, text: "")] + insert(text.last == "" ? text.dropLast() : text, at: target)
    }

    private func place(of key: String?, among entries: [MarkedNode.Entry], _ path: [EditPath.Step]) throws(ConfigEditRefusal) -> Int {
        guard let key else { return entries.count }
        if let place = entries.firstIndex(where: { $0.key.utf8.elementsEqual(key.utf8) }) { return place }
        throw .missing(
            "there is no \(EditPath.described(path.dropLast() + [.key(key)])) in the file",
            suggestion: Suggester.nearest(to: key, among: entries.map(\.key)))
    }

    /// The lines of an entry, with the comments right above it that are indented like it.
    private func lines(with entries: [MarkedNode.Entry], _ index: Int) -> Range<Int> {
        let entry = entries[index]
        var line = source.lineIndex(atByte: entry.keyRange.lowerBound)
        // A line of a text may look like a comment.
        let first = index > 0 ? source.lineIndex(atByte: source.nextLine(after: entries[index - 1].end)) : 0
        while line > first, source.isComment(line - 1), source.indent(of: line - 1) == entry.keyColumn { line -= 1 }
        let start = source.lines[line].lowerBound
        return start..<max(start, source.nextLine(after: entry.end))
    }
}
