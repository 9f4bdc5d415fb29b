public enum Durability: Sendable, Equatable {
    /// It survives kill -9 and power loss.
    case durable
    /// It is applied, but not saved. The reason says what to do.
    case failed(reason: String)
}

public struct SavingStatus: Sendable, Equatable {
    public enum Condition: Sendable, Equatable {
        /// The last save succeeded, or none was needed yet.
        case ok
        /// It is tried again by itself.
        case failing(reason: String)
        /// The file's contents could not be read, so it must not be written. Lasts until a restart.
        case disabled(reason: String)
    }

    public var condition: Condition
    /// The last success; nil if this process has not saved yet.
    public var lastSaved: Double?
    /// Generations that this process has written.
    public var generations: UInt64
    /// Whether there are changes that are not durable yet.
    public var isUnsaved: Bool
    /// About the start, and about values forgotten since; one sentence each.
    public var warnings: [String]
}

/// Something about saving that belongs in the log. Reported once per change, not once per attempt.
public struct SavingEvent: Sendable, Equatable {
    public enum Severity: Sendable, Equatable {
        case notice
        case warning
        /// Values are not being saved.
        case error
    }

    public var severity: Severity
    public var message: String
}
