/// One unsigned number in the notation of a locale. Group separators may be left out, but must be in the right places if typed. A dot may
/// replace the decimal separator wherever it cannot separate groups.
struct NumberReader {
    private let decimal: Character?
    private let grouping: Character?
    private let isSpaceGrouping: Bool
    private let zero: UInt32
    private let groupSize: Int
    private let secondaryGroupSize: Int
    /// How many decimals the value is shown with.
    private let decimals: Int

    init(_ symbols: NumberSymbols, decimals: Int) {
        self.decimals = decimals
        decimal = TypedCharacters.visible(symbols.decimal).first
        grouping = symbols.grouping.first
        isSpaceGrouping = symbols.grouping.first?.isWhitespace ?? false
        zero = symbols.zero.value
        groupSize = symbols.groupSize
        secondaryGroupSize = symbols.secondaryGroupSize > 0 ? symbols.secondaryGroupSize : symbols.groupSize
    }

    /// It separates groups of one number, or two numbers.
    static func isBlankAmbiguous(_ symbols: NumberSymbols) -> Bool { symbols.grouping.first?.isWhitespace ?? false }

    /// Moves past the number. Nil, without moving, if there is none; infinite if it is too large. Throws if the number has two readings.
    func read(_ text: [Character], at index: inout Int, joinsSpace: Bool) throws(RefusedValue.Reason) -> Double? {
        var end = index
        guard let mantissa = mantissa(text, at: &end, joinsSpace: joinsSpace) else { return nil }
        try checkDot(text[index..<end])
        let number = mantissa + exponent(text, at: &end)
        guard let value = Double(number) else { return nil }
        index = end
        return value
    }

    /// `1.234` where a dot separates groups but at least three decimals are shown: the person who types it may mean either.
    private func checkDot(_ typed: ArraySlice<Character>) throws(RefusedValue.Reason) {
        guard decimals >= groupSize, isGrouping("."), let decimal, typed.filter({ isGrouping($0) || $0 == decimal }) == ["."] else {
            return
        }
        let parts = typed.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
        guard parts.count == 2, areGroups(parts, ["."]) else { return }
        throw .ambiguous(String(typed), [parts.joined(separator: String(decimal)), parts.joined()])
    }

    /// Digits are no number because of a separator of another locale, or wrong groups.
    func hint(_ text: [Character], at index: Int) -> (range: Range<Int>, why: String)? {
        // At a separator, the digits before it belong to the number.
        var index = index
        while index > 0, digit(text, index - 1) != nil { index -= 1 }
        let end =
            text[index...].indices.first { digit(text, $0) == nil && !".,'’٫٬".contains(text[$0]) && text[$0] != decimal } ?? text.count
        guard end > index, text[index..<end].indices.contains(where: { digit(text, $0) != nil }), let decimal else { return nil }
        let runs = text[index..<end].split(omittingEmptySubsequences: false) { ".,'’٫٬".contains($0) || $0 == decimal }.map { String($0) }
        let separators = text[index..<end].filter { ".,'’٫٬".contains($0) || $0 == decimal }
        guard let last = separators.last else { return nil }
        // A single separator is meant as the decimal separator, and so is the last of two different ones.
        let isOneDecimal = separators.dropLast().allSatisfy { $0 == separators[0] && $0 != last }
        guard isOneDecimal, !runs.dropFirst().contains("") else { return (index..<end, "is not written as a number") }
        return (
            index..<end, "is not written as a number here; write \(runs.dropLast().joined().ifEmpty("0"))\(decimal)\(runs[runs.count - 1])"
        )
    }

    /// The ASCII digit for a digit of the locale or of ASCII; nil for any other character.
    private func digit(_ text: [Character], _ index: Int) -> Character? {
        guard index < text.count, let scalar = text[index].unicodeScalars.first, text[index].unicodeScalars.count == 1 else { return nil }
        for start in [0x30, zero] where (start..<start + 10).contains(scalar.value) {
            return Character(Unicode.Scalar(UInt8(0x30 + scalar.value - start)))
        }
        return nil
    }

