internal import FaderValues

/// `follow:` makes this faderd the second machine of another one.
struct FollowReader {
    let report: Report

    private static let example = "http://band.local:\(FollowSpec.defaultPort)"

    func read(_ node: Node) -> FollowSpec? {
        guard let fields = Fields(node, of: "follow", keys: ["url", "key-file"], report: report, tellsKeys: true) else { return nil }
        guard let url = fields["url"], let file = fields["key-file"] else {
            return report.error(
                node.location,
                "follow needs \"url\", where the leader's \"faderctl web --lan\" listens, and \"key-file\", the file with the key that \"faderctl key add "
                    + "NAME --follow\" has printed there")
        }
        guard let address = address(url), let key = report.file(file) else { return nil }
        return FollowSpec(host: address.host, port: address.port, key: key)
    }

    private func address(_ node: Node) -> (host: String, port: Int)? {
        guard let text = report.word(node, "an address such as \(Self.example)", limit: Limits.text) else { return nil }
        guard !text.hasPrefix("https://") else {
            return report.error(node.location, "faderd has no TLS to the leader: url can only be http://, over a network that you trust")
        }
        guard text.hasPrefix("http://") else { return report.error(node.location, "url must be an address such as \(Self.example)") }
        var rest = text.dropFirst("http://".count)
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        guard !rest.contains("@"), !rest.contains("#"), !rest.contains("/") else {
            return report.error(
                node.location, "url has only a host and a port, such as \(Self.example): no user, no path and no key, which is in key-file")
        }
        guard let place = report.endpoint(rest, node, port: FollowSpec.defaultPort, Self.example, "the leader, such as \(Self.example)")
        else {
            return nil
        }
        return report.isHost(place.host, at: node.location) ? place : nil
    }
}
