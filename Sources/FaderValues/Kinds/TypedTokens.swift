/// Typed text as tokens: numbers with their prefix, suffix, unit and factor, percentages, names, operators and parentheses.
struct TypedTokens {
    /// Tokens with their ranges in the text.
    struct Reading {
        let doubt: TypedDoubt
        fileprivate(set) var tokens: [Token] = []
        fileprivate(set) var ranges: [Range<Int>] = []

        func refusal(at token: Int, _ why: String) -> RefusedValue.Reason { doubt.refusal(at: ranges[token], why) }
    }

    private let text: TypedCharacters
    private let numbers: NumberReader
    private let units: UnitReader
    private let format: TextFormat
    private let spec: ParameterSpec
    /// The names of the currency, and the unit; empty without a currency.
    private let currency: [[Character]]
    /// The format's own texts for signs, the longer first.
    private let signs: [(word: [Character], isNegative: Bool)]
    private let symbols: NumberSymbols
    private let joinsSpace: Bool
    private var index = 0
    private var reading: Reading

    /// `sort` is what the text should be, for a message. `joinsSpace`: a blank may separate the groups of one number.
    init(_ text: TypedCharacters, of spec: ParameterSpec, sort: String, for viewer: Viewer, joinsSpace: Bool) {
        self.text = text
        self.spec = spec
        self.joinsSpace = joinsSpace
        numbers = NumberReader(viewer.symbols, decimals: spec.kind.isWhole ? 0 : viewer.decimals ?? spec.decimals)
        currency = spec.currency.map { ($0.all + [spec.unit]).map { TypedCharacters.visible($0) }.filter { !$0.isEmpty } } ?? []
        units = UnitReader(unit: spec.unit, others: currency)
        format = spec.format
        let words = [(spec.format.negativeSign, true), (spec.format.positiveSign, false)].compactMap { sign, isNegative in
            sign.map { (word: TypedCharacters.visible($0), isNegative: isNegative) }
        }
        signs = words.filter { !$0.word.isEmpty }.sorted { $0.word.count > $1.word.count }
        symbols = viewer.symbols
        reading = Reading(doubt: TypedDoubt(text: text, sort: sort))
    }

    /// Throws, naming the characters, where something is not a token.
    mutating func read(from start: Int) throws(RefusedValue.Reason) -> Reading {
        index = text.skippingSpace(from: start)
        while index < text.all.count {
            let first = index
            guard let token = try token() else { throw unreadable() }
            reading.tokens.append(token)
            reading.ranges.append(first..<index)
            index = text.skippingSpace(from: index)
        }
        return reading
    }

    /// Why nothing can be read at the current index.
    private func unreadable() -> RefusedValue.Reason {
        let doubt = reading.doubt
        if let hint = numbers.hint(text.all, at: index) { return doubt.refusal(at: hint.range, hint.why) }
        // A text without any digit is not even an attempt at a number.
        guard text.all.contains(where: \.isNumber) || !reading.tokens.isEmpty else { return doubt.refusal(nil) }
        let word = doubt.word(at: index)
        let isBehindNumber = reading.tokens.last?.isOperand ?? false
        let isCurrency = text.all[index].unicodeScalars.first?.properties.generalCategory == .currencySymbol
        guard isBehindNumber && text.all[index].isLetter || isCurrency else { return doubt.refusal(at: word, "is not understood here") }
        if let currency = spec.currency { return doubt.refusal(at: word, "is not the currency of this value, which is \(currency.code)") }
        if spec.unit.isEmpty { return doubt.refusal(at: word, "is not understood: this value has no unit") }
        if text.has(TypedCharacters.visible(spec.unit), at: index) { return doubt.refusal(at: word, "has no number before it") }
        return doubt.refusal(at: word, "is not the unit of this value, which is \(spec.unit)")
    }

