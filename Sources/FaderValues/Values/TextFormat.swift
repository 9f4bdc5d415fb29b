/// How a parameter's value is written, apart from decimals and unit: `format:` of the config.
public struct TextFormat: Sendable, Equatable {
    public var prefix: String
    /// The text behind the number, before the unit.
    public var suffix: String
    /// Whether positive numbers get a plus sign.
    public var showsPlus: Bool
    /// Whether large numbers are written in groups, as in the locale: 12,345.
    public var isGrouped: Bool
    /// Replaces the minus sign of a negative number (`L` of a pan); nil: the minus sign.
    public var negativeSign: String?
    /// `R` of a pan; nil: nothing, or the plus sign.
    public var positiveSign: String?
    /// Words for special values, shown in place of number, prefix, suffix and unit.
    public var words: [SpecialWord]

    /// A format from its parts; without any: the plain number.
    public init(
        prefix: String = "", suffix: String = "", showsPlus: Bool = false, isGrouped: Bool = false, negativeSign: String? = nil,
        positiveSign: String? = nil, words: [SpecialWord] = []
    ) {
        self.prefix = prefix
        self.suffix = suffix
        self.showsPlus = showsPlus
        self.isGrouped = isGrouped
        self.negativeSign = negativeSign
        self.positiveSign = positiveSign
        self.words = words
    }
}

/// A value that is shown as a word, and can be typed as one: 0 as `off`.
public struct SpecialWord: Sendable, Equatable {
    /// May be −∞.
    public var value: Double
    public var word: String

    public init(_ value: Double, _ word: String) {
        self.value = value
        self.word = word
    }
}
