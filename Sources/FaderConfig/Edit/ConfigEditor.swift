public import FaderJSON

/// Changes the text of a config or profile and leaves everything else in it as it is: comments, order, quotes, line ends.
///
/// Each edit replaces bytes at the offsets that libyaml gives. The result is read again and compared with what the edit means, so that an
/// unforeseen form of YAML is refused, never damaged.
public enum ConfigEditor {
    /// The bytes of a file after some edits. `name` is its path in diagnostics.
    public static func bytes(after edits: ConfigEdits, of bytes: [UInt8], name: String) throws(ConfigEditRefusal) -> [UInt8] {
        let most = ConfigEdits.most(ofFileWith: bytes.count)
        guard edits.edits.count <= most else {
            throw .malformed("there are more than \(most) edits of a file of this size; make them in several runs")
        }
        var source = Source(name: name, bytes: bytes)
        let mark = bytes.prefix(bytes.count - source.bytes.count)
        var root = try MarkedTree.read(source)
        for edit in edits.edits {
            let splicer = Splicer(source: source, root: root)
            try refuseResult(edit, splicer)
            let splices = try splicer.splices(edit)
            guard !splices.isEmpty else { continue }
            let expected = try root.value.after(edit)
            let next = Source(name: name, bytes: apply(splices, to: source.bytes))
            guard let read = try? MarkedTree.read(next), read.value.isSame(as: expected) else {
                throw .unsuited(
                    splicer.diagnostic(
                        at: splices[0].range.lowerBound,
                        "what is written here cannot be edited; write it as KEY: VALUE on a line of its own"))
            }
            (source, root) = (next, read)
        }
        return mark + source.bytes
    }

    /// The contents of a file, as JSON. `name` is its path in diagnostics.
    public static func content(of bytes: [UInt8], name: String) throws(ConfigEditRefusal) -> JSONValue {
        try MarkedTree.read(Source(name: name, bytes: bytes)).value.json
    }

    /// The lines, from 1, on which the entries of `parameters:` begin in a file, by their keys.
    public static func lines(of bytes: [UInt8], name: String) throws(ConfigEditRefusal) -> [String: Int] {
        let source = Source(name: name, bytes: bytes)
        guard case .block(let all, _) = try MarkedTree.read(source).content,
            case .block(let entries, _)? = all.first(where: { $0.key == "parameters" })?.value.content
        else { return [:] }
        return Dictionary(entries.map { ($0.key, source.lineIndex(atByte: $0.keyRange.lowerBound) + 1) }, uniquingKeysWith: { $1 })
    }

    /// Refuses an edit of a parameter that is not written in the file, because a template makes it. It can be written out, with the keys that
    /// differ.
    private static func refuseResult(_ edit: ConfigEdit, _ splicer: Splicer) throws(ConfigEditRefusal) {
        if case .set(let path, .block(let keys)) = edit, path.steps.count == 2, !keys.isEmpty { return }
        let (path, name): (EditPath, String?) =
            switch edit {
            case .set(let path, _), .remove(let path), .move(let path, _): (path, nil)
            // Under its new name, it would override keys of a result.
            case .rename(let path, let name): (path, path.steps.count == 2 ? name : nil)
            }
        guard path.steps.count > 1, case .key("parameters") = path.steps[0], case .key(let id) = path.steps[1] else { return }
        for id in [id, name ?? id] where !splicer.hasParameter(id) {
            guard let root = TreeBuilder.tree(of: splicer.source, report: Report()) else { return }
            let templates = Templates(of: root, report: Report())
            _ = templates.expand(root)
            guard let origin = templates.origins[id] else { continue }
            let report = Report()
            report.error(
                origin.keyLocation,
                "\(id.forDisplay) is made by this template: edit the template, or write \(id.forDisplay) out with the keys that differ")
            throw .unsuited(report.diagnostics()[0])
        }
    }

    /// The bytes with some pieces replaced.
    private static func apply(_ splices: [Splice], to bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        for splice in splices.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            result.replaceSubrange(splice.range, with: splice.text.utf8)
        }
        return result
    }
}

/// A piece of a file, and its replacement.
struct Splice: Equatable {
    let range: Range<Int>
    let text: String
}

extension EditValue {
    /// The value with an edit made in it, to compare a result with.
    func after(_ edit: ConfigEdit) throws(ConfigEditRefusal) -> EditValue {
        switch edit {
        case .set(let path, let value):
            try changed(at: path.steps[...]) { _, rest throws(ConfigEditRefusal) in try EditValue(value, at: rest) }
        case .remove(let path): try changed(at: path.steps[...]) { _, _ throws(ConfigEditRefusal) in nil }
        case .rename(let path, let key):
            rearranged(at: path.steps[...]) { members, index in members[index] = Member(key: key, value: members[index].value) }
        case .move(let path, let place):
            rearranged(at: path.steps[...]) { members, index in
                let member = members.remove(at: index)
                // Moved before itself, it stays.
                let isSame = place?.utf8.elementsEqual(member.key.utf8) ?? false
                let target = isSame ? index : place.flatMap { place in members.firstIndex { $0.key.utf8.elementsEqual(place.utf8) } }
                members.insert(member, at: target ?? members.count)
            }
        }
    }

    /// The value after a change at a path. `change` gets the present value there, nil if there is none, and the steps of the path that do
    /// not exist; it returns the new value, or nil to remove what is there.
    private func changed(
        at path: ArraySlice<EditPath.Step>,
        _ change: (EditValue?, ArraySlice<EditPath.Step>) throws(ConfigEditRefusal) -> EditValue?
    ) throws(ConfigEditRefusal) -> EditValue {
        let rest = path.dropFirst()
        func next(_ old: EditValue) throws(ConfigEditRefusal) -> EditValue? {
            // Below a key without a value, everything is missing.
            if case .text = old, !rest.isEmpty { return try change(nil, rest) }
            return rest.isEmpty ? try change(old, rest) : try old.changed(at: rest, change)
        }
        switch (path.first, self) {
        case (.key(let key), .block(var members)):
            if let index = members.firstIndex(where: { $0.key.utf8.elementsEqual(key.utf8) }) {
                if let value = try next(members[index].value) { members[index].value = value } else { members.remove(at: index) }
            } else if let value = try change(nil, rest) {
                members.append(Member(key: key, value: value))
            }
            return .block(members)
        case (.index(let index), .list(var items)):
            if items.indices.contains(index) {
                if let value = try next(items[index]) { items[index] = value } else { items.remove(at: index) }
            } else if let value = try change(nil, rest) {
                items.append(value)
            }
            return .list(items)
        default: return self
        }
    }

    /// The value after a change of the block that has the last key of a path. `change` gets its members and the index of that key.
    private func rearranged(at path: ArraySlice<EditPath.Step>, _ change: (inout [Member], Int) -> Void) -> EditValue {
        let rest = path.dropFirst()
        switch (path.first, self) {
        case (.key(let key), .block(var members)):
            guard let index = members.firstIndex(where: { $0.key.utf8.elementsEqual(key.utf8) }) else { return self }
            if rest.isEmpty { change(&members, index) } else { members[index].value = members[index].value.rearranged(at: rest, change) }
            return .block(members)
        case (.index(let index), .list(let items)):
            return .list(items.enumerated().map { $0 == index ? $1.rearranged(at: rest, change) : $1 })
        default: return self
        }
    }
}