    private mutating func token() throws(RefusedValue.Reason) -> Token? {
        if let token = try signedNumber() { return token }
        let character = text.all[index]
        if let operation = Operation(character) {
            let isLoose = index == 0 || text.all[index - 1].isWhitespace
            index += 1
            return .operation(operation, isSign: isLoose && index < text.all.count && !text.all[index].isWhitespace)
        }
        if character == "(" || character == ")" {
            index += 1
            return character == "(" ? .open : .close
        }
        return try name()
    }

    /// A number with its sign: `23`, `L23` of a pan, `$23`.
    private mutating func signedNumber() throws(RefusedValue.Reason) -> Token? {
        for (word, isNegative) in signs where matches(word, at: index) {
            var end = text.skippingSpace(from: index + word.count)
            guard let token = try number(at: &end) else { continue }
            index = end
            return isNegative ? token.negated : token
        }
        return try number(at: &index)
    }

    /// Currency, prefix, suffix and unit may each be left out.
    private func number(at index: inout Int) throws(RefusedValue.Reason) -> Token? {
        var end = index
        let isNegative = currencyAndSign(at: &end)
        let prefix = TypedCharacters.visible(format.prefix)
        // A prefix that looks like an operator is one wherever an operator can be.
        let canBePrefix = !prefix.isEmpty && !(reading.tokens.last?.isOperand ?? false)
        if canBePrefix, matches(prefix, at: end) { end = text.skippingSpace(from: end + prefix.count) }
        guard let value = try numbers.read(text.all, at: &end, joinsSpace: joinsSpace) else { return nil }
        let scaling = try tail(at: &end)
        index = end
        switch scaling {
        case .power(let power): return .number((isNegative ? -value : value).times(tenTo: power))
        case .minutes(let power): return .number((isNegative ? -value : value) * 60.0.times(tenTo: power))
        case .travel: return .travel((isNegative ? -value : value) / 100)
        }
    }

    /// True if a minus sign, or the format's own text for it, comes between the currency and the number: `€ -5`.
    private func currencyAndSign(at index: inout Int) -> Bool {
        guard !(reading.tokens.last?.isOperand ?? false), let name = currency.first(where: { matches($0, at: index) }) else { return false }
        index = text.skippingSpace(from: index + name.count)
        if let own = signs.first(where: { matches($0.word, at: index) }) {
            index = text.skippingSpace(from: index + own.word.count)
            return own.isNegative
        }
        guard index < text.all.count, let sign = Operation(text.all[index]), sign.precedence == 1 else { return false }
        index = text.skippingSpace(from: index + 1)
        return sign == .minus
    }

    private func tail(at index: inout Int) throws(RefusedValue.Reason) -> UnitReader.Scaling {
        let suffix = TypedCharacters.visible(format.suffix)
        let behind = text.skippingSpace(from: index)
        if !suffix.isEmpty, text.has(suffix, at: behind) { index = behind + suffix.count }
        return try units.read(text, at: &index)
    }

    /// Like `has`, but letters may follow at once: the caller accepts nothing but a number there.
    private func matches(_ word: [Character], at index: Int) -> Bool {
        index + word.count <= text.all.count && zip(word, text.all[index...]).allSatisfy { $0.lowercased() == $1.lowercased() }
    }

    private mutating func name() throws(RefusedValue.Reason) -> Token? {
        // Looked up only here, because most texts are numbers.
        guard let name = Self.names(of: spec, symbols).first(where: { text.has($0.word, at: index) }) else { return nil }
        index += name.word.count
        // `-inf dB`: an infinite number may have its unit too.
        let isInfinite = name.value.isInfinite
        if isInfinite { _ = try tail(at: &index) }
        return .number(name.value)
    }

    private static func names(of spec: ParameterSpec, _ symbols: NumberSymbols) -> [(word: [Character], value: Double)] {
        let words: [(String, Double)] = [
            ("min", spec.first), ("max", spec.last), ("default", spec.defaultValue), ("infinity", .infinity), ("inf", .infinity),
            ("∞", .infinity), (symbols.infinity, .infinity), ("nan", .nan), (symbols.notANumber, .nan),
        ]
        return words.compactMap { word, value in
            let seen = TypedCharacters.visible(word)
            return seen.isEmpty ? nil : (seen, value)
        }
    }
}
