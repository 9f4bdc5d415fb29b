internal import FaderConsole

/// Reads `match:`: a glob, or `{client: GLOB, port: N}`.
struct MatchReader {
    let report: Report

    /// The match; nil if it is wrong, which is reported.
    func read(_ node: Node) -> SurfaceMatch? {
        guard case .block = node.content else { return glob(node).map { SurfaceMatch(client: $0) } }
        guard let fields = Fields(node, of: "a match", keys: ["client", "port"], report: report) else { return nil }
        // People count a client's ports from 1, the sequencer counts from 0.
        let port = fields["port"].map { report.integer($0, "port", in: 1...254) }
        guard let client = fields["client"] else {
            report.error(node.place, "a match needs a client: {client: \"NAME*\", port: 1}")
            return nil
        }
        guard let client = glob(client) else { return nil }
        if let port { return port.map { SurfaceMatch(client: client, port: $0 - 1) } }
        return SurfaceMatch(client: client)
    }

    private func glob(_ node: Node) -> String? {
        report.word(node, "the name of a client", limit: Limits.name)
    }
}
