package import FaderConfig
internal import FaderValues

extension SnapcastTargetSpec: ReadableTarget, NamingTarget {
    package static let peerExample = "\"192.168.1.5\""

    package static func peer(_ fields: Fields, report: Report) -> (any TargetPeer)? {
        guard let node = fields["snapcast"], let text = report.word(node, "the address of a Snapcast server", limit: Limits.text) else {
            return nil
        }
        let address = report.endpoint(
            text[...], node, port: SnapcastPeerSpec.defaultPort, "192.168.1.5:1705", "a Snapcast server, such as \(peerExample)")
        return address.map { SnapcastPeerSpec(host: $0.host, port: $0.port) }
    }

    /// `{snapcast: house, client: Kitchen}`, `{snapcast: house, group: Downstairs, property: stream}`.
    package static func read(_ node: Node, for subject: TargetReader.Subject, by reader: TargetReader) -> SnapcastTargetSpec? {
        let (report, spec) = (reader.report, subject.spec)
        let keys = ["snapcast", "client", "group", "property", "words"]
        guard let fields = Fields(node, of: "a snapcast target", keys: keys, report: report), let house = fields["snapcast"] else {
            return nil
        }
        guard let thing = thing(fields, node, report), fits(thing, spec, at: node.location, report) else { return nil }
        let isStream = if case .group(_, .stream) = thing { true } else { false }
        report.check(
            fields.locations,
            [
                KeyUse("words", if: !isStream, "only streams have names"),
                KeyUse("words", if: isStream && spec.isSupplied, "without options the streams are those that the server has"),
            ])
        let peer: SnapcastPeerSpec? = report.peer(named: house, in: reader.peers, "house: {snapcast: \(peerExample)}")
        let words = fields["words"].map { node in
            isStream && !spec.isSupplied ? report.words(node, "ids of streams, such as [default, radio]", forEach: "options", of: spec) : []
        }
        return peer.map { SnapcastTargetSpec(peer: $0, thing, words: words ?? [], suppliesOptions: spec.isSupplied) }
    }

    private static func thing(_ fields: Fields, _ node: Node, _ report: Report) -> Subject? {
        switch (fields["client"], fields["group"]) {
        case (let client?, nil):
            guard let name = report.word(client, "the name or id of a client", limit: Limits.text) else { return nil }
            guard fields["property"] != nil else { return .client(name, .volume) }
            return report.choice(fields, "property", of: ClientProperty.self).map { .client(name, $0) }
        case (nil, let group?):
            guard let name = report.word(group, "the name or id of a group", limit: Limits.text) else { return nil }
            guard fields["property"] != nil else {
                return report.error(node.location, "a group has a property: mute or stream; only clients have volumes")
            }
            return report.choice(fields, "property", of: GroupProperty.self).map { .group(name, $0) }
        default: return report.error(node.location, "a snapcast target has a client or a group, such as client: Kitchen")
        }
    }

    private static func fits(_ thing: Subject, _ spec: ParameterSpec, at location: Location, _ report: Report) -> Bool {
        let (fits, what) =
            switch thing {
            case .client(_, .volume): (spec.kind.isNumber, "a volume is a number")
            case .client(_, .mute), .group(_, .mute): (spec.kind.isSwitch, "mute is on or off, a toggle")
            case .group(_, .stream): (spec.kind.isChoice, "a stream is one of several, a choice")
            }
        return fits
            || report.error(location, "\(what), and \(spec.id.forDisplay) is \(spec.kind.kindWord.described)")
    }
}

extension SnapcastPeerSpec: TargetPeer {
    package var claim: String? { nil }
}
