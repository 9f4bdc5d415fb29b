internal import FaderValues

/// Makes a parameter of each `selected: {with: TARGET}`, so that the target is read, written and kept like that of any other parameter.
struct SelectionTargets {
    /// The parameters of the config with those that are made; nil if there are none.
    private(set) var parameters: Node?
    /// The ids of the parameters that keep step with a selection, by the surface's name.
    private(set) var ids: [String: String] = [:]

    /// The sections `surfaces:` and `parameters:`.
    init(_ surfaces: Node?, among parameters: Node?) {
        self.parameters = parameters
        guard let parameters, case .block(var entries) = parameters.content else { return }
        for surface in surfaces?.entries ?? [] where !surface.isRepeated {
            guard let target = surface.value.value("selected")?.value("with"), target.isBlock else { continue }
            // A target can have one parameter, so surfaces with the same target share it, and so does a parameter of the config.
            if let same = entries.first(where: { $0.value.value("target")?.isSame(as: target) == true }) {
                ids[surface.key] = same.key
                continue
            }
            let id = Self.id(for: surface.key)
            let key = Node.Entry(key: "target", keyLocation: target.location, value: target, isRepeated: false)
            if let place = entries.firstIndex(where: { $0.key == id && !$0.isRepeated && $0.value.value("target") == nil }) {
                let content = Node.Content.block(entries[place].value.entries + [key])
                entries[place] = entries[place].with(Node(location: entries[place].value.location, content: content))
            } else {
                let made = Node(location: target.location, content: .block([key]))
                entries.append(Node.Entry(key: id, keyLocation: target.location, value: made, isRepeated: false))
            }
            ids[surface.key] = id
        }
        self.parameters = Node(location: parameters.location, content: .block(entries))
    }

    /// `desk.selected`; the characters that no id has are left out.
    private static func id(for surface: String) -> String {
        let word = surface.lowercased().filter { ParameterSpec.isValidID("\($0)") }
        return word.isEmpty ? "selected" : "\(word).selected"
    }
}

extension Node {
    fileprivate func value(_ key: String) -> Node? { entries.first { $0.key == key && !$0.isRepeated }?.value }

    /// Whether both say the same, wherever they are written.
    fileprivate func isSame(as other: Node) -> Bool {
        switch (content, other.content) {
        case (.scalar(let one), .scalar(let another)): one.text == another.text
        case (.list(let items), .list(let others)):
            items.count == others.count && zip(items, others).allSatisfy { $0.isSame(as: $1) }
        case (.block(let keys), .block(let others)):
            keys.count == others.count && keys.allSatisfy { key in others.contains { $0.key == key.key && $0.value.isSame(as: key.value) } }
        default: false
        }
    }
}
