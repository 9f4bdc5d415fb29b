/// The outcome of a request to make a value durable.
public enum Durability: Sendable, Equatable {
    /// It survives kill -9 and power loss.
    case durable
    /// It is applied, but not saved. The reason is a sentence that says what to do.
    case failed(reason: String)
}

/// The status of saving, for `status`.
public struct SavingStatus: Sendable, Equatable {
    /// Whether saving works.
    public enum Condition: Sendable, Equatable {
        /// The last save succeeded, or none was needed yet.
        case ok
        /// Saving fails and is retried automatically.
        case failing(reason: String)
        /// The file must not be written, because its contents could not be read. Lasts until a restart.
        case disabled(reason: String)
    }

    /// Whether saving works.
    public var condition: Condition
    /// When the last save succeeded; nil if this process has not saved yet.
    public var lastSaved: Double?
    /// How many generations this process has written.
    public var generations: UInt64
    /// Whether there are changes that are not durable yet.
    public var isUnsaved: Bool
    /// Warnings for the user about the start and about values forgotten since, one sentence each.
    public var warnings: [String]
}

/// Something about saving that belongs in the log. Reported once per change, not once per attempt.
public struct SavingEvent: Sendable, Equatable {
    /// How serious it is.
    public enum Severity: Sendable, Equatable {
        /// Worth noting; nothing went wrong.
        case notice
        /// Something went wrong and was dealt with.
        case warning
        /// Values are not being saved.
        case error
    }

    /// How serious it is.
    public var severity: Severity
    /// One sentence.
    public var message: String
}
