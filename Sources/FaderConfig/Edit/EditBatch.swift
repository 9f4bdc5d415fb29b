internal import FaderValues

/// Edits that are made with one reading of a file, because none of them needs what another one changes.
struct EditBatch {
    let splicer: Splicer
    private(set) var count = 0
    private(set) var expected: EditValue
    /// Where the file changes first; nil if no edit changes anything.
    private(set) var start: Int?
    /// The replacements, in the order of the file.
    private(set) var splices: [Splice] = []
    /// The block or list that is added to, by the place at which that is done.
    private var containers: [Int: [EditPath.Step]] = [:]
    /// The paths of everything that changes, and all paths on the way there.
    private var changed: Set<[EditPath.Step]> = []
    private var around: Set<[EditPath.Step]> = []
    private var kinds: Set<Kind> = []
    /// What the templates of the file make, once that was asked, and whether an edit may change it.
    private var origins: [String: Node.Entry]?
    private var changesTemplates = false

    private enum Kind {
        case text
        /// Keys and items that are added are written like those beside them, and indented like the first block in the file.
        case addition
        /// Blocks and lists come, go or change, or keys are removed or renamed.
        case shape
        /// The order changes, or what the paths of other edits mean, or the result may not be readable.
        case alone
    }

    init(_ splicer: Splicer) { (self.splicer, expected) = (splicer, splicer.root.value) }

    var result: [UInt8] {
        var (result, end) = ([UInt8](), 0)
        for splice in splices {
            result += splicer.source.bytes[end..<splice.range.lowerBound]
            result += splice.text.utf8
            end = splice.range.upperBound
        }
        return result + splicer.source.bytes[end...]
    }

    /// Returns false if the edit has to wait until those before it are written. The first one is taken or refused.
    mutating func take(_ edit: ConfigEdit) throws(ConfigEditRefusal) -> Bool {
        if count == 0 { return try add(edit) }
        // A refusal shows a line of the file, so those before it are written first.
        do throws(ConfigEditRefusal) { return try add(edit) } catch { return false }
    }

    private mutating func add(_ edit: ConfigEdit) throws(ConfigEditRefusal) -> Bool {
        let (kind, path, container) = change(by: edit)
        guard isApart(path), try isWritten(edit) else { return false }
        let new = try splicer.splices(edit)
        let forbidden: Set<Kind> =
            switch kind {
            case .text: [.alone]
            case .addition: [.shape, .alone]
            case .shape:
                new.contains { $0.text.utf8.contains { $0 == 0x0A || $0 == 0x0D } } ? [.addition, .shape, .alone] : [.addition, .alone]
            case .alone: [.text, .addition, .shape, .alone]
            }
        guard kinds.isDisjoint(with: forbidden), new.allSatisfy({ hasRoom(for: $0, in: container) }) else { return false }
        if let first = new.first {
            expected = try expected.after(edit)
            start = start ?? first.range.lowerBound
            for splice in new { add(splice, in: container) }
            kinds.insert(kind)
            note(path)
            if case .rename(_, let key) = edit { note(path.dropLast() + [.key(key)]) }
        }
        count += 1
        return true
    }

    /// `path` is that of what the edit changes, `container` that of the block or list to which it adds something.
    private func change(by edit: ConfigEdit) -> (Kind, path: [EditPath.Step], container: [EditPath.Step]?) {
        switch edit {
        case .move(let path, _): return (.alone, path.steps, nil)
        case .remove(let path):
            if case .index? = path.steps.last { return (.alone, path.steps, nil) }
            return (.shape, path.steps, nil)
        case .rename(let path, _): return (.shape, path.steps, nil)
        case .set(let path, let value):
            let path = path.steps
            let (node, depth) = splicer.nearest(path)
            let above = Array(path[..<depth])
            switch node.content {
            case .text:
                if depth == path.count, case .text(let text, _) = value { return (text.isEmpty ? .alone : .text, path, nil) }
                return (.shape, above, nil)
            case .list, .block:
                if depth == path.count || !node.hasItems { return (.shape, above, nil) }
                return (.addition, Array(path[...depth]), above)
            }
        }
    }

    /// Whether no edit so far has changed anything at a path, above it, or below it.
    private func isApart(_ path: [EditPath.Step]) -> Bool {
        !around.contains(path) && !(0...path.count).contains { changed.contains(Array(path.prefix($0))) }
    }

