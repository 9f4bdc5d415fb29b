internal import FaderValues

/// `targets:`, the peers that targets of parameters name.
struct PeerReader {
    let report: Report
    /// The kinds whose targets name an entry of `targets:`.
    let kinds: [any NamingTarget.Type]

    /// The entries by their names, nil for one with errors; and the names of those that are read-only.
    func read(_ node: Node) -> (peers: [String: (any TargetPeer)?], readOnly: Set<String>) {
        var peers: [String: (any TargetPeer)?] = [:]
        var readOnly: Set<String> = []
        var claims: [String: (name: String, peer: any TargetPeer)] = [:]
        for entry in report.entries(node, of: "the targets") ?? [] where !entry.isRepeated {
            report.checkName(entry.key, of: "a target", at: entry.keyLocation)
            let (rest, isReadOnly) = report.takeOutReadOnly(entry.value, from: entry.value.entries)
            let peer = peer(rest)
            peers[entry.key] = .some(peer)
            if isReadOnly { readOnly.insert(entry.key) }
            if isReadOnly, let sends = peer?.sends {
                report.error(entry.keyLocation, "\(sends), and with read-only nothing is sent there: leave one of them out")
            }
            guard let peer, let claim = peer.claim else { continue }
            guard let other = claims[claim] else {
                claims[claim] = (entry.key, peer)
                continue
            }
            if !other.peer.isCompatible(with: peer) {
                let exception = type(of: peer) == type(of: other.peer) ? type(of: peer).exception : ""
                report.error(
                    entry.keyLocation, "\"\(other.name.forDisplay)\" already \(claim); only one entry can\(exception)")
            }
        }
        return (peers, readOnly)
    }

    private func peer(_ node: Node) -> (any TargetPeer)? {
        let given = node.entries.map(\.key)
        guard let kind = kinds.first(where: { given.contains($0.word) }) else {
            guard Fields(node, of: "a target", keys: kinds.flatMap { $0.peerKeys }, report: report) != nil else { return nil }
            // Kinds that look alike, such as all consoles, have one example.
            let examples = kinds.reduce(into: [(words: [String], example: String)]()) { rows, kind in
                if let place = rows.firstIndex(where: { $0.example == kind.peerExample }) {
                    rows[place].words.append(kind.word)
                } else {
                    rows.append(([kind.word], kind.peerExample))
                }
            }.map { row in row.words.map { "\"\($0)\"" }.joined(separator: " or ") + ", such as \(row.words[0]): \(row.example)" }
            return report.error(node.location, "an entry of targets needs \(examples.joined(separator: ", or "))")
        }
        return Fields(node, of: "a target", keys: kind.peerKeys, report: report).flatMap { kind.peer($0, report: report) }
    }
}
