/// The result of an import or of its dry run.
public struct ImportResource: WireObject, Equatable {
    /// A configured parameter that gets another value.
    public struct Change: Codable, Sendable, Equatable {
        public var id: String
        public var before: String
        public var after: String

        package init(id: String, before: String, after: String) {
            self.id = id
            self.before = before
            self.after = after
        }
    }

    /// A value that is not set exactly as in the document.
    public struct Alteration: Codable, Sendable, Equatable {
        public var id: String
        /// What happened to the value: `clamped to 6.0 dB (range -70.0…6.0 dB)`.
        public var notice: String

        package init(id: String, notice: String) {
            self.id = id
            self.notice = notice
        }
    }

    /// The ids whose values it sets, sorted.
    public var parameters: [String]
    /// Those of them that are not configured, sorted; their values are kept until they are configured.
    public var unconfigured: [String]
    /// The names of the snapshots it saves, sorted.
    public var snapshots: [String]
    public var dryRun: Bool
    /// The configured parameters whose values change, sorted by id.
    public var changes: [Change]
    /// The values that are not set exactly as in the document, sorted by id.
    public var altered: [Alteration]
    /// One sentence for each value that is left out, because its parameter has another unit.
    public var skipped: [String]
    /// How many older values of unconfigured parameters were dropped to make room.
    public var forgotten: Int

    package init(
        parameters: [String], unconfigured: [String] = [], snapshots: [String], dryRun: Bool, changes: [Change] = [],
        altered: [Alteration] = [], skipped: [String] = [], forgotten: Int = 0
    ) {
        self.parameters = parameters
        self.unconfigured = unconfigured
        self.snapshots = snapshots
        self.dryRun = dryRun
        self.changes = changes
        self.altered = altered
        self.skipped = skipped
        self.forgotten = forgotten
    }
}
