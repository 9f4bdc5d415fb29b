internal import FaderAPI
internal import FaderJSON
internal import FaderModel
internal import FaderServer
internal import FaderTargets

extension MQTTPeerSpec.Publication {
    /// What distinguishes it among all devices of Home Assistant, in the characters that topics of discovery may have.
    private var device: String { "faderd_" + Self.word(topic) }

    /// The topic of the document that tells Home Assistant what there is.
    var discovery: String { "homeassistant/device/\(device)/config" }

    /// The document: one device, with a component for each parameter and snapshot.
    func document(_ entities: [Entity], _ snapshots: [String], _ catalog: Catalog) -> String {
        var components: [String: JSONValue] = [:]
        for entity in entities {
            add(entity.component(catalog, self), "parameter_" + Self.word(entity.id), to: &components)
        }
        for name in snapshots {
            let scene: [String: JSONValue] = [
                "p": .text("scene"), "name": .text(name), "cmd_t": .text(recall), "pl_on": .text(name),
            ]
            add(scene, "snapshot_" + Self.word(name), to: &components)
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

    private func add(_ component: [String: JSONValue], _ key: String, to components: inout [String: JSONValue]) {
        var component = component
        component["uniq_id"] = .text("\(device)_\(key)")
        components[key] = .object(component)
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
