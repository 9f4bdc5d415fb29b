package import FaderConfig
internal import FaderValues

extension LightTargetSpec: ReadableTarget, NamingTarget {
    package static var peerExample: String { Protocol.wire == .sacn ? "{universe: 1}" : "{host: 192.168.1.30, universe: 0}" }

    package static func peer(_ fields: Fields, report: Report) -> (any TargetPeer)? {
        fields[word].flatMap { UniverseReader(report: report, wire: Protocol.wire).read($0) }
    }

    package static func read(_ node: Node, for subject: TargetReader.Subject, by reader: TargetReader) -> LightTargetSpec? {
        let lights = LightTargetReader(report: reader.report, peers: reader.peers, wire: Protocol.wire, example: peerExample)
        return lights.read(node, subject.spec, isColor: subject.isColor).map { LightTargetSpec(universe: $0, fixture: $1) }
    }
}

extension UniverseSpec: TargetPeer {
    // Lights that hear two sources take the higher level, or flicker.
    package var claim: String? { "sends \(name)" }
    package var sends: String? { isSentAtStart ? "at-start sends to the lights" : nil }
}

/// Reads a target of lights: `{sacn: stage, channel: 12, bits: 16}`.
struct LightTargetReader {
    let report: Report
    let peers: [String: (any TargetPeer)?]
    let wire: UniverseSpec.Wire
    let example: String

    func read(_ node: Node, _ spec: ParameterSpec, isColor: Bool) -> (UniverseSpec, FixtureSpec)? {
        let word = wire.rawValue
        let keys = [word, "channel", "bits", "range", "white"]
        guard let fields = Fields(node, of: "\(word == "sacn" ? "a" : "an") \(word) target", keys: keys, report: report),
            let entry = fields[word]
        else { return nil }
        guard let first = fields["channel"] else {
            return report.error(node.location, "\(word == "sacn" ? "a" : "an") \(word) target needs a channel, such as channel: 12")
        }
        let isFine = fields["bits"].map(isFine) ?? false
        report.check(
            fields.locations,
            [
                KeyUse("white", if: !isColor, "\(spec.id.forDisplay) is not a color"),
                KeyUse("range", if: isColor, "\(spec.id.forDisplay) is a color, which is sent as it is"),
            ])
        guard let universe = universe(named: entry), let channel = report.integer(first, "channel", in: 1...UniverseSpec.channels)
        else { return nil }
        let form: FixtureSpec.Form =
            if isColor {
                .color(hasWhite: report.truth(fields, "white") ?? false)
            } else {
                level(fields["range"], FixtureSpec.highest(isFine: isFine))
            }
        let fixture = FixtureSpec(channel: channel, isFine: isFine, form: form)
        guard fixture.channels.upperBound <= UniverseSpec.channels else {
            let count = fixture.channels.count
            return report.error(
                first.location,
                "\(spec.id.forDisplay) takes \(count) channels, so the first one is at most \(UniverseSpec.channels - count + 1)")
        }
        return (universe, fixture)
    }

    private func isFine(_ node: Node) -> Bool { report.choice(node, "bits", of: [("8", false), ("16", true)]) ?? false }

    private func level(_ node: Node?, _ highest: Double) -> FixtureSpec.Form {
        guard let node, let ends = report.ends(node) else { return .level(low: 0, high: highest) }
        if [ends.0, ends.1].contains(where: { !(0...highest).contains($0) }) {
            report.error(node.location, "the ends of range must be 0…\(Int(highest)), the levels of \(highest > 255 ? 16 : 8) bits")
        }
        return .level(low: ends.0, high: ends.1)
    }

    private func universe(named node: Node) -> UniverseSpec? {
        report.peer(named: node, in: peers, "stage: {\(wire.rawValue): \(example)}") { $0.wire == wire }
    }
}

/// Reads the value of `sacn` or `artnet` in an entry of `targets:`.
struct UniverseReader {
    let report: Report
    let wire: UniverseSpec.Wire

    /// The longest name of a network interface in Linux, in bytes.
    private static let longestInterface = 15

    func read(_ node: Node) -> UniverseSpec? {
        let keys = ["universe", "host", "at-start"] + (wire == .sacn ? ["priority", "interface"] : [])
        guard let fields = Fields(node, of: "a universe", keys: keys, report: report) else { return nil }
        guard let universe = fields["universe"] else {
            let example = wire == .sacn ? "sacn: {universe: 1}" : "artnet: {host: 192.168.1.30, universe: 0}"
            return report.error(node.location, "\(wire.rawValue) needs the number of a universe, such as \(example)")
        }
        let errors = report.errors
        guard let number = report.integer(universe, "universe", in: wire.numbers) else { return nil }
        var spec = UniverseSpec(wire, number)
        spec.host = fields["host"].flatMap(host)
        spec.interface = fields["interface"].flatMap(interface)
        spec.priority = report.integer(fields, "priority", in: 0...200) ?? UniverseSpec.usualPriority
        spec.isSentAtStart = report.truth(fields, "at-start") ?? false
        if wire == .artnet, fields["host"] == nil {
            report.error(
                node.location,
                "artnet needs a host: the address of the receiver, or that of all in a network, such as 192.168.1.255 (not every receiver wants that)"
            )
        }
        report.check(
            fields.locations,
            [KeyUse("interface", if: fields["host"] != nil, "the system knows on which interface it reaches a host")])
        return report.errors == errors ? spec : nil
    }

    private func host(_ node: Node) -> String? {
        guard let text = report.word(node, "the name or address of a host", limit: Limits.host) else { return nil }
        let host = text == "localhost" ? "127.0.0.1" : text
        return report.isHost(host, at: node.location) ? host : nil
    }

    private func interface(_ node: Node) -> String? {
        guard let text = report.word(node, "the name of a network interface", limit: Limits.label) else { return nil }
        guard text.utf8.count <= Self.longestInterface, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }) else {
            return report.error(node.location, "interface is the name of a network interface, such as eth0; \"ip link\" lists them")
        }
        return text
    }
}
