public import FaderValues

/// A web page of the config: a selection of parameters that programs can show. `GET /v1/pages` answers with a list of these.
public struct PageResource: WireObject, Equatable {
    /// How a page shows its parameters.
    public enum View: String, Codable, Sendable, CaseIterable {
        /// In strips side by side, as mixing desks have them.
        case mixer
        /// In rows, in groups.
        case list
        /// As a grid of big buttons.
        case pads
    }

    /// The name; empty for everything that there is.
    public var name: String
    /// How it is shown: as the config says, or else as most of its parameters suggest.
    public var view: View
    /// Ids, or patterns of ids with `*` and `?`, in the order in which they are shown.
    public var show: [String]

    /// The parameters that these show now, in the columns of a mixer.
    public var strips: [MixerStripResource]

    /// What the buttons of some parameters do instead of what those of their kind do, by id; nil if the config says that of none.
    public var buttons: [String: PageButtonResource]?

    package init(
        name: String, view: View, show: [String], strips: [MixerStripResource], buttons: [String: PageButtonResource]? = nil
    ) {
        self.name = name
        self.view = view
        self.show = show
        self.strips = strips
        self.buttons = buttons
    }
}

/// What a button of a page does.
public struct PageButtonResource: WireObject, Equatable {
    /// What it does while it is down.
    public enum Action: String, Codable, Sendable, CaseIterable {
        /// The parameter has a value while it is down, and after that the one before.
        case hold
        /// The parameter is on while it is down, and off after that.
        case follow
    }

    /// What it does while it is down.
    public var action: Action
    /// The value while it is down.
    public var value: Value
    /// The position of that value; nil where the parameter has none, and for options that a target tells.
    public var position: Double?

    package init(action: Action, value: Value, position: Double? = nil) {
        (self.action, self.value, self.position) = (action, value, position)
    }
}

/// One mixer strip of a page: the parameters that belong together.
public struct MixerStripResource: WireObject, Equatable {
    /// The name for people.
    public var label: String
    /// The word of a list that their ids have in common, whose label it has; nil if they have none.
    public var word: String?
    /// The parameters, in the order of the page.
    public var ids: [String]

    package init(label: String, word: String? = nil, ids: [String]) { (self.label, self.word, self.ids) = (label, word, ids) }
}
