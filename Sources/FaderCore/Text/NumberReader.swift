/// Reads one number without sign as a locale writes it. Groups have to be right where they are written at all, and a dot may stand for
/// the decimal separator wherever it cannot mean a group.
struct NumberReader {
    private let decimal: Character?
    private let grouping: Character?
    private let isSpaceGrouping: Bool
    private let zero: UInt32
    private let groupSize: Int
    private let secondaryGroupSize: Int

    init(_ symbols: NumberSymbols) {
        decimal = TypedCharacters.visible(symbols.decimal).first
        grouping = symbols.grouping.first
        isSpaceGrouping = symbols.grouping.first?.isWhitespace ?? false
        zero = symbols.zero.value
        groupSize = symbols.groupSize
        secondaryGroupSize = symbols.secondaryGroupSize > 0 ? symbols.secondaryGroupSize : symbols.groupSize
    }

    /// Whether a plain blank can mean two things: between the groups of one number, or between two numbers.
    var isBlankAmbiguous: Bool { isSpaceGrouping }

    /// Reads the number at a place and moves behind it; nil and no move where none stands there. Infinite where it is too large.
    func read(_ text: [Character], at place: inout Int, joinsSpace: Bool) -> Double? {
        var end = place
        guard let mantissa = mantissa(text, at: &end, joinsSpace: joinsSpace) else { return nil }
        let number = mantissa + exponent(text, at: &end)
        guard let value = Double(number) else { return nil }
        place = end
        return value
    }

    /// The digit that a character is, of the locale's own or of ASCII.
    private func digit(_ text: [Character], _ place: Int) -> Character? {
        guard place < text.count, let scalar = text[place].unicodeScalars.first, text[place].unicodeScalars.count == 1 else { return nil }
        for start in [0x30, zero] where (start..<start + 10).contains(scalar.value) {
            return Character(Unicode.Scalar(UInt8(0x30 + scalar.value - start)))
        }
        return nil
    }

    private func digits(_ text: [Character], at place: inout Int) -> String {
        var run = ""
        while let digit = digit(text, place) {
            run.append(digit)
            place += 1
        }
        return run
    }

    private func isGrouping(_ character: Character) -> Bool {
        guard groupSize > 0, let grouping else { return false }
        if isSpaceGrouping { return character.isWhitespace && !character.isNewline && character != "\t" }
        if grouping == "’" || grouping == "'" { return character == "’" || character == "'" }
        return character == grouping
    }

    /// Digits and separators as a number of the C locale.
    private func mantissa(_ text: [Character], at place: inout Int, joinsSpace: Bool) -> String? {
        var end = place
        var (runs, separators) = ([digits(text, at: &end)], [Character]())
        while end < text.count {
            let separator = text[end]
            guard isGrouping(separator) || separator == decimal || separator == "." else { break }
            if separator.isWhitespace && !(joinsSpace && isGroup(text, end + 1)) { break }
            end += 1
            separators.append(separator)
            runs.append(digits(text, at: &end))
            // Nothing behind it: the decimals end here.
            if runs.last == "" { break }
        }
        if let number = number(runs, separators) {
            place = end
            return number
        }
        // The blank was none between groups.
        return separators.contains { $0.isWhitespace } ? self.mantissa(text, at: &place, joinsSpace: false) : nil
    }

    /// Whether a whole group stands here: else a blank before it ends the number.
    private func isGroup(_ text: [Character], _ place: Int) -> Bool {
        var end = place
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

    /// Whether these are the groups of one number: 1.234 is one, 0.125 is not, and 1.5 is not.
    private func areGroups(_ runs: [String], _ separators: some Collection<Character>) -> Bool {
        guard groupSize > 0, runs.count > 1, separators.allSatisfy({ isGrouping($0) }) else { return false }
        guard let first = runs.first, (1...secondaryGroupSize).contains(first.count), !first.hasPrefix("0") else { return false }
        return runs[runs.count - 1].count == groupSize && runs.dropFirst().dropLast().allSatisfy { $0.count == secondaryGroupSize }
    }

    /// `e-3`, or nothing.
    private func exponent(_ text: [Character], at place: inout Int) -> String {
        guard place < text.count, text[place] == "e" || text[place] == "E" else { return "" }
        var end = place + 1
        var sign = ""
        if end < text.count, let operation = Operation(text[end]), operation == .plus || operation == .minus {
            sign = operation == .minus ? "-" : ""
            end += 1
        }
        let digits = digits(text, at: &end)
        guard !digits.isEmpty else { return "" }
        place = end
        return "e\(sign)\(digits)"
    }
}
