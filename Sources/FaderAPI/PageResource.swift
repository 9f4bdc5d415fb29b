public import FaderValues

/// A web page of the config: a selection of parameters that programs can show. `GET /v1/pages` answers with a list of these.
public struct PageResource: WireObject, Equatable {
    public enum View: String, Codable, Sendable, CaseIterable {
        /// Strips side by side.
        case mixer
        /// Rows, in groups.
        case list
        /// A grid of big buttons.
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

/// What a button of a page does. Lengths of time are in seconds.
public struct PageButtonResource: WireObject, Equatable {
    /// What it does to a parameter.
    public enum Action: String, Codable, Sendable, CaseIterable {
        /// A value while the pad is down, and after that the one before.
        case hold
        /// The parameter is on while the pad is down.
        case follow
        /// The value is moved by an offset while the pad is down, and comes back after that.
        case offset
        /// The parameter goes on or off, or from one end to the other.
        case toggle
        /// The parameter moves by some steps or options.
        case step, cycle
        /// The parameter gets a value, or its default.
        case set, reset
        case press
    }

    /// What it does to its own parameter, or at a long or double press to another one.
    public struct Job: Codable, Sendable, Equatable {
        public var parameter: String
        public var action: Action
        /// The value that it holds or sets; else nil.
        public var value: Value?
        /// The position of that value; nil where the parameter has none, and for options that a target tells.
        public var position: Double?
        /// By how much it moves the value, or by how many steps or options; else nil.
        public var by: Double?
        /// The size of each step; nil: that of the parameter.
        public var size: StepLength?

        package init(
            parameter: String, action: Action, value: Value? = nil, position: Double? = nil, by: Double? = nil,
            size: StepLength? = nil
        ) {
            (self.parameter, self.action, self.value, self.position, self.by, self.size) = (parameter, action, value, position, by, size)
        }
    }

    /// What it does at an ordinary press.
    public var action: Action
    /// The value that it holds or sets; else nil.
    public var value: Value?
    /// The position of that value; nil where the parameter has none, and for options that a target tells.
    public var position: Double?
    /// By how much it moves the value, or by how many steps or options; else nil.
    public var by: Double?
    /// The size of each step; nil: that of the parameter.
    public var size: StepLength?
    /// What it does at a long press; nil: nothing else.
    public var long: Job?
    /// What it does at a double press; nil: nothing else.
    public var double: Job?
    /// A press is long once it has lasted this long; nil if there is no long one.
    public var longAfter: Double?
    /// A second press counts if it comes within this time; nil if there is no double one.
    public var doubleWithin: Double?
    /// It acts only after it has been down for so long; nil: at once.
    public var confirm: Double?
    /// A step is repeated after each of these spans while it is down; nil: it is done once.
    public var `repeat`: Double?

    package init(_ first: Job) {
        (action, value, position, by, size) = (first.action, first.value, first.position, first.by, first.size)
    }
}

/// One mixer strip of a page: the parameters that belong together.
public struct MixerStripResource: WireObject, Equatable {
    public var label: String
    /// The word of a list that their ids have in common, whose label it has; nil if they have none.
    public var word: String?
    /// The parameters, in the order of the page.
    public var ids: [String]

    package init(label: String, word: String? = nil, ids: [String]) { (self.label, self.word, self.ids) = (label, word, ids) }
}
