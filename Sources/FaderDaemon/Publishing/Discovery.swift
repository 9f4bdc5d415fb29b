internal import FaderAPI
internal import FaderJSON
internal import FaderTargets
internal import FaderValues

/// A component of a device of Home Assistant, such as a slider or a switch.
struct Component {
    /// The platform in Home Assistant, such as `number`.
    let platform: String
    /// What tells it apart from the other components of its platform.
    let word: String
    /// The description, with the short keys of Home Assistant.
    let fields: [String: JSONValue]

    /// There only while all of these topics say so.
    func available(by topics: [String]) -> Component {
        let all = JSONValue.list(topics.map { .object(["t": .text($0)]) })
        return Component(platform: platform, word: word, fields: fields.merging(["avty": all, "avty_mode": .text("all")]) { $1 })
    }

    /// Includes the platform, because with another platform it is another component.
    var key: String { "\(platform)_\(word)" }
}

extension MQTTPeerSpec.Publication {
    func components(_ entities: [Entity], _ snapshots: [String], _ catalog: Catalog) -> [Component] {
        let scenes = snapshots.map { name in
            Component(
                platform: "scene", word: Self.word(name), fields: ["name": .text(name), "cmd_t": .text(recall), "pl_on": .text(name)])
        }
        return entities.flatMap { $0.components(catalog, self, word: Self.word($0.id)) } + scenes
    }

    /// The discovery document. `gone`: platforms of former components by their keys. Home Assistant forgets a component that has only its
    /// platform.
    func document(_ all: [Component], gone: [String: String]) -> String {
        var components: [String: JSONValue] = gone.mapValues { .object(["p": .text($0)]) }
        for component in all {
            let more: [String: JSONValue] = ["p": .text(component.platform), "uniq_id": .text("\(device)_\(component.key)")]
            components[component.key] = .object(component.fields.merging(more) { $1 })
        }
        let name = topic.split(separator: "/").last.map(String.init) ?? topic
        let document: JSONValue = .object([
            "dev": .object([
                "ids": .list([.text(device)]), "name": .text(name), "mf": .text("faderd"), "sw": .text(faderdVersion),
            ]),
            "o": .object(["name": .text("faderd"), "sw": .text(faderdVersion)]),
            // A list, so that components can replace it by one of their own.
            "avty": .list([.object(["t": .text(availability)])]),
            "cmps": .object(components),
        ])
        var text = ""
        document.append(to: &text)
        return text
    }

    /// The platforms of a document's components by their keys, without those to forget, and the ids of the parameters that have a state.
    func contents(of document: [UInt8]) -> (platforms: [String: String], ids: Set<String>) {
        var (platforms, ids): ([String: String], Set<String>) = ([:], [])
        guard case .object(let fields) = try? JSONValue.read(document), case .object(let components) = fields["cmps"] else {
            return (platforms, ids)
        }
        for (key, component) in components {
            guard case .object(let fields) = component, fields.count > 1, case .text(let platform) = fields["p"] else { continue }
            platforms[key] = platform
            if case .text(let topic) = fields["stat_t"], let id = id(ofState: topic) { ids.insert(id) }
        }
        return (platforms, ids)
    }
}
