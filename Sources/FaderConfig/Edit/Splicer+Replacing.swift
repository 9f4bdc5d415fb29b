extension Splicer {
    func replace(_ holder: Holder, with value: EditValue, _ path: ArraySlice<EditPath.Step>) -> [Splice] {
        let node = holder.value
        guard node.isOnLines else { return replaceInLine(holder, with: value) }
        let newline = source.newline(at: node.range.lowerBound)
        let whole = node.range.lowerBound..<source.lineEnd(at: node.range.upperBound)
        if let lines = lines(value, like: node, path) {
            return [Splice(range: whole, text: lines.joined(separator: newline + spaces(node.column)))]
        }
        guard let colon = holder.entry?.colon, source.isFirstOnLine(node.range.lowerBound) else {
            return [Splice(range: whole, text: value.inline())]
        }
        // The value moves to the line of its key.
        let text = value.inline()
        return [Splice(range: colon..<colon, text: text.isEmpty ? "" : " " + text), Splice(range: lines(of: node.range), text: "")]
    }

    /// The value as lines without their indent; nil if it is of another kind than what it replaces.
    private func lines(_ value: EditValue, like node: MarkedNode, _ path: ArraySlice<EditPath.Step>) -> [String]? {
        switch node.content {
        case .block:
            let form = EditForm(path: path, siblings: [], step: step)
            return value.members?.flatMap { form.below($0.key).lines($0, indent: 0) }
        case .list: return value.items?.map { "- " + $0.inline() }
        case .text: return nil
        }
    }

    private func replaceInLine(_ holder: Holder, with value: EditValue) -> [Splice] {
        let node = holder.value
        var (range, text) = (node.range, value.inline(like: node.style))
        if node.style == .lines, source.line(endingAt: range.upperBound) != nil { text += source.newline(at: range.lowerBound) }
        if text.isEmpty, !holder.isFlow, let colon = holder.entry?.colon { range = colon..<range.upperBound }
        if range.lowerBound > 0, source.bytes[range.lowerBound - 1] == UInt8(ascii: ":"), !text.isEmpty { text = " " + text }
        return [Splice(range: range, text: text)]
    }

    private func lines(of range: Range<Int>) -> Range<Int> {
        let start = source.lines[source.lineIndex(atByte: range.lowerBound)].lowerBound
        return start..<max(start, source.nextLine(after: range.upperBound))
    }

    func remove(_ path: [EditPath.Step]) throws(ConfigEditRefusal) -> [Splice] {
        let holder = try holder(path)
        let places: [Range<Int>]
        let index: Int
        switch holder {
        case .entry(_, let entries, let place, _): (places, index) = (entries.map { $0.keyRange.lowerBound..<$0.end }, place)
        case .item(let node, let items, let place, let isFlow): (places, index) = (isFlow ? items.map(\.range) : dashed(node, items), place)
        }
        if holder.isFlow { return [Splice(range: inBrackets(places, index), text: "")] }
        guard places.count == 1 else {
            let lines = onLines(places[index])
            return [Splice(range: path.count == 1 ? withBlankLine(before: lines) : lines, text: "")]
        }
        guard path.count > 1 else {
            throw .malformed("the file would be empty without \(EditPath.described(path)); it begins with \"version: 1\"")
        }
        let around = path.dropLast()
        let nothing: EditValue = if case .entry = holder { .block([]) } else { .list([]) }
        return replace(try self.holder(around), with: nothing, around)
    }

    /// The items of a list on lines, each with its dash.
    private func dashed(_ node: MarkedNode, _ items: [MarkedNode]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var dash = node.range.lowerBound
        for item in items {
            ranges.append(dash..<item.range.upperBound)
            var line = source.lineIndex(atByte: source.nextLine(after: item.range.upperBound))
            while line < source.lines.count, source.isBlank(line) || source.isComment(line) { line += 1 }
            if line < source.lines.count { dash = source.lines[line].lowerBound + source.indent(of: line) }
        }
        return ranges
    }

    /// The bytes to remove for something on lines of its own. If a dash is before it, the next key moves up to the dash.
    private func onLines(_ place: Range<Int>) -> Range<Int> {
        if source.isFirstOnLine(place.lowerBound) { return lines(of: place) }
        let next = source.nextLine(after: place.upperBound)
        return place.lowerBound..<next + source.indent(of: source.lineIndex(atByte: next))
    }

    /// The lines of a section, with the empty line that separates it from the one before.
    private func withBlankLine(before lines: Range<Int>) -> Range<Int> {
        let line = source.lineIndex(atByte: lines.lowerBound)
        return line > 0 && source.isBlank(line - 1) ? source.lines[line - 1].lowerBound..<lines.upperBound : lines
    }

    /// The bytes to remove for an item in brackets, with one comma if there is one.
    func inBrackets(_ places: [Range<Int>], _ index: Int) -> Range<Int> {
        let place = places[index]
        if index + 1 < places.count { return place.lowerBound..<places[index + 1].lowerBound }
        if index > 0 { return places[index - 1].upperBound..<place.upperBound }
        let rest = source.bytes[place.upperBound...]
        guard let next = rest.firstIndex(where: { $0 != 0x20 && $0 != 0x09 }), rest[next] == UInt8(ascii: ",") else { return place }
        return place.lowerBound..<next + 1
    }
}
