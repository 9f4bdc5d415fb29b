internal import CICU

/// From the data of the system's ICU. Any thread but the MIDI thread.
public struct Currency: Sendable, Equatable {
    /// ISO 4217, for example `SEK`.
    public let code: String
    /// The symbol used in the locale: `kr` in Sweden; the code if the locale has no symbol for it.
    public let symbol: String
    /// Other currencies may share it: `$` for many kinds of dollars. The same as `symbol` if ICU has none.
    public let narrowSymbol: String
    /// How many decimals an amount has: 2 for most currencies, 0 for yen.
    public let decimals: Int

    /// The locale is as in `NumberSymbols.locale`; empty for none. Nil if no currency in use has that code.
    public init?(code: String, locale: String) {
        guard Self.codes.contains(code), let symbol = Self.symbol(of: code, in: locale) else { return nil }
        var error = U_ZERO_ERROR
        let decimals = unsafe Array(code.utf16 + [0]).withUnsafeBufferPointer { unsafe cicu_currency_decimals($0.baseAddress, &error) }
        guard cicu_failed(error) == 0 else { return nil }
        self.code = code
        self.symbol = symbol
        narrowSymbol = Self.symbol(of: code, in: locale, isNarrow: true) ?? symbol
        self.decimals = Int(decimals)
    }

    /// The currency of a locale's country; nil if the locale names no country.
    public init?(ofLocale locale: String) {
        guard !locale.isEmpty else { return nil }
        let code = unsafe NumberFormatData.read { buffer, capacity, error in
            unsafe cicu_currency_of_locale(locale, buffer, capacity, &error)
        }
        guard let code else { return nil }
        self.init(code: code, locale: locale)
    }

    /// The codes of all currencies in use, sorted; none without ICU.
    public static let codes: [String] = {
        guard ICU.isThere else { return [] }
        var error = U_ZERO_ERROR
        guard let list = unsafe cicu_currencies_open(&error) else { return [] }
        defer { unsafe cicu_currencies_close(list) }
        var codes: [String] = []
        while let code = unsafe cicu_currencies_next(list, &error), cicu_failed(error) == 0 {
            unsafe codes.append(String(cString: code))
        }
        return codes.sorted()
    }()

    private static func symbol(of code: String, in locale: String, isNarrow: Bool = false) -> String? {
        unsafe Array(code.utf16 + [0]).withUnsafeBufferPointer { code in
            var error = U_ZERO_ERROR
            var length: Int32 = 0
            guard let start = unsafe cicu_currency_symbol(code.baseAddress, locale, isNarrow ? 1 : 0, &length, &error),
                cicu_failed(error) == 0
            else { return nil }
            return unsafe String(decoding: UnsafeBufferPointer(start: start, count: Int(length)), as: UTF16.self)
        }
    }
}
