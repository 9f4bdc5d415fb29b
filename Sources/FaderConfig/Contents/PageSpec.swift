/// One of the user's own pages: what it shows, for programs that show parameters.
public struct PageSpec: Sendable, Equatable {
    /// The name in the config.
    public var name: String
    /// Ids, or patterns of ids with `*` and `?`, in the order in which they are shown.
    public var show: [String]

    /// A page from its parts.
    public init(name: String, show: [String]) {
        self.name = name
        self.show = show
    }
}
