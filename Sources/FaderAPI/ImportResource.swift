/// What an import did, or would do.
public struct ImportResource: Codable, Sendable, Equatable {
    /// The ids whose values it sets, sorted.
    public var parameters: [String]
    /// Those among them that are not configured, sorted: their values are kept until they are.
    public var unconfigured: [String]
    /// The names of the snapshots it saves, sorted.
    public var snapshots: [String]
    /// Whether it only looked.
    public var dryRun: Bool

    /// A result.
    public init(parameters: [String], unconfigured: [String] = [], snapshots: [String], dryRun: Bool) {
        self.parameters = parameters
        self.unconfigured = unconfigured
        self.snapshots = snapshots
        self.dryRun = dryRun
    }
}
