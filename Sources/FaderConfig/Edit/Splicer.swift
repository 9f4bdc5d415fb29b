internal import FaderValues

struct Splicer {
    let source: Source
    let root: MarkedNode

    enum Holder {
        case entry(MarkedNode, [MarkedNode.Entry], Int, isFlow: Bool)
        case item(MarkedNode, [MarkedNode], Int, isFlow: Bool)

        var isFlow: Bool {
            switch self {
            case .entry(_, _, _, let isFlow), .item(_, _, _, let isFlow): isFlow
            }
        }

        var entry: MarkedNode.Entry? { if case .entry(_, let entries, let index, _) = self { entries[index] } else { nil } }

        var value: MarkedNode {
            switch self {
            case .entry(_, let entries, let index, _): entries[index].value
            case .item(_, let items, let index, _): items[index]
            }
        }
    }

    /// What an edit replaces; none if it changes nothing.
    func splices(_ edit: ConfigEdit) throws(ConfigEditRefusal) -> [Splice] {
        switch edit {
        case .set(let path, let value): return try set(path.steps, to: value)
        case .remove(let path): return try remove(path.steps)
        case .move(let path, let key): return try move(path.steps, before: key)
        case .rename(let path, let key):
            guard case .entry(_, let entries, let index, _) = try holder(path.steps) else {
                throw .malformed("only a key can be renamed, and \(EditPath.described(path.steps)) is an item of a list")
            }
            let entry = entries[index]
            if entry.key.utf8.elementsEqual(key.utf8) { return [] }
            if let other = entries.first(where: { $0.key == key }) {
                throw .unsuited(diagnostic(at: other.keyRange.lowerBound, "there is a key \"\(key.forDisplay)\" already"))
            }
            return [Splice(range: entry.keyRange, text: YAMLWord.text(key, like: style(ofKey: entry)))]
        }
    }

    private func style(ofKey entry: MarkedNode.Entry) -> MarkedNode.Style? {
        switch source.bytes[entry.keyRange].first {
        case UInt8(ascii: "'"): .single
        case UInt8(ascii: "\""): .double
        default: nil
        }
    }

    func diagnostic(at offset: Int, _ message: String) -> Diagnostic {
        let report = Report()
        report.error(source.location(atByte: min(offset, source.bytes.count)), message)
        return report.diagnostics()[0]
    }

    func hasParameter(_ id: String) -> Bool {
        guard case .block(let sections, _) = root.content, let section = sections.first(where: { $0.key == "parameters" }),
            case .block(let entries, _) = section.value.content
        else { return false }
        return entries.contains { $0.key == id }
    }

    /// The holder of the value at a path, which must be in the file.
    func holder(_ path: some Collection<EditPath.Step>) throws(ConfigEditRefusal) -> Holder {
        var node = root
        var holder: Holder?
        for (depth, step) in path.enumerated() {
            let here = Array(path.prefix(depth + 1))
            guard let next = try self.holder(of: step, in: node, here[...]) else {
                throw .missing("there is no \(EditPath.described(here)) in the file", suggestion: suggestion(step, node))
            }
            (holder, node) = (next, next.value)
        }
        guard let holder else { throw .malformed("a path has at least one key") }
        return holder
    }

    private func suggestion(_ step: EditPath.Step, _ node: MarkedNode) -> String? {
        guard case .key(let key) = step, case .block(let entries, _) = node.content else { return nil }
        return Suggester.nearest(to: key, among: entries.map(\.key))
    }

    /// Nil if the next value on the path is missing.
    private func holder(of step: EditPath.Step, in node: MarkedNode, _ path: ArraySlice<EditPath.Step>) throws(ConfigEditRefusal) -> Holder?
    {
        switch (step, node.content) {
        case (.key(let key), .block(let entries, let isFlow)):
            return entries.firstIndex { $0.key.utf8.elementsEqual(key.utf8) }.map { .entry(node, entries, $0, isFlow: isFlow) }
        case (.index(let index), .list(let items, let isFlow)):
            return items.indices.contains(index) ? .item(node, items, index, isFlow: isFlow) : nil
        case (_, .text) where node.isEmpty: return nil
        case (.key, _):
            throw .unsuited(diagnostic(at: node.range.lowerBound, "\(EditPath.described(path.dropLast())) is not a block of keys"))
        case (.index, _):
            throw .unsuited(diagnostic(at: node.range.lowerBound, "\(EditPath.described(path.dropLast())) is not a list"))
        }
    }

    private func set(_ path: [EditPath.Step], to value: EditValue) throws(ConfigEditRefusal) -> [Splice] {
        var node = root
        var holder: Holder?
        for (depth, step) in path.enumerated() {
            if let next = try self.holder(of: step, in: node, path[...depth]) {
                (holder, node) = (next, next.value)
                continue
            }
            let rest = path[(depth + 1)...]
            switch (step, node.content) {
            case (.key(let key), .block(let entries, let isFlow)):
                let member = EditValue.Member(key: key, value: try EditValue(value, at: rest))
                return isFlow ? add(member, toFlow: node, entries) : add(member, toLines: node, entries, path[...depth])
            case (.index(let index), .list(let items, let isFlow)):
                guard index == items.count else {
                    throw .missing(
                        "there is no \(EditPath.described(path[...depth])) in the file; the next item of that list is \(items.count)",
                        suggestion: nil)
                }
                return add(try item(value, at: rest), toList: node, items, isFlow: isFlow)
            default:
                guard let holder else { throw .invalid([diagnostic(at: 0, "the file is empty; it begins with \"version: 1\"")]) }
                return try fill(holder, with: EditValue(value, at: path[depth...]), path[..<depth])
            }
        }
        guard let holder else { throw .malformed("a path has at least one key") }
        if node.value.isSame(as: value), !isQuotedNumber(node, value) { return [] }
        if case .item = holder { _ = try item(value, at: []) }
        return try node.isEmpty ? fill(holder, with: value, path[...]) : replace(holder, with: value, path[...])
    }

    /// Whether the file has quotes around a text that is to become a number, true or false.
    private func isQuotedNumber(_ node: MarkedNode, _ value: EditValue) -> Bool {
        guard case .text(_, isBare: true) = value, let style = node.style else { return false }
        return style != .plain
    }

    private func item(_ value: EditValue, at rest: ArraySlice<EditPath.Step>) throws(ConfigEditRefusal) -> EditValue {
        if rest.isEmpty, case .text("", isBare: true) = value { throw .malformed("an item of a list cannot be null") }
        return try EditValue(value, at: rest)
    }
}

struct Splice: Equatable {
    let range: Range<Int>
    let text: String
}
