/// One of the user's own pages: what it shows, for programs that show parameters.
public struct PageSpec: Sendable, Equatable {
    /// How a page shows its parameters.
    public enum View: String, Sendable, CaseIterable {
        /// In strips side by side, as mixing desks have them.
        case mixer
        /// In rows, in groups.
        case list
        /// As a grid of big buttons.
        case pads
    }

    /// The name in the config.
    public var name: String
    /// How it shows them; nil: as the parameters suggest.
    public var view: View?
    /// Ids, or patterns of ids with `*` and `?`, in the order in which they are shown.
    public var show: [String]

    /// A page from its parts.
    public init(name: String, view: View? = nil, show: [String]) {
        self.name = name
        self.view = view
        self.show = show
    }
}