    private func digits(_ text: [Character], at index: inout Int) -> String {
        var run = ""
        while let digit = digit(text, index) {
            run.append(digit)
            index += 1
        }
        return run
    }

    private func isGrouping(_ character: Character) -> Bool {
        guard groupSize > 0, let grouping else { return false }
        if isSpaceGrouping { return character.isWhitespace && !character.isNewline && character != "\t" }
        if grouping == "’" || grouping == "'" { return character == "’" || character == "'" }
        return character == grouping
    }

    /// Digits and separators, as a number of the C locale.
    private func mantissa(_ text: [Character], at index: inout Int, joinsSpace: Bool) -> String? {
        var end = index
        var (runs, separators) = ([digits(text, at: &end)], [Character]())
        while end < text.count {
            let separator = text[end]
            guard isGrouping(separator) || separator == decimal || separator == "." else { break }
            if separator.isWhitespace && !(joinsSpace && isGroup(text, end + 1)) { break }
            end += 1
            separators.append(separator)
            runs.append(digits(text, at: &end))
            // No digits follow the separator: the number ends here.
            if runs.last == "" { break }
        }
        if let number = number(runs, separators) {
            index = end
            return number
        }
        // The blank does not separate groups: the number is read again, without joining digits at blanks.
        return separators.contains { $0.isWhitespace } ? self.mantissa(text, at: &index, joinsSpace: false) : nil
    }

    /// Whether a whole group of digits begins here. If not, a blank before it ends the number.
    private func isGroup(_ text: [Character], _ index: Int) -> Bool {
        var end = index
        let count = digits(text, at: &end).count
        return count == groupSize || count == secondaryGroupSize
    }

    private func number(_ runs: [String], _ separators: [Character]) -> String? {
        guard let last = separators.last else { return runs[0].isEmpty ? nil : runs[0] }
        let hasDecimals = last == decimal || (last == "." && !(isGrouping(".") && areGroups(runs, separators)))
        let whole = hasDecimals ? Array(runs.dropLast()) : runs
        let groupSeparators = hasDecimals ? separators.dropLast() : separators
        guard whole.count == 1 || areGroups(whole, groupSeparators), !hasDecimals || !groupSeparators.contains(last) else { return nil }
        guard whole[0] != "" || runs[runs.count - 1] != "" else { return nil }
        let digits = whole.joined()
        return hasDecimals ? "\(digits.isEmpty ? "0" : digits).\(runs[runs.count - 1].isEmpty ? "0" : runs[runs.count - 1])" : digits
    }

    /// `1.234` has groups, `0.125` and `1.5` do not.
    private func areGroups(_ runs: [String], _ separators: some Collection<Character>) -> Bool {
        guard groupSize > 0, runs.count > 1, separators.allSatisfy({ isGrouping($0) }) else { return false }
        guard let first = runs.first, (1...secondaryGroupSize).contains(first.count), !first.hasPrefix("0") else { return false }
        return runs[runs.count - 1].count == groupSize && runs.dropFirst().dropLast().allSatisfy { $0.count == secondaryGroupSize }
    }

    /// The exponent at an index, for example `e-3`; empty if there is none.
    private func exponent(_ text: [Character], at index: inout Int) -> String {
        guard index < text.count, text[index] == "e" || text[index] == "E" else { return "" }
        var end = index + 1
        var sign = ""
        if end < text.count, let operation = Operation(text[end]), operation == .plus || operation == .minus {
            sign = operation == .minus ? "-" : ""
            end += 1
        }
        let digits = digits(text, at: &end)
        guard !digits.isEmpty else { return "" }
        index = end
        return "e\(sign)\(digits)"
    }
}

extension String {
    fileprivate func ifEmpty(_ other: String) -> String { isEmpty ? other : self }
}
