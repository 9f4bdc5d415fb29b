public import FaderJSON

/// Changes the text of a config or profile and leaves comments, order, quotes and line ends as they are.
///
/// Each edit replaces bytes at the offsets that libyaml gives. The result is read again and compared with what the edits mean, so that an
/// unforeseen form of YAML is refused, never damaged.
public enum ConfigEditor {
    /// The file with the edits made. `name` is its path in diagnostics.
    public static func bytes(after edits: ConfigEdits, of bytes: [UInt8], name: String) throws(ConfigEditRefusal) -> [UInt8] {
        let source = Source(name: name, bytes: bytes)
        var run = try EditRun(source)
        try run.make(edits.edits)
        return bytes.prefix(bytes.count - source.bytes.count) + run.source.bytes
    }

    public static func content(of bytes: [UInt8], name: String) throws(ConfigEditRefusal) -> JSONValue {
        try MarkedTree.read(Source(name: name, bytes: bytes)).value.json
    }

    /// The lines, from 1, on which the entries of `parameters:` and `groups:` begin. No key is in both.
    public static func lines(of bytes: [UInt8], name: String) throws(ConfigEditRefusal) -> [String: Int] {
        let source = Source(name: name, bytes: bytes)
        guard case .block(let all, _) = try MarkedTree.read(source).content else { return [:] }
        let entries = all.filter { ["parameters", "groups"].contains($0.key) }.flatMap { section in
            if case .block(let entries, _) = section.value.content { entries } else { [] as [MarkedNode.Entry] }
        }
        return Dictionary(entries.map { ($0.key, source.lineIndex(atByte: $0.keyRange.lowerBound) + 1) }, uniquingKeysWith: { $1 })
    }
}

extension EditValue {
    /// The value with an edit made in it, to be compared with a result.
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

    /// `change` gets the present value, nil if there is none, and the steps of the path that do not exist; it returns nil to remove what is
    /// there.
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

    /// `change` gets the members of the block that has the path's last key, and the index of that key.
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
