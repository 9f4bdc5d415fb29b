package import FaderConfig
internal import FaderValues

extension HomeAssistantTargetSpec: ReadableTarget, NamingTarget {
    package static let peerExample = "\"ws://homeassistant.local:8123\""

    package static func peer(_ fields: Fields, report: Report) -> (any TargetPeer)? {
        guard let node = fields["home-assistant"], let text = report.word(node, "the address of Home Assistant", limit: Limits.text) else {
            return nil
        }
        if text.hasPrefix("wss://") || text.hasPrefix("https://") {
            return report.error(node.location, "faderd speaks no TLS to Home Assistant: expected ws://HOST:8123, such as \(peerExample)")
        }
        guard text.hasPrefix("ws://") else {
            return report.error(node.location, "expected ws://HOST:8123, such as \(peerExample), found \(node.described)")
        }
        var rest = text.dropFirst("ws://".count)
        if rest.hasSuffix("/") { rest.removeLast() }
        let address = report.endpoint(
            rest, node, port: HomeAssistantPeerSpec.defaultPort, "ws://192.168.1.6:8123", "Home Assistant, such as \(peerExample)")
        guard let file = fields["token-file"] else {
            return report.error(
                node.location,
                "Home Assistant needs a token: add token-file: house.token, a file with a long-lived access token, which is made under your "
                    + "profile there")
        }
        guard let token = report.file(file), let address else { return nil }
        return HomeAssistantPeerSpec(host: address.host, port: address.port, token: token)
    }

    /// `{home-assistant: house, entity: light.desk}`, `{home-assistant: house, entity: climate.bath, attribute: mode}`.
    package static func read(_ node: Node, for subject: TargetReader.Subject, by reader: TargetReader) -> HomeAssistantTargetSpec? {
        let (report, spec) = (reader.report, subject.spec)
        let keys = ["home-assistant", "entity"] + (subject.isPressed ? [] : ["attribute", "words"])
        guard let fields = Fields(node, of: "a home-assistant target", keys: keys, report: report, tellsKeys: subject.isPressed),
            let house = fields["home-assistant"]
        else { return nil }
        guard let entity = fields["entity"] else {
            return report.error(node.location, "a home-assistant target has an entity, such as entity: light.desk")
        }
        guard let (id, domain) = entityID(entity, report) else { return nil }
        let peer: HomeAssistantPeerSpec? = report.peer(named: house, in: reader.peers, "house: {home-assistant: \(peerExample)}")
        if subject.isPressed {
            guard domain.press != nil else {
                return report.error(entity.location, "a trigger presses a scene, a script or a button, and \(id) is \(domain.described)")
            }
            return peer.map { HomeAssistantTargetSpec(peer: $0, entity: id, nil) }
        }
        guard let (attribute, isMain) = attribute(fields, entity, domain, subject, report) else { return nil }
        guard attribute.need != .plain || spec.minimum.isFinite else {
            return report.error(
                entity.location, "\(attribute.rawValue) has no −∞ in Home Assistant: give \(spec.id.forDisplay) a min, such as min: 0")
        }
        let isChoice = attribute.need == .choice
        report.check(
            fields.locations,
            [
                KeyUse("words", if: !isChoice, "\(attribute.rawValue) has no names"),
                KeyUse("words", if: isChoice && spec.isSupplied, "without options they are those that Home Assistant has"),
            ])
        let words = fields["words"].map { node in
            guard isChoice, !spec.isSupplied else { return [String]() }
            return report.words(node, "words of Home Assistant, such as [heat, off]", forEach: "options", of: spec)
        }
        return peer.map {
            HomeAssistantTargetSpec(peer: $0, entity: id, attribute, isMain: isMain, words: words ?? [], suppliesOptions: spec.isSupplied)
        }
    }

    private static func entityID(_ node: Node, _ report: Report) -> (String, HomeAssistantDomain)? {
        guard let id = report.word(node, "the id of an entity", limit: Limits.label) else { return nil }
        let parts = id.split(separator: ".", omittingEmptySubsequences: false)
        let isPlain = id.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789_.".utf8.contains($0) }
        guard parts.count == 2, !parts.contains(""), isPlain else {
            return report.error(node.location, "entity is an id of Home Assistant, such as light.desk; found \(node.described)")
        }
        guard let domain = HomeAssistantDomain(ofEntity: id) else {
            let known = HomeAssistantDomain.allCases.map(\.rawValue)
            return report.error(
                node.location, "entities of these kinds can be bound: \(known.joined(separator: ", ")); found \(node.described)",
                instead: String(parts[0]), of: known)
        }
        return (id, domain)
    }

    /// What is bound, and whether that is what the config means if it names nothing.
    private static func attribute(
        _ fields: Fields, _ entity: Node, _ domain: HomeAssistantDomain, _ subject: TargetReader.Subject, _ report: Report
    ) -> (Attribute, Bool)? {
        let (all, id) = (domain.attributes, subject.spec.id.forDisplay)
        guard !all.isEmpty else {
            return report.error(entity.location, "\(domain.described) is pressed by a trigger: kind: trigger")
        }
        let main = all.first { $0.need.fits(subject.spec, isColor: subject.isColor) }
        let kind = subject.isColor ? "a color" : subject.spec.kind.kindWord.described
        guard fields["attribute"] != nil else {
            if let main { return (main, true) }
            let needs = all.map { "\($0.rawValue) is \($0.need.words)" }.joined(separator: "; ")
            return report.error(entity.location, "\(domain.described) has no value for \(id), which is \(kind): \(needs)")
        }
        guard let attribute = report.choice(fields, "attribute", of: all.map { ($0.rawValue, $0) }) else { return nil }
        guard attribute.need.fits(subject.spec, isColor: subject.isColor) else {
            return report.error(
                fields["attribute"]?.location ?? entity.location, "\(attribute.rawValue) is \(attribute.need.words), and \(id) is \(kind)")
        }
        return (attribute, attribute == main)
    }
}

extension HomeAssistantPeerSpec: TargetPeer {
    package var claim: String? { nil }
}
