internal import FaderValues

/// `groups: {drums: {of: ["{drum}.level"], label: Drums, color: red, mute: "{drum}.mute"}}`. A group, and its mute, are parameters; they
/// are added to `parameters:` before anything reads that.
struct GroupReader {
    let report: Report

    /// Keys that name members.
    static let lists = ["of", "mute"]
    /// Keys that a group has like any other parameter.
    private static let own = ["label", "short", "color", "recall-safe", "notify", "target"]

    struct Group {
        let id: String
        let members: [Node]
        let isMute: Bool
    }

    /// Adds the groups to `parameters:`, and also returns them separately.
    func takeOut(_ node: Node, into parameters: Node?) -> (parameters: Node?, groups: [Group]) {
        guard let entries = report.entries(node, of: "the groups") else { return (parameters, []) }
        var groups: [Group] = []
        var added: [Node.Entry] = []
        let written = Dictionary(
            (parameters?.entries ?? []).map { ($0.key, $0.keyLocation) }, uniquingKeysWith: { first, _ in first })
        for entry in entries where !entry.isRepeated {
            guard let fields = Fields(entry.value, of: "a group", keys: Self.lists + Self.own, report: report) else {
                report.noteUnread([entry.key])
                continue
            }
            if let place = written[entry.key] {
                report.error(
                    entry.keyLocation,
                    "\(entry.key.forDisplay) is a parameter already (\(place.described(from: entry.keyLocation))); rename the group, "
                        + "or leave the parameter out: the group is one")
                continue
            }
            let own = fields.values.filter { Self.own.contains($0.key) }
            added.append(Self.parameter(entry.key, entry.keyLocation, Self.level, own))
            if let members = members(fields["of"], of: entry) { groups.append(Group(id: entry.key, members: members, isMute: false)) }
            guard let mute = fields["mute"] else { continue }
            let id = "\(entry.key).mute"
            if let place = written[id] {
                report.error(
                    mute.location,
                    "\(id.forDisplay) exists already (\(place.described(from: mute.location))); rename it, or leave mute: out")
                continue
            }
            let label = own.first { $0.key == "label" }?.value.text ?? entry.key
            let shared = own.filter { ["color", "recall-safe", "notify"].contains($0.key) }
            added.append(Self.parameter(id, mute.location, Self.mute + [("label", "\(label) mute")], shared))
            groups.append(Group(id: id, members: mute.items, isMute: true))
        }
        let all = Node(location: parameters?.location ?? node.location, content: .block((parameters?.entries ?? []) + added))
        // If something else is written in place of the parameters, their reader reports that.
        return (parameters?.isBlock == false ? parameters : all, groups)
    }

    private static let level = [
        ("min", "-inf"), ("max", "10"), ("unit", "dB"), ("taper", "audio"), ("decimals", "1"), ("default", "0"),
    ]
    private static let mute = [("kind", "toggle")]

    private static func parameter(_ id: String, _ place: Location, _ keys: [(String, String)], _ own: [Node.Entry]) -> Node.Entry {
        func scalar(_ text: String) -> Node { Node(location: place, content: .scalar(Node.Scalar(text: text, isPlain: true))) }
        var entries = keys.map { Node.Entry(key: $0, keyLocation: place, value: scalar($1)) }
        if keys.contains(where: { $0.0 == "kind" }) {
            let words = Node(location: place, content: .list(["open", "muted"].map(scalar)))
            entries.append(Node.Entry(key: "words", keyLocation: place, value: words))
        }
        return Node.Entry(key: id, keyLocation: place, value: Node(location: place, content: .block(entries + own)))
    }

    private func members(_ node: Node?, of group: Node.Entry) -> [Node]? {
        guard let node else {
            return report.error(group.keyLocation, "the group \(group.key.forDisplay) has no members; write of: [id, id]")
        }
        if node.items.isEmpty || node.isEmpty {
            return report.error(node.location, "the group \(group.key.forDisplay) has no members; write of: [id, id]")
        }
        return node.items
    }
}
