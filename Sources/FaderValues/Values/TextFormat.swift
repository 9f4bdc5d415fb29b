/// How a parameter's value is written, apart from decimals and unit: `format:` of the config.
public struct TextFormat: Sendable, Equatable {
    public var prefix: String
    /// Before the unit.
    public var suffix: String
    /// For positive numbers.
    public var showsPlus: Bool
    /// As in the locale: 12,345.
    public var isGrouped: Bool
    /// `L` of a pan; nil: the minus sign.
    public var negativeSign: String?
    /// `R` of a pan; nil: nothing, or the plus sign.
    public var positiveSign: String?
    /// In place of number, prefix, suffix and unit.
    public var words: [SpecialWord]

    /// The plain number, without any.
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
