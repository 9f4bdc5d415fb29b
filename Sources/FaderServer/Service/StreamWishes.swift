/// The parameters whose levels a stream wants.
public struct LevelWish: Sendable, Equatable {
    /// The ids of these parameters.
    package let ids: Set<String>
    /// Of the stream's key; it must show the parameters.
    package let page: String?
}

public enum MonitorScope: Sendable, Equatable, Comparable {
    case off
    case surfaces
    /// Whether the controllers belong to a surface or not.
    case all
}
