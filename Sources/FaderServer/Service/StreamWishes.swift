/// The parameters whose levels a stream wants.
public struct LevelWish: Sendable, Equatable {
    /// Their ids.
    package let ids: Set<String>
    /// The page of the stream's key, which must show the parameters; nil without a key.
    package let page: String?
}

/// Which MIDI messages are reported.
public enum MonitorScope: Sendable, Equatable, Comparable {
    /// No messages.
    case off
    /// Messages of the surfaces.
    case surfaces
    /// Messages of all controllers, whether they belong to a surface or not.
    case all
}
