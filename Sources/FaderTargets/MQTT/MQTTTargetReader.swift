package import FaderConfig
package import FaderValues

extension MQTTTargetSpec: ReadableTarget, NamingTarget {
    package static let peerExample = "\"mqtt://homeassistant.local\""

    package static func peer(_ fields: Fields, report: Report) -> (any TargetPeer)? { MQTTPeerReader(report: report).read(fields) }

    package static func read(_ node: Node, for subject: TargetReader.Subject, by reader: TargetReader) -> MQTTTargetSpec? {
        let mqtt = MQTTTargetReader(report: reader.report, peers: reader.peers)
        return subject.isPressed ? mqtt.readPress(node) : mqtt.read(node, subject.spec, isColor: subject.isColor)
    }

    package func doubt(about id: String) -> String? {
        guard isOnlyRead else { return nil }
        return
            "\(id.forDisplay) is only read, because its target has no set; to write it, add set: \(topic.forDisplay), or the topic that its "
            + "device listens to; otherwise say so: read-only: true"
    }
}

/// `{mqtt: house, topic: zigbee2mqtt/lamp, set: zigbee2mqtt/lamp/set, path: brightness, range: [0, 254]}`.
struct MQTTTargetReader {
    let report: Report
    let peers: [String: (any TargetPeer)?]

    private static let keys = ["mqtt", "topic", "set", "path", "range", "steps", "words", "payload", "retain", "get", "availability"]

    func read(_ node: Node, _ spec: ParameterSpec, isColor: Bool) -> MQTTTargetSpec? {
        guard let fields = Fields(node, of: "an mqtt target", keys: Self.keys, report: report),
            var target = start(node, fields, "zigbee2mqtt/lamp")
        else { return nil }
        if let set = fields["set"] { target.set = setTopic(set) }
        target.form = report.payloadForm(fields)
        if let words = fields["words"], spec.kind.hasOptions {
            target.form.words = report.words(words, "words, such as [OFF, ON]", forEach: "values", of: spec)
        }
        if let payload = fields["payload"], let text = report.word(payload, "payload", limit: Limits.text) {
            if !text.contains("{value}") {
                report.error(payload.location, "payload has no {value} in it, so nothing that is set would be sent")
            }
            target.form.payload = text
        }
        let place = target.form.path.first(where: Self.isPlace)
        if fields["set"] != nil, target.form.payload == nil, let path = fields["path"], let place {
            report.error(
                path.location,
                "\(place) is a place in a list, which can only be read; say with payload what is written, such as "
                    + "payload: '{\"speed\": {value}}'")
        }
        target.get = fields["get"].flatMap(question)
        target.availability = fields["availability"].flatMap(availability)
        report.check(fields.locations, Self.useless(spec, isColor: isColor, target))
        return target
    }

    /// The message that a trigger sends: `{mqtt: house, topic: garage/door/set, payload: OPEN}`.
    func readPress(_ node: Node) -> MQTTTargetSpec? {
        guard
            let fields = Fields(node, of: "an mqtt target", keys: ["mqtt", "topic", "payload", "retain"], report: report, tellsKeys: true),
            var target = start(node, fields, "garage/door/set")
        else { return nil }
        guard let payload = fields["payload"] else {
            return report.error(node.location, "a trigger that sends over mqtt needs a payload, such as payload: OPEN")
        }
        target.set = target.topic
        target.form.payload = report.text(payload, "payload", limit: Limits.text)
        return target.form.payload == nil ? nil : target
    }

    private func start(_ node: Node, _ fields: Fields, _ example: String) -> MQTTTargetSpec? {
        guard let mqtt = fields["mqtt"] else { return nil }
        guard let topic = fields["topic"] else {
            return report.error(node.location, "an mqtt target needs a topic, such as topic: \(example)")
        }
        let entry = "house: {mqtt: \(MQTTTargetSpec.peerExample)}"
        guard let peer: MQTTPeerSpec = report.peer(named: mqtt, in: peers, entry), let text = report.topic(topic, "topic") else {
            return nil
        }
        return MQTTTargetSpec(peer: peer, topic: text, isRetained: report.truth(fields, "retain") ?? false)
    }

    /// `{topic: zigbee2mqtt/lamp/get, payload: '{"state": ""}'}`.
    private func question(_ node: Node) -> MQTTTargetSpec.Question? {
        guard let fields = Fields(node, of: "get", keys: ["topic", "payload"], report: report, tellsKeys: true) else { return nil }
        guard let topic = fields["topic"] else {
            return report.error(node.location, "get needs the topic at which the device is asked, such as topic: zigbee2mqtt/lamp/get")
        }
        let payload = fields["payload"].map { report.text($0, "payload", limit: Limits.text) } ?? ""
        guard let text = report.topic(topic, "topic"), let payload else { return nil }
        return MQTTTargetSpec.Question(topic: text, payload: payload)
    }

    /// `{topic: zigbee2mqtt/lamp/availability, path: state}`.
    private func availability(_ node: Node) -> MQTTTargetSpec.Availability? {
        guard let fields = Fields(node, of: "availability", keys: ["topic", "payload", "path"], report: report, tellsKeys: true) else {
            return nil
        }
        guard let topic = fields["topic"] else {
            return report.error(node.location, "availability needs a topic, such as topic: zigbee2mqtt/lamp/availability")
        }
        let payload = fields["payload"].map { report.word($0, "payload", limit: Limits.label) } ?? "offline"
        guard let text = report.topic(topic, "topic"), let payload else { return nil }
        return MQTTTargetSpec.Availability(topic: text, payload: payload, path: fields["path"].map(report.payloadPath) ?? [])
    }

