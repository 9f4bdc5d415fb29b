public import struct FoundationEssentials.Date

/// How a wish to make a value durable ended.
public enum Durability: Sendable, Equatable {
    /// It survives kill -9 and power loss.
    case durable
    /// It is applied, but not saved. The reason is a sentence that says what to do.
    case failed(reason: String)
}

/// How saving stands, for `status`.
public struct SavingStatus: Sendable, Equatable {
    /// Whether saving works.
    public enum Condition: Sendable, Equatable {
        /// The last save succeeded, or none was needed yet.
        case ok
        /// Saving fails and is tried again by itself.
        case failing(reason: String, since: Date)
        /// The file must not be written, because what it holds could not be read. Ends with a restart.
        case disabled(reason: String)
    }

    /// Whether saving works.
    public var condition: Condition
    /// When the last save ended well; nil if this process has not saved yet.
    public var lastSaved: Date?
    /// How many generations this process has written.
    public var generations: UInt64
    /// Whether there are changes that are not durable yet.
    public var isUnsaved: Bool
    /// What happened at the start, or was forgotten since, that a person should know, each a sentence.
    public var warnings: [String]
}

/// Something about saving that belongs in the log. Told once on every change, not on every attempt.
public struct SavingEvent: Sendable, Equatable {
    /// How grave it is.
    public enum Severity: Sendable, Equatable {
        /// For the record.
        case notice
        /// Something went wrong and was dealt with.
        case warning
        /// Values are not being saved.
        case error
    }

    /// How grave it is.
    public var severity: Severity
    /// One sentence.
    public var message: String
}
