internal import FaderValues
internal import Glibc

/// `osc:` lets OSC programs ask for changes and tells them of changes.
struct OSCInReader {
    let report: Report
    /// The ids of all parameters and compounds.
    let ids: [String]
    /// The entries of `targets:`, which may listen on ports, too.
    let peers: [String: (any TargetPeer)?]

    private static let most = 64

    func read(_ node: Node) -> OSCInSpec? {
        guard let fields = Fields(node, of: "osc", keys: ["listen", "allow", "send"], report: report) else { return nil }
        guard fields["listen"] != nil || fields["send"] != nil else {
            return report.error(node.location, "osc needs \"listen\", \"send\", or both, such as {listen: 9000, allow: [192.168.1.0/24]}")
        }
        var spec = OSCInSpec()
        if let listen = fields["listen"] { spec.listen = port(listen) }
        report.check(
            fields.locations, [KeyUse("allow", if: fields["listen"] == nil, "it says who may ask, but there is no port to listen on")])
        if let allow = fields["allow"] {
            let items = items(allow, "allow is a list of addresses and networks, such as [192.168.1.0/24, 127.0.0.1];")
            spec.allow = items.compactMap(range)
            if items.isEmpty, allow.isList {
                report.error(allow.location, "allow is empty, so nobody may ask; leave listen and allow out instead")
            }
        } else if let listen = fields["listen"] {
            report.error(
                listen.location,
                "listen needs \"allow\", the addresses of those who may ask, such as allow: [192.168.1.0/24]; 127.0.0.1 is this machine")
        }
        if let send = fields["send"] {
            spec.send = items(send, "send is a list of receivers, such as [{to: \"192.168.1.7:9001\"}];")
                .compactMap { receiver($0, listen: spec.listen) }
            for (index, one) in spec.send.enumerated()
            where spec.send[..<index].contains(where: { ($0.host, $0.port) == (one.host, one.port) }) {
                report.error(send.location, "\(one.host):\(one.port) is in send twice; give it once, with everything that it is sent")
            }
        }
        return spec
    }

    private func port(_ node: Node) -> Int? {
        guard let port = report.integer(node, "listen", in: 1...65535) else { return nil }
        let taken = peers.sorted { $0.key < $1.key }.first { $0.value?.listens == port }
        if let taken { report.error(node.location, "\"\(taken.key.forDisplay)\" of targets already listens on port \(port)") }
        return port
    }

    private func items(_ node: Node, _ expected: String) -> [Node] {
        guard let items = report.list(node, expected) else { return [] }
        guard items.count <= Self.most else {
            report.error(node.location, "more than \(Self.most) entries")
            return []
        }
        return items
    }

    /// Reads an address or a network: `192.168.1.7`, or `192.168.1.0/24`.
    private func range(_ node: Node) -> AddressRange? {
        guard let text = report.word(node, "an address or a network", limit: Limits.label) else { return nil }
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let base = IPAddress(String(parts[0])) else {
            return report.error(
                node.location, "\(node.described) is not an address or a network: write it as 192.168.1.7, 192.168.1.0/24 or fe80::/10")
        }
        let whole = base.isVersion4 ? 32 : 128
        guard let length = parts.count == 1 ? whole : NumberSyntax.whole(parts[1]), (0...whole).contains(length) else {
            return report.error(
                node.location, "the number after / is how many bits of the address count, 0…\(whole); found \(node.described)")
        }
        if let range = AddressRange(base, length: length) { return range }
        return report.error(
            node.location,
            "\(node.described) is an address within a network: give the address alone, or the network with 0 after its \(length) bits")
    }

    private func receiver(_ node: Node, listen: Int?) -> OSCInSpec.Receiver? {
        guard let fields = Fields(node, of: "a receiver", keys: ["to", "only"], report: report) else { return nil }
        guard let to = fields["to"] else {
            return report.error(node.location, "a receiver needs \"to\", such as {to: \"192.168.1.7:9001\"}")
        }
        let only = fields["only"].map { node in
            items(node, "only is a list of parameters such as [master, \"drums.*\"];").compactMap(pattern)
        }
        if let node = fields["only"], case .list(let items) = node.content, items.isEmpty {
            report.error(node.location, "only is empty; leave it out to send everything")
        }
        guard let peer = report.address(to) else { return nil }
        if peer.port == listen, Self.isThisMachine(peer.host) {
            report.error(
                to.location, "faderd itself listens on port \(peer.port) of this machine: give the port at which the program listens")
        }
        return OSCInSpec.Receiver(host: peer.host, port: peer.port, only: IDPatterns(only ?? []))
    }

    private static func isThisMachine(_ host: String) -> Bool {
        ["127.0.0.0": 8, "::1": 128].contains { base, length in
            guard let base = IPAddress(base), let host = IPAddress(host) else { return false }
            return AddressRange(base, length: length)?.contains(host) ?? false
        }
    }

    private func pattern(_ node: Node) -> String? {
        guard let text = report.word(node, "an id, the beginning of ids, or a pattern such as drums.*", limit: Limits.label) else {
            return nil
        }
        // Only a warning, because a program may declare such a parameter later.
        if !ids.contains(where: IDPatterns([text]).match) {
            report.warning(node.location, "no parameter of this config matches \"\(text.forDisplay)\"")
        }
        return text
    }
}

extension IPAddress {
    /// Reads an address as it is usually written, such as `192.168.1.7`.
    init?(_ text: String) {
        var (four, six) = (in_addr(), in6_addr())
        if unsafe inet_pton(AF_INET, text, &four) == 1 {
            self.init(bytes: unsafe withUnsafeBytes(of: four) { unsafe Array($0) })
        } else if unsafe inet_pton(AF_INET6, text, &six) == 1 {
            self.init(bytes: unsafe withUnsafeBytes(of: six) { unsafe Array($0) })
        } else {
            return nil
        }
    }
}
