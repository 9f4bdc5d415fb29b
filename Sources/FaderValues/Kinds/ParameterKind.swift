/// All but `text` are numbers internally, so that a control can drive them. What a kind does is in its file in `Kinds/`, found by `type`
/// and `rules`.
public enum ParameterKind: Sendable, Equatable {
    /// `-inf` at the bottom where the minimum is `-inf`.
    case number
    case integer
    /// 0 is off, 1 is on; people read and type the words.
    case toggle(off: String, on: String)
    /// 0, 1, 2 … in the order of the options.
    case choice([ChoiceOption])
    /// A text. Internally the number of a text that is kept elsewhere; no control drives it.
    case text(TextRule)
    /// No value: something to press. Internally the number of its presses that are not done yet: 0; 1 while it runs; 2 if one more waits.
    case trigger

    package var isWhole: Bool {
        switch self {
        case .number: false
        case .integer, .toggle, .choice, .text, .trigger: true
        }
    }
}

public struct TextRule: Sendable, Equatable {
    /// The pattern that the whole text must match; nil: anything.
    public var pattern: TextPattern?
    /// The most characters it may have.
    public var maximumLength: Int
    /// The text on a fresh start and after `reset`.
    public var defaultText: String

    /// The maximum length where the config gives none.
    public static let standardLength = 256

    public init(pattern: TextPattern? = nil, maximumLength: Int = TextRule.standardLength, defaultText: String = "") {
        self.pattern = pattern
        self.maximumLength = maximumLength
        self.defaultText = defaultText
    }
}

/// A regular expression, ready to use. FaderValues has no regular expressions, so the matching function is passed in.
public struct TextPattern: Sendable, Equatable {
    /// The pattern as written in the config.
    public let source: String
    /// The whole of a text. May take a while; not for the MIDI thread.
    public let matches: @Sendable (String) -> Bool

    public init(source: String, matches: @escaping @Sendable (String) -> Bool) {
        self.source = source
        self.matches = matches
    }

    public static func == (left: TextPattern, right: TextPattern) -> Bool { left.source == right.source }
}
