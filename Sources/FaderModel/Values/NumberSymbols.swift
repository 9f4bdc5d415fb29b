/// How a locale writes numbers. Filled from well-kept locale data elsewhere: FaderModel has no table of its own.
public struct NumberSymbols: Sendable, Equatable {
    /// The locale, as `sv_SE`; empty for none.
    public var locale: String
    /// Between whole digits and decimals.
    public var decimal: String
    /// Between groups of digits.
    public var grouping: String
    /// Before a negative number; may hold invisible marks of writing direction.
    public var minus: String
    /// Before a positive number, where one is shown.
    public var plus: String
    /// Infinity.
    public var infinity: String
    /// Not a number.
    public var notANumber: String
    /// The digit zero; the other nine follow it.
    public var zero: Unicode.Scalar
    /// Digits of the group before the decimals.
    public var groupSize: Int
    /// Digits of the groups before that: 2 in India.
    public var secondaryGroupSize: Int
    /// The fewest digits there must be before the first group to write groups at all: 2 writes 1234 without.
    public var minimumGroupingDigits: Int
    /// Where sign and currency of an amount of money stand; nil: as a unit does.
    public var money: MoneyPattern?

    /// Symbols from their parts; without any: those of the C locale.
    public init(
        locale: String = "", decimal: String = ".", grouping: String = ",", minus: String = "-", plus: String = "+", infinity: String = "∞",
        notANumber: String = "NaN", zero: Unicode.Scalar = "0", groupSize: Int = 3, secondaryGroupSize: Int = 3,
        minimumGroupingDigits: Int = 1
    ) {
        self.locale = locale
        self.decimal = decimal
        self.grouping = grouping
        self.minus = minus
        self.plus = plus
        self.infinity = infinity
        self.notANumber = notANumber
        self.zero = zero
        self.groupSize = groupSize
        self.secondaryGroupSize = secondaryGroupSize
        self.minimumGroupingDigits = minimumGroupingDigits
    }

    /// No locale: a dot, no surprises.
    public static let plain = NumberSymbols()
}

/// Who reads a value: their matter alone, it never changes the parameter.
public struct Viewer: Sendable, Equatable {
    /// How numbers are written and read.
    public var symbols: NumberSymbols
    /// How many decimals are wanted, 0…15; nil: the parameter's own.
    public var decimals: Int?

    /// A viewer; without any wish: the C locale and the parameter's decimals.
    public init(symbols: NumberSymbols = .plain, decimals: Int? = nil) {
        self.symbols = symbols
        self.decimals = decimals
    }
}
