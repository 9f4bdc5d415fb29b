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

    package init(name: String, view: View, show: [String], strips: [MixerStripResource]) {
        self.name = name
        self.view = view
        self.show = show
        self.strips = strips
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
