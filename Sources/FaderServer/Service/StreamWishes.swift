/// The parameters whose levels a stream wants.
public struct LevelWish: Sendable, Equatable {
    /// The ids of the parameters.
    package let ids: Set<String>
    /// The page of the stream's key, which must show the parameters; nil without a key.
    package let page: String?
}

public enum MonitorScope: Sendable, Equatable, Comparable {
    case off
    case surfaces
    /// Whether the controllers belong to a surface or not.
    case all
}
