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

    /// What a button of a page does while it is down.
    public enum Button: Sendable, Equatable {
        /// The parameter has this value, and after that the one before.
        case hold(Double)
        /// The choice has this option of its target's, and after that the one before.
        case holdOption(String)
        /// The parameter is on, and off after that.
        case follow
    }

    /// What the buttons of some parameters do instead of what those of their kind do, by id.
    public var buttons: [String: Button]

    /// A page from its parts.
    public init(name: String, view: View? = nil, show: [String], buttons: [String: Button] = [:]) {
        self.name = name
        self.view = view
        self.show = show
        self.buttons = buttons
    }
}
