/// How a locale writes numbers. Filled in from maintained locale data elsewhere: FaderValues has no table.
public struct NumberSymbols: Sendable, Equatable {
    /// Such as `sv_SE`; empty for none.
    public var locale: String
    public var decimal: String
    /// The text between groups of digits.
    public var grouping: String
    /// May hold invisible marks of writing direction.
    public var minus: String
    /// The sign before a positive number, where one is shown.
    public var plus: String
    public var infinity: String
    public var notANumber: String
    /// The digit zero; the other nine follow it.
    public var zero: Unicode.Scalar
    /// The number of digits in the group before the decimals.
    public var groupSize: Int
    /// Digits in each group before that: 2 in India.
    public var secondaryGroupSize: Int
    /// Digits before the first separator, or none is written: with 2, 1234 has none.
    public var minimumGroupingDigits: Int
    /// Where an amount of money has its sign and currency; nil: the currency is written like a unit.
    public var money: MoneyPattern?

    /// Symbols from their parts; the defaults are those of the C locale.
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

    /// The C locale's.
    public static let plain = NumberSymbols()
}

/// How one person wants to read values. It never changes the parameter.
public struct Viewer: Sendable, Equatable {
    public var symbols: NumberSymbols
    /// How many decimals are shown, 0…15; nil: the parameter's own number.
    public var decimals: Int?

    public init(symbols: NumberSymbols = .plain, decimals: Int? = nil) {
        self.symbols = symbols
        self.decimals = decimals
    }
}
