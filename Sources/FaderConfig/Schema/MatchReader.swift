internal import FaderConsole

/// How a device is recognized: `match:`, a glob or a block such as `{client: GLOB, port: N, serial: GLOB}`, `usb:` and `identity:`; and
/// `out:`, the port to which messages for it are sent.
struct MatchReader {
    let report: Report

    /// How a profile recognizes its device, from `match` and `usb`. Nil if neither is given, or if one is wrong.
    func read(_ fields: Fields) -> SurfaceMatch? {
        let match = fields["match"].flatMap(read)
        guard let node = fields["usb"] else { return match }
        guard let usb = usbIdentities(node) else { return nil }
        if fields["match"] != nil, match == nil { return nil }
        var both = match ?? SurfaceMatch(client: "")
        both.usb += usb
        return both
    }

    func read(_ node: Node) -> SurfaceMatch? {
        guard case .block = node.content else { return glob(node).map { SurfaceMatch(client: $0) } }
        let keys = ["client", "usb", "port", "port-name", "serial", "usb-path", "card"]
        guard let fields = Fields(node, of: "a match", keys: keys, report: report) else { return nil }
        let port = choice(fields)
        let (serial, path, card) = (
            glob(fields, "serial", "a serial number"), glob(fields, "usb-path", "a USB path, such as \"1-2.3\""),
            glob(fields, "card", "the name of a sound card")
        )
        guard fields["client"] != nil || fields["usb"] != nil else {
            return report.error(node.location, "a match needs a client: {client: \"NAME*\", port: 1}, or {usb: \"1397:00b4\"}")
        }
        let (client, usb) = (fields["client"].flatMap(glob), fields["usb"].flatMap(usbIdentities))
        let read = [client != nil, usb != nil, port.index != nil, port.name != nil, serial != nil, path != nil, card != nil].count { $0 }
        guard read == fields.values.count else { return nil }
        var match = SurfaceMatch(client: client ?? "", port: port.index, usb: usb ?? [])
        (match.portName, match.serial, match.usbPath, match.card) = (port.name, serial, path, card)
        return match
    }

    func readOut(_ node: Node) -> PortChoice? {
        guard case .block = node.content else {
            return report.refuse(node, "out needs a port of the same device: {port: 1}, or {port-name: \"NAME*\"}; found \(node.described)")
        }
        guard let fields = Fields(node, of: "out", keys: ["port", "port-name"], report: report) else { return nil }
        guard !fields.values.isEmpty else {
            return report.error(node.location, "out needs a port of the same device: {port: 1}, or {port-name: \"NAME*\"}")
        }
        let choice = choice(fields)
        return [choice.index != nil, choice.name != nil].count { $0 } == fields.values.count ? choice : nil
    }

    /// People count a client's ports from 1, the sequencer from 0.
    private func choice(_ fields: Fields) -> PortChoice {
        PortChoice(index: report.integer(fields, "port", in: 1...254).map { $0 - 1 }, name: glob(fields, "port-name", "the name of a port"))
    }

    private func glob(_ fields: Fields, _ key: String, _ what: String) -> String? {
        fields[key].flatMap { report.word($0, what, limit: Limits.glob) }
    }

    /// The device's answer to a MIDI identity request.
    func readIdentity(_ node: Node) -> DeviceIdentity? {
        let what = "manufacturer, family and model, such as \"00 01 06 02 00 01 00\""
        guard let text = report.word(node, what, limit: Limits.name) else { return nil }
        if let identity = DeviceIdentity(parsing: text) { return identity }
        return report.error(
            node.location,
            """
            identity needs manufacturer, family and model as two hexadecimal digits for each byte, below 80: five, or seven if the first is 00, \
            as "00 01 06 02 00 01 00"; found "\(text.forDisplay)"
            """)
    }

    private func glob(_ node: Node) -> String? {
        report.word(node, "the name of a client", limit: Limits.glob)
    }

    /// Reads one USB device or a list of them; nil if one is wrong.
    private func usbIdentities(_ node: Node) -> [USBIdentity]? {
        var nodes = [node]
        if case .list(let items) = node.content { nodes = items }
        guard (1...Limits.identities).contains(nodes.count) else {
            return report.error(node.location, "usb needs a device, or a list of at most \(Limits.identities)")
        }
        let identities = nodes.map(usbIdentity)
        return identities.contains(nil) ? nil : identities.compactMap(\.self)
    }

    private func usbIdentity(_ node: Node) -> USBIdentity? {
        guard let text = report.word(node, "vendor and product, such as \"1397:00b4\"", limit: Limits.name) else { return nil }
        if let identity = USBIdentity(parsing: text) { return identity }
        return report.error(
            node.location,
            "usb needs vendor and product as four hexadecimal digits each, such as \"1397:00b4\"; found \"\(text.forDisplay)\"")
    }
}