    private func setTopic(_ node: Node) -> String? {
        if node.isEmpty || ["null", "~", "false"].contains(node.plainText) {
            return report.error(node.location, "set is the topic that the value is written to; leave it out where the value is only read")
        }
        return report.topic(node, "set")
    }

    private static func isPlace(_ key: String) -> Bool { !key.isEmpty && key.utf8.allSatisfy { (0x30...0x39).contains($0) } }

    private static func useless(_ spec: ParameterSpec, isColor: Bool, _ target: MQTTTargetSpec) -> [KeyUse] {
        let id = spec.id.forDisplay
        let isText = spec.kind.isText
        let isNumber = !isText && !isColor && !spec.kind.hasOptions
        return [
            KeyUse("range", if: isText || isColor, "\(id) is sent as a text"),
            KeyUse("range", if: !target.form.words.isEmpty, "\(id) is sent as a word"),
            KeyUse("steps", if: !isNumber, "\(id) has nothing between its values"),
            KeyUse("words", if: !spec.kind.hasOptions || isColor, "only toggles and choices are sent as words"),
            KeyUse("payload", if: target.set == nil, "without set nothing is sent"),
            KeyUse("retain", if: target.set == nil, "without set nothing is sent"),
        ]
    }
}

struct MQTTPeerReader {
    let report: Report

    func read(_ fields: Fields) -> MQTTPeerSpec? {
        guard let mqtt = fields["mqtt"], var peer = address(mqtt) else { return nil }
        peer.user = fields["user"].flatMap { report.word($0, "user", limit: Limits.text) }
        peer.password = fields["password-file"].flatMap(report.file)
        peer.certificates = fields["ca-file"].flatMap(report.file)?.path
        peer.publication = fields["publish"].flatMap(publication)
        report.check(
            fields.locations,
            [
                KeyUse("password-file", if: fields["user"] == nil, "there is no user"),
                KeyUse("ca-file", if: !peer.isSecure, "the connection is not TLS; write mqtts:// for that"),
            ])
        return peer
    }

    /// `mqtt://HOST:PORT`, or `mqtts://` for TLS.
    private func address(_ node: Node) -> MQTTPeerSpec? {
        guard let text = report.word(node, "the address of a broker", limit: Limits.text) else { return nil }
        if text.contains("@") {
            return report.error(node.location, "an address has no user and no password in it: there are the keys user and password-file")
        }
        let isSecure = text.hasPrefix("mqtts://")
        guard isSecure || text.hasPrefix("mqtt://") else {
            return report.error(node.location, "expected mqtt://HOST or mqtts://HOST, found \(node.described)")
        }
        var rest = text.drop { $0 != "/" }.dropFirst(2)
        if rest.hasSuffix("/") { rest.removeLast() }
        let address = report.endpoint(
            rest, node, port: isSecure ? 8883 : 1883, "mqtt://192.168.1.20:1883", "a broker, such as mqtt://homeassistant.local")
        return address.map { MQTTPeerSpec(host: $0.host, port: $0.port, isSecure: isSecure) }
    }

    /// `{topic: faderd/studio, home-assistant: true, only: [master, "lamp.*"], snapshots: true}`.
    private func publication(_ node: Node) -> MQTTPeerSpec.Publication? {
        guard
            let fields = Fields(node, of: "what is published", keys: ["topic", "home-assistant", "only", "snapshots"], report: report)
        else { return nil }
        guard let topic = fields["topic"] else {
            return report.error(node.location, "publish needs the topic that all topics begin with, such as topic: faderd/studio")
        }
        guard let text = report.topic(topic, "topic") else { return nil }
        guard !text.hasPrefix("/"), !text.hasSuffix("/"), text.utf8.count <= Limits.label else {
            return report.error(topic.location, "topic must be at most \(Limits.label) bytes, without a slash at its beginning or end")
        }
        var only: [String] = []
        if let node = fields["only"] {
            only = (report.words(node, "an id, or a pattern such as \"lamp.*\"") ?? [])
            if only.isEmpty { report.refuse(node, "only is empty; leave it out to publish everything") }
        }
        return MQTTPeerSpec.Publication(
            topic: text, isDiscovered: report.truth(fields, "home-assistant") ?? false, only: only,
            hasSnapshots: report.truth(fields, "snapshots") ?? false)
    }
}

extension MQTTPeerSpec: TargetPeer {
    // Two publications would set each other's availability.
    package var claim: String? { publication.map { "publishes to \($0.topic) on \(host):\(port)" } }
    package var publisher: MQTTPeerSpec? { publication.map { _ in self } }
    package var sends: String? { publication.map { _ in "publish sends to this broker" } }
}

extension Report {
    /// The name of a topic, without wildcards.
    fileprivate func topic(_ node: Node, _ what: String) -> String? {
        guard let text = word(node, what, limit: Limits.label * 4) else { return nil }
        guard !text.contains(where: { "+#".contains($0) }), !text.hasPrefix("$") else {
            return error(node.location, "\(what) must be one topic, such as zigbee2mqtt/lamp, without + and # and not beginning with $")
        }
        return text
    }
}
