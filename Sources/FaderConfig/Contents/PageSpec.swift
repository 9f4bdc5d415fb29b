public import FaderValues

/// One of the user's own pages: what it shows, for programs that show parameters.
public struct PageSpec: Sendable, Equatable {
    public enum View: String, Sendable, CaseIterable {
        /// In strips side by side, as mixing desks have them.
        case mixer
        /// In rows, in groups.
        case list
        case pads
    }

    public var name: String
    /// How the page shows them; nil: as the parameters suggest.
    public var view: View?
    /// Ids, or patterns of ids with `*` and `?`, in the order in which they are shown.
    public var show: [String]

    /// What the buttons of some parameters do instead of what those of their kind do, by id.
    public var buttons: [String: Button]

    public init(name: String, view: View? = nil, show: [String], buttons: [String: Button] = [:]) {
        self.name = name
        self.view = view
        self.show = show
        self.buttons = buttons
    }
}

extension PageSpec {
    /// What a button of a page does. Lengths of time are in seconds.
    public struct Button: Sendable, Equatable {
        public var first: Job
        /// What it does at a long and at a double press; nil: nothing else.
        public var long, double: Job?
        /// A press is long once it has lasted this long, and a second one counts within this time.
        public var longAfter, doubleWithin: Double?
        /// The button acts only after it has been down for so long; nil: at once.
        public var confirm: Double?
        /// A step is repeated after each of these spans while the button is down; nil: it is done once.
        public var repeats: Double?

        public var jobs: [Job] { [first] + [long, double].compactMap(\.self) }
    }

    public struct Job: Sendable, Equatable {
        public var parameter: String
        public var act: Act
    }

    public enum Act: Sendable, Equatable {
        /// While the button is down, the parameter has this value, and after that the one before.
        case hold(Double)
        /// While it is down, the choice has this option of its target's, and after that the one before.
        case holdOption(String)
        /// While it is down, the parameter is on, and off after that.
        case follow
        /// While it is down, the value is moved by so much.
        case offset(Double)
        case toggle
        /// It moves by this many steps of a size, or by options.
        case step(Int, StepLength), cycle(Int)
        /// The parameter gets this value, or this option of its target's.
        case set(Double), setOption(String)
        case reset
        case press

        /// Whether the value from before the press comes back.
        public var holds: Bool {
            switch self {
            case .hold, .holdOption, .offset: true
            case .follow, .toggle, .step, .cycle, .set, .setOption, .reset, .press: false
            }
        }
    }
}
