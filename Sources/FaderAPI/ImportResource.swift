/// What an import did, or would do.
public struct ImportResource: Codable, Sendable, Equatable {
    /// The ids whose values it sets, sorted.
    public var parameters: [String]
    /// The names of the snapshots it saves, sorted.
    public var snapshots: [String]
    /// Whether it only looked.
    public var dryRun: Bool

    /// A result.
    public init(parameters: [String], snapshots: [String], dryRun: Bool) {
        self.parameters = parameters
        self.snapshots = snapshots
        self.dryRun = dryRun
    }
}
