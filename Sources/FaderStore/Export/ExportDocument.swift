internal import FaderJSON

/// Values and snapshots as a document, to be kept elsewhere and imported again.
///
/// Only the shape is checked here; the daemon knows which parameters exist and what values they accept.
public struct ExportDocument: Sendable, Equatable {
    /// The format that is written, the value of `"faderd-export"`.
    public static let version = 1

    /// Values by parameter id. As everywhere in JSON, `"-inf"` comes back as a word; see `LoadReport.values`.
    public var parameters: [String: KeptValue]
    public var snapshots: [String: Snapshot]
    /// The names of the snapshots in their order; nil if the document does not say.
    public var order: [String]?

    public init(parameters: [String: KeptValue], snapshots: [String: Snapshot], order: [String]? = nil) {
        self.parameters = parameters
        self.snapshots = snapshots
        self.order = order
    }

    /// Values in the order of their ids, and the problems of the document's form. Parts with a problem are left out.
    public typealias Parts = (
        values: [(id: String, value: KeptValue)], snapshots: [String: Snapshot], order: [String]?, problems: [DocumentProblem]
    )

    /// Reads a document strictly: unknown content is a problem, not skipped.
    public static func read(_ bytes: [UInt8]) -> Parts {
        var reader = ExportReader()
        return reader.read(bytes)
    }

    /// The document as JSON, with sorted keys and a line for each parameter or snapshot: the same content gives the same bytes. Every
    /// number must be finite or −∞.
    public func render() -> [UInt8] {
        var text = "{\n  \"faderd-export\": \(Self.version),\n  \"parameters\": "
        JSONValue.appendLines(parameters, to: &text) { JSONValue.object($0.fields).append(to: &$1) }
        text += ",\n  \"snapshots\": "
        JSONValue.appendLines(snapshots, to: &text) { $0.json().append(to: &$1) }
        if let order, order.count > 1 { text += ",\n  \"snapshot-order\": \(JSONValue.list(order.map { .text($0) }).rendered)" }
        text += "\n}\n"
        return Array(text.utf8)
    }
}
