internal import CICU
internal import FaderValues

/// One of ICU's number formats, open while its symbols are read.
@safe struct NumberFormatData: ~Copyable {
    private let format: OpaquePointer

    private init?(_ identifier: String, isMoney: Bool = false) {
        guard ICU.isThere else { return nil }
        var error = U_ZERO_ERROR
        let opened = unsafe isMoney ? cicu_money_open(identifier, &error) : cicu_number_open(identifier, &error)
        guard let format = unsafe opened else { return nil }
        guard cicu_failed(error) == 0 else {
            unsafe cicu_number_close(format)
            return nil
        }
        unsafe self.format = format
        unsafe cicu_number_group_as_usual(format)
    }

    deinit { unsafe cicu_number_close(format) }

    /// Digits whose code points are not consecutive (Chinese ones, if requested) are replaced by 0…9.
    static func symbols(of locale: LocaleName) -> NumberSymbols? {
        guard let own = NumberFormatData(locale.canonical) else { return nil }
        var symbols =
            own.hasDigitsInARow ? own.symbols(of: locale) : locale.withLatinDigits.flatMap { NumberFormatData($0) }?.symbols(of: locale)
        symbols?.money = NumberFormatData(locale.canonical, isMoney: true)?.moneyPattern
        return symbols
    }

    private var moneyPattern: MoneyPattern? {
        let pattern = unsafe Self.read { buffer, capacity, error in unsafe cicu_number_pattern(format, buffer, capacity, &error) }
        let sides = pattern.map { $0.split(separator: ";", maxSplits: 1).map(Self.sides) } ?? []
        guard let plain = sides.first, (plain.before + plain.behind).contains("¤") else { return nil }
        // A sign after the amount, as in Frisian, could be taken for an operator when typed. Then the sign is put in front.
        let signed = sides.count > 1 && sides[1].before.contains("-") ? sides[1] : nil
        return MoneyPattern(plain: plain, signed: signed ?? MoneyPattern.Sides(before: "-" + plain.before, behind: plain.behind))
    }

    /// The texts before and after the digits of a pattern, without the quotes that escape special characters.
    private static func sides(of pattern: Substring) -> MoneyPattern.Sides {
        let isDigit = { (character: Character) in "#0123456789,.@".contains(character) }
        guard let first = pattern.firstIndex(where: isDigit), let last = pattern.lastIndex(where: isDigit) else {
            return MoneyPattern.Sides(before: "", behind: "")
        }
        return MoneyPattern.Sides(
            before: pattern[..<first].filter { $0 != "'" }, behind: pattern[pattern.index(after: last)...].filter { $0 != "'" })
    }

    private func symbols(of locale: LocaleName) -> NumberSymbols? {
        guard let decimal = symbol(UNUM_DECIMAL_SEPARATOR_SYMBOL), let grouping = symbol(UNUM_GROUPING_SEPARATOR_SYMBOL),
            let minus = symbol(UNUM_MINUS_SIGN_SYMBOL), let plus = symbol(UNUM_PLUS_SIGN_SYMBOL),
            let infinity = symbol(UNUM_INFINITY_SYMBOL), let notANumber = symbol(UNUM_NAN_SYMBOL),
            let zero = symbol(UNUM_ZERO_DIGIT_SYMBOL)?.unicodeScalars.first
        else { return nil }
        let groupSize = unsafe Int(cicu_number_attribute(format, UNUM_GROUPING_SIZE))
        let secondary = unsafe Int(cicu_number_attribute(format, UNUM_SECONDARY_GROUPING_SIZE))
        return NumberSymbols(
            locale: locale.canonical, decimal: decimal, grouping: grouping, minus: minus, plus: plus, infinity: infinity,
            notANumber: notANumber, zero: zero, groupSize: max(groupSize, 0), secondaryGroupSize: secondary > 0 ? secondary : groupSize,
            minimumGroupingDigits: fewestGroupingDigits(grouping, groupSize: groupSize))
    }

    private var hasDigitsInARow: Bool {
        guard let zero = symbol(UNUM_ZERO_DIGIT_SYMBOL)?.unicodeScalars.first?.value else { return false }
        // The symbols for 1 to 9 have consecutive values in ICU.
        let others = (UNUM_ONE_DIGIT_SYMBOL.rawValue...UNUM_NINE_DIGIT_SYMBOL.rawValue).map { symbol(UNumberFormatSymbol($0)) }
        return others.enumerated().allSatisfy { index, digit in
            digit?.unicodeScalars.count == 1 && digit?.unicodeScalars.first?.value == zero + UInt32(index) + 1
        }
    }

    /// ICU has no call for this, so it is derived from a formatted number.
    private func fewestGroupingDigits(_ grouping: String, groupSize: Int) -> Int {
        guard groupSize > 0 else { return 1 }
        let smallest = (0..<groupSize).reduce(Int64(1)) { number, _ in number * 10 }
        let written = unsafe Self.read { buffer, capacity, error in unsafe cicu_number_write(format, smallest, buffer, capacity, &error) }
        return written?.contains(grouping) ?? true ? 1 : 2
    }

    private func symbol(_ symbol: UNumberFormatSymbol) -> String? {
        unsafe Self.read { buffer, capacity, error in unsafe cicu_number_symbol(format, symbol, buffer, capacity, &error) }
    }

    /// Nil if the call fails or the buffer is too small.
    static func read(_ call: (UnsafeMutablePointer<UChar>, Int32, inout UErrorCode) -> Int32) -> String? {
        guard ICU.isThere else { return nil }
        return unsafe withUnsafeTemporaryAllocation(of: UChar.self, capacity: 64) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            var error = U_ZERO_ERROR
            let length = unsafe Int(call(start, Int32(buffer.count), &error))
            guard cicu_failed(error) == 0, length >= 0, length <= buffer.count else { return nil }
            return unsafe String(decoding: buffer[..<length], as: UTF16.self)
        }
    }
}
