public struct CurrencyNames: Sendable, Equatable {
    /// ISO 4217, for example `USD`.
    public var code: String
    /// Other names that can be typed, for example `$` and `US$`.
    public var signs: [String]

    public init(code: String, signs: [String] = []) {
        self.code = code
        self.signs = signs
    }

    /// The longest first, so that `US$` is not read as `US` and a `$`.
    var all: [String] { ([code] + signs).filter { !$0.isEmpty }.sorted { ($1.count, $0) < ($0.count, $1) } }
}

/// Where a locale puts the sign and the currency of an amount of money. As in ICU's patterns, `¤` is the currency and `-` the sign.
public struct MoneyPattern: Sendable, Equatable {
    /// The text before and behind an amount without a sign.
    public var plain: Sides
    /// The text before and behind an amount with a sign.
    public var signed: Sides

    /// The text before and behind the digits.
    public struct Sides: Sendable, Equatable {
        /// For example `¤`.
        public var before: String
        /// For example `\u{A0}¤`.
        public var behind: String

        public init(before: String, behind: String) {
            self.before = before
            self.behind = behind
        }
    }

    public init(plain: Sides, signed: Sides) {
        self.plain = plain
        self.signed = signed
    }

    var isCurrencyFirst: Bool { plain.before.contains("¤") }

    /// A no-break space separates letters of the currency from the digits, as in Unicode's locale data (`currencySpacing`).
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
