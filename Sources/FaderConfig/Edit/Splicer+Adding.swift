internal import FaderValues

extension Splicer {
    func add(_ member: EditValue.Member, toFlow node: MarkedNode, _ entries: [MarkedNode.Entry]) -> [Splice] {
        addInBrackets(member.inline, node, after: entries.last?.end)
    }

    func add(_ value: EditValue, toList node: MarkedNode, _ items: [MarkedNode], isFlow: Bool) -> [Splice] {
        if isFlow { return addInBrackets(value.inline(), node, after: items.last?.range.upperBound) }
        return insert([spaces(node.column) + "- " + value.inline()], after: node, column: node.column)
    }

    private func addInBrackets(_ text: String, _ node: MarkedNode, after last: Int?) -> [Splice] {
        if let last { return [Splice(range: last..<last, text: ", " + text)] }
        let place = node.range.lowerBound + 1
        // A comment may follow the bracket.
        let isBeforeComment = source.bytes[place] == UInt8(ascii: "#")
        return [Splice(range: place..<place, text: text + (isBeforeComment ? " " : ""))]
    }

    /// Adds something below the last key and the comments that are indented like it.
    func add(
        _ member: EditValue.Member, toLines node: MarkedNode, _ entries: [MarkedNode.Entry], _ path: ArraySlice<EditPath.Step>
    ) -> [Splice] {
        let form = EditForm(path: path, siblings: entries.map(\.value), step: step)
        var lines = form.lines(member, indent: node.column)
        // An empty line separates the sections of a config.
        if path.count == 1, lines.count > 1 { lines.insert("", at: 0) }
        return insert(lines, after: node, column: node.column)
    }

    private func insert(_ lines: [String], after node: MarkedNode, column: Int) -> [Splice] {
        insert(lines, at: end(of: node, column: column))
    }

    /// Inserts lines at the start of a line, or at the end of a file whose last line has no line end.
    func insert(_ lines: [String], at place: Int) -> [Splice] {
        let newline = source.newline(at: place)
        let text = lines.joined(separator: newline)
        let isOnNewLine = place == 0 || source.line(endingAt: place) != nil
        return [Splice(range: place..<place, text: isOnNewLine ? text + newline : newline + text)]
    }

    /// Where a line that is added to a block begins: below comments that are indented like it.
    private func end(of node: MarkedNode, column: Int) -> Int {
        var end = source.nextLine(after: node.range.upperBound)
        guard column > 0, source.line(endingAt: end) != nil else { return end }
        for line in source.lineIndex(atByte: end)..<source.lines.count {
            if source.isBlank(line) { continue }
            guard source.isComment(line), source.indent(of: line) >= column else { break }
            end = source.nextLine(after: source.lines[line].upperBound)
        }
        return end
    }

    /// Writes a value where a key has none: `key:`.
    func fill(_ holder: Holder, with value: EditValue, _ path: ArraySlice<EditPath.Step>) throws(ConfigEditRefusal) -> [Splice] {
        guard let entry = holder.entry else {
            let place = holder.value.range.upperBound
            return [Splice(range: place..<place, text: " " + value.inline())]
        }
        let form = EditForm(path: path, siblings: [], step: step)
        if !holder.isFlow, let colon = entry.colon, let members = value.members, form.isOnLines {
            let lines = members.flatMap { form.below($0.key).lines($0, indent: entry.keyColumn + step) }
            return insert(lines, at: source.nextLine(after: colon))
        }
        let place = entry.colon ?? entry.keyRange.upperBound
        return [Splice(range: place..<place, text: (entry.colon == nil ? ": " : " ") + value.inline())]
    }

    func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

    /// How far the file indents blocks. The first block inside another decides.
    var step: Int {
        func step(_ node: MarkedNode) -> Int? {
            guard case .block(let entries, isFlow: false) = node.content else { return nil }
            for entry in entries {
                if case .block(_, isFlow: false) = entry.value.content, entry.value.column > node.column {
                    return entry.value.column - node.column
                }
            }
            return entries.lazy.compactMap { step($0.value) }.first
        }
        return step(root) ?? 2
    }
}

struct EditForm {
    let path: ArraySlice<EditPath.Step>
    let siblings: [MarkedNode]
    let step: Int

    /// Sections, surfaces, their keys, and web pages are written on lines. Anything deeper is written like the values beside it, or on one
    /// line if there are none.
    var isOnLines: Bool {
        if path.count <= 1 { return true }
        if case .key("surfaces")? = path.first, path.count <= 3 { return true }
        if case .key("web")? = path.first, path.count <= 2 { return true }
        let blocks = siblings.filter { if case .block(let entries, _) = $0.content { !entries.isEmpty } else { false } }
        return !blocks.isEmpty && blocks.allSatisfy(\.isOnLines)
    }

    func below(_ key: String) -> EditForm { EditForm(path: path + [.key(key)], siblings: [], step: step) }

    func lines(_ member: EditValue.Member, indent: Int) -> [String] {
        let start = String(repeating: " ", count: indent) + member.key.yamlWord + ":"
        guard isOnLines, let members = member.value.members else {
            let text = member.value.inline()
            return [text.isEmpty ? start : "\(start) \(text)"]
        }
        return [start] + members.flatMap { below($0.key).lines($0, indent: indent + step) }
    }
}
