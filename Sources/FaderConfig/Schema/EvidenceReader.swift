internal import FaderConsole
internal import FaderValues

public struct ProfileEvidence: Sendable, Equatable {
    /// Each with its place: documents, files of other programs, measurements; empty: no source is on record.
    public var sources: [String]
    /// Firmware, kernel and date of a trial; empty: nobody tried it with the device.
    public var tested: [String]
}

/// Reads `evidence:` of a profile: `{sources: [..], tested: [..]}`.
struct EvidenceReader {
    let report: Report

    private static let example = "such as {sources: [\"Acme Box manual, page 12\"], tested: []}"

    func read(_ node: Node) -> ProfileEvidence? {
        guard case .block = node.content else {
            return report.refuse(node, "evidence needs a block, \(Self.example); found \(node.described)")
        }
        guard let fields = Fields(node, of: "evidence", keys: ["sources", "tested"], report: report) else { return nil }
        guard let sources = fields["sources"] else {
            return report.error(
                node.location, "evidence needs sources, \(Self.example); if there are none, write sources: []")
        }
        let (read, tested) = (texts(sources, "sources", "a source"), fields["tested"].map { texts($0, "tested", "a test with the device") })
        guard let read, tested != .some(nil) else { return nil }
        return ProfileEvidence(sources: read, tested: (tested ?? []) ?? [])
    }

    private func texts(_ node: Node, _ key: String, _ what: String) -> [String]? {
        guard case .list(let items) = node.content else {
            return report.refuse(node, "\(key) needs a list, \(Self.example); found \(node.described)")
        }
        guard items.count <= Limits.evidence else { return report.error(node.location, "\(key) has at most \(Limits.evidence) lines") }
        let texts = items.map { report.word($0, what, limit: Limits.evidenceLine) }
        return texts.contains(nil) ? nil : texts.compactMap(\.self)
    }
}
