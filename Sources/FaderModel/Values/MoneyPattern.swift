/// What a currency is called.
public struct CurrencyNames: Sendable, Equatable {
    /// The three letters of ISO 4217, as `USD`.
    public var code: String
    /// What else can be typed for it, as `$` and `US$`.
    public var signs: [String]

    /// A currency by its names.
    public init(code: String, signs: [String] = []) {
        self.code = code
        self.signs = signs
    }

    /// All of them, the longest first: `US$` is not `US` and a `$`.
    var all: [String] { ([code] + signs).filter { !$0.isEmpty }.sorted { ($1.count, $0) < ($0.count, $1) } }
}

/// Where a locale puts sign and currency of an amount of money. `¤` stands for the currency and `-` for the sign, as in ICU's patterns.
public struct MoneyPattern: Sendable, Equatable {
    /// Before and behind an amount without a sign.
    public var plain: Sides
    /// Before and behind an amount that has one.
    public var signed: Sides

    /// What stands before and behind the digits.
    public struct Sides: Sendable, Equatable {
        /// As `¤`.
        public var before: String
        /// As `\u{A0}¤`.
        public var behind: String

        /// What stands on both sides.
        public init(before: String, behind: String) {
            self.before = before
            self.behind = behind
        }
    }

    /// A pattern of its parts.
    public init(plain: Sides, signed: Sides) {
        self.plain = plain
        self.signed = signed
    }

    /// Whether the currency stands before the amount.
    var isCurrencyFirst: Bool { plain.before.contains("¤") }

    /// An amount with its sign, if it has one, and its currency. Letters of the currency keep a blank from the digits, as Unicode's locale
    /// data (`currencySpacing`) have it.
    func written(_ digits: String, sign: String, currency: String) -> String {
        let sides = sign.isEmpty ? plain : signed
        var (before, behind) = (sides.before, sides.behind)
        if before.hasSuffix("¤"), currency.last.map(Self.wantsBlank) ?? false { before += "\u{A0}" }
        if behind.hasPrefix("¤"), currency.first.map(Self.wantsBlank) ?? false { behind = "\u{A0}" + behind }
        return filled(before, sign, currency) + digits + filled(behind, sign, currency)
    }

    private func filled(_ side: String, _ sign: String, _ currency: String) -> String {
        side.reduce(into: "") { text, character in
            text += character == "¤" ? currency : character == "-" ? sign : String(character)
        }
    }

    private static func wantsBlank(_ character: Character) -> Bool { !character.isSymbol && !character.isWhitespace }
}
