/// What sort of value a parameter has. All but `text` are numbers inside, so that a control can drive them.
public enum ParameterKind: Sendable, Equatable {
    /// Any number of the range; `-inf` at the bottom where the minimum is `-inf`.
    case number
    /// Whole numbers.
    case integer
    /// 0 is off, 1 is on; the words are what a person reads and types.
    case toggle(off: String, on: String)
    /// 0, 1, 2 … in the order of the options.
    case choice([ChoiceOption])
    /// A text. Internally the number of a text that is kept elsewhere; no control drives it.
    case text(TextRule)

    /// The word of config and API.
    public var word: String {
        switch self {
        case .number: "number"
        case .integer: "integer"
        case .toggle: "toggle"
        case .choice: "choice"
        case .text: "text"
        }
    }
}

extension ParameterKind {
    /// Whether a number of the console means the same value for both: only then does a new configuration take it over as it is.
    public func counts(like other: ParameterKind) -> Bool {
        switch (self, other) {
        case (.number, .number), (.integer, .integer), (.toggle, .toggle): true
        case (.choice(let ours), .choice(let theirs)): ours.map(\.id) == theirs.map(\.id)
        case (.text(let ours), .text(let theirs)): ours.pattern == theirs.pattern && ours.maximumLength <= theirs.maximumLength
        default: false
        }
    }
}

/// One option of a `choice`.
public struct ChoiceOption: Sendable, Equatable {
    /// What it is called in config, API and state.
    public var id: String
    /// What a person reads.
    public var label: String

    /// An option; without a label it is shown by its id.
    public init(id: String, label: String? = nil) {
        self.id = id
        self.label = label ?? id
    }
}

/// What a `text` parameter takes.
public struct TextRule: Sendable, Equatable {
    /// What the whole text has to match; nil: anything.
    public var pattern: TextPattern?
    /// The most characters it may have.
    public var maximumLength: Int
    /// The text on a fresh start and after `reset`.
    public var defaultText: String

    /// The length where the config gives none.
    public static let standardLength = 256

    /// A rule from its parts.
    public init(pattern: TextPattern? = nil, maximumLength: Int = TextRule.standardLength, defaultText: String = "") {
        self.pattern = pattern
        self.maximumLength = maximumLength
        self.defaultText = defaultText
    }
}

/// A regular expression, ready to be used: FaderModel knows no regular expressions, so it is given what matches.
public struct TextPattern: Sendable, Equatable {
    /// As it is written in the config.
    public let source: String
    /// Whether the whole of a text matches. May take a while; not for the MIDI thread.
    public let matches: @Sendable (String) -> Bool

    /// A pattern from its parts.
    public init(source: String, matches: @escaping @Sendable (String) -> Bool) {
        self.source = source
        self.matches = matches
    }

    /// Patterns are the same when they are written the same.
    public static func == (left: TextPattern, right: TextPattern) -> Bool { left.source == right.source }
}

extension ParameterKind {
    /// Whether its values are few and have names.
    public var hasOptions: Bool {
        switch self {
        case .toggle, .choice: true
        case .number, .integer, .text: false
        }
    }
}