    private mutating func note(_ path: [EditPath.Step]) {
        changed.insert(path)
        for depth in path.indices.dropFirst() { around.insert(Array(path[..<depth])) }
        switch (path.first, path.dropFirst().first) {
        case (.key("parameters")?, .key(let id)?): changesTemplates = changesTemplates || id.contains("{")
        case (.key("lists")?, _), (_, nil): changesTemplates = true
        default: break
        }
    }

    /// Pieces may be removed or replaced side by side, and added to one block or list one after the other.
    private func hasRoom(for splice: Splice, in container: [EditPath.Step]?) -> Bool {
        let (range, index) = (splice.range, index(of: splice.range.lowerBound))
        func areApart(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
            left.isEmpty || right.isEmpty ? left.upperBound < right.lowerBound : left.upperBound <= right.lowerBound
        }
        if index > 0, !areApart(splices[index - 1].range, range) { return false }
        guard index < splices.count else { return true }
        return areApart(range, splices[index].range)
            || range == splices[index].range && container != nil && containers[range.lowerBound] == container
    }

    private mutating func add(_ splice: Splice, in container: [EditPath.Step]?) {
        let index = index(of: splice.range.lowerBound)
        if let container, containers.updateValue(container, forKey: splice.range.lowerBound) != nil {
            splices[index] = Splice(range: splice.range, text: splices[index].text + splice.text)
        } else {
            splices.insert(splice, at: index)
        }
    }

    private func index(of place: Int) -> Int {
        var (low, high) = (0, splices.count)
        while low < high {
            let middle = (low + high) / 2
            if splices[middle].range.lowerBound < place { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Refuses an edit of a parameter that a template makes, unless it writes the parameter out. Returns false if that can only be known
    /// once the edits so far are written.
    private mutating func isWritten(_ edit: ConfigEdit) throws(ConfigEditRefusal) -> Bool {
        if case .set(let path, .block(let keys)) = edit, path.steps.count == 2, !keys.isEmpty { return true }
        let (path, name): (EditPath, String?) =
            switch edit {
            case .set(let path, _), .remove(let path), .move(let path, _): (path, nil)
            // Under its new name, it would override keys of a result.
            case .rename(let path, let name): (path, path.steps.count == 2 ? name : nil)
            }
        guard path.steps.count > 1, path.steps[0] == .key("parameters"), case .key(let id) = path.steps[1] else { return true }
        for id in [id, name ?? id] where !splicer.hasParameter(id) {
            guard !changesTemplates else { return false }
            let known = origins ?? Self.origins(in: splicer.source)
            origins = known
            guard let origin = known[id] else { continue }
            let report = Report()
            report.error(
                origin.keyLocation,
                "\(id.forDisplay) is made by this template: edit the template, or write \(id.forDisplay) out with the keys that differ")
            throw .unsuited(report.diagnostics()[0])
        }
        return true
    }

    /// The templates of a file, by the ids of the parameters that they make.
    private static func origins(in source: Source) -> [String: Node.Entry] {
        guard let root = TreeBuilder.tree(of: source, report: Report()) else { return [:] }
        let templates = Templates(of: root, report: Report())
        _ = templates.expand(root)
        return templates.origins
    }
}

extension Splicer {
    /// The innermost value on a path that is in the file, with the number of steps that lead there.
    fileprivate func nearest(_ path: [EditPath.Step]) -> (node: MarkedNode, depth: Int) {
        var node = root
        for (depth, step) in path.enumerated() {
            switch (step, node.content) {
            case (.key(let key), .block(let entries, _)):
                guard let entry = entries.first(where: { $0.key.utf8.elementsEqual(key.utf8) }) else { return (node, depth) }
                node = entry.value
            case (.index(let index), .list(let items, _)):
                guard items.indices.contains(index) else { return (node, depth) }
                node = items[index]
            default: return (node, depth)
            }
        }
        return (node, path.count)
    }
}

extension MarkedNode {
    fileprivate var hasItems: Bool {
        switch content {
        case .text: false
        case .list(let items, _): !items.isEmpty
        case .block(let entries, _): !entries.isEmpty
        }
    }
}
