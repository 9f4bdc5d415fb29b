internal import FaderAPI
internal import FaderJSON
internal import FaderModel
internal import FaderTargets

/// A part of a device of Home Assistant.
struct Component {
    /// Such as `number`.
    let platform: String
    /// What distinguishes it among those of its platform.
    let word: String
    /// What is told of it, in Home Assistant's short keys.
    let fields: [String: JSONValue]

    /// One that becomes another platform's is another component.
    var key: String { "\(platform)_\(word)" }
}

extension MQTTPeerSpec.Publication {
    /// What distinguishes it among all devices of Home Assistant, in the characters that topics of discovery may have.
    private var device: String { "faderd_" + Self.word(topic) }

    /// The topic of the document that tells Home Assistant what there is.
    var discovery: String { "homeassistant/device/\(device)/config" }

    /// The components of the device, one for each parameter and snapshot.
    func components(_ entities: [Entity], _ snapshots: [String], _ catalog: Catalog) -> [Component] {
        let scenes = snapshots.map { name in
            Component(
                platform: "scene", word: Self.word(name), fields: ["name": .text(name), "cmd_t": .text(recall), "pl_on": .text(name)])
        }
        return entities.map { $0.component(catalog, self, word: Self.word($0.id)) } + scenes
    }

    /// The document.
    ///
    /// - Parameter gone: the platforms of components that were in former documents, by their keys. Home Assistant forgets one of which
    ///   nothing is told but its platform.
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
            "avty_t": .text(availability),
            "cmps": .object(components),
        ])
        var text = ""
        document.append(to: &text)
        return text
    }

    /// A text in letters, digits, `_` and `-`, so that no two texts become one.
    private static func word(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                String(UnicodeScalar(byte))
            case UInt8(ascii: "/"), UInt8(ascii: "."): byte == UInt8(ascii: "/") ? "_" : "__"
            default: "-" + String(byte, radix: 16)
            }
        }.joined()
    }
}
