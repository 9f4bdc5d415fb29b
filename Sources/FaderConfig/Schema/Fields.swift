/// The entries of a block that has a fixed set of keys.
package struct Fields {
    package let location: Location
    /// There are few enough for a linear search.
    package private(set) var values: [Node.Entry] = []
    /// They name a type that does not exist, and that has been reported.
    package var lackType = false

    /// Reports every key that is not in `keys`; nil if the node is not a block. An empty node counts as an empty block.
    ///
    /// - Parameters:
    ///   - parameter: The id of the parameter that has these keys. A block in it is reported as a nested parameter.
    ///   - elsewhere: Keys that belong somewhere else, each with the hint to show.
    ///   - tellsKeys: Whether the message about an unknown key lists the known ones.
    package init?(
        _ node: Node, of what: String, keys: [String], parameter: String? = nil, report: Report, elsewhere: [String: String] = [:],
        tellsKeys: Bool = false
    ) {
        location = node.location
        guard let entries = report.entries(node, of: what) else { return nil }
        // The block of a repeated key is not read, but names that are defined in it may be used elsewhere.
        for case .block(let names) in entries.lazy.filter(\.isRepeated).map(\.value.content) { report.noteUnread(Set(names.map(\.key))) }
        for entry in entries where !entry.isRepeated {
            guard keys.contains(entry.key) else {
                if let parameter, case .block = entry.value.content {
                    let id = "\(parameter).\(entry.key)"
                    report.error(
                        entry.keyLocation,
                        "parameters cannot be nested: write \"\(id.forDisplay):\" beside \"\(parameter.forDisplay):\"")
                    report.noteUnread([id])
                    continue
                }
                // In `{min: 0,5}` or `{value: -6,5 dB}` the comma ends the number.
                let isRestOfNumber = entry.value.isEmpty && entry.key.first?.isWholeNumber == true
                let known = tellsKeys ? "; it has \(keys.joined(separator: ", "))" : ""
                let hint =
                    isRestOfNumber ? "; a number is written with a point, not a comma" : elsewhere[entry.key].map { "; \($0)" } ?? known
                report.error(entry.keyLocation, "unknown key \"\(entry.key.forDisplay)\" in \(what)\(hint)", instead: entry.key, of: keys)
                continue
            }
            values.append(entry)
        }
    }

    package init(at location: Location) { self.location = location }

    package subscript(key: String) -> Node? { values.first { $0.key == key }?.value }

    /// `base` only adds keys that are not given here.
    package func over(_ base: Fields) -> Fields {
        var merged = self
        merged.values += base.values.filter { entry in !values.contains { $0.key == entry.key } }
        return merged
    }

    package func without(_ keys: [String]) -> Fields {
        var rest = self
        rest.values.removeAll { keys.contains($0.key) }
        return rest
    }

    package func mapped(_ change: (Node.Entry) -> Node.Entry) -> Fields {
        var mapped = self
        mapped.values = values.map(change)
        return mapped
    }
}

extension Report {
    /// The entries of a block with any keys; nil if the node is something else.
    package func entries(_ node: Node, of what: String) -> [Node.Entry]? {
        switch node.content {
        case .block(let entries): return entries
        case .scalar where node.isEmpty: return []
        case .unusable: return nil
        case .scalar, .list:
            var found = node.described
            if let split = node.plainText.flatMap(LookAlike.missingSpace) {
                found += "; \(split.message)"
            }
            return error(node.location, "expected the keys of \(what), found \(found)")
        }
    }
}
