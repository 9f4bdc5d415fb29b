/// Takes typed text apart: numbers with their prefix, suffix, unit and factor, percentages, names, operators and parentheses.
struct TypedTokens {
    private let text: TypedCharacters
    private let numbers: NumberReader
    private let units: UnitReader
    private let format: TextFormat
    private let names: [(word: [Character], value: Double)]
    private let joinsSpace: Bool
    private var place = 0
    private var tokens: [Token] = []

    /// Ready to read a text of one parameter. `joinsSpace`: a blank may stand between the groups of one number.
    init(_ text: TypedCharacters, of spec: ParameterSpec, symbols: NumberSymbols, joinsSpace: Bool) {
        self.text = text
        self.joinsSpace = joinsSpace
        numbers = NumberReader(symbols)
        units = UnitReader(unit: spec.unit)
        format = spec.format
        names = Self.names(of: spec, symbols)
    }

    /// The tokens from a place on; nil where something is no token.
    mutating func read(from start: Int) throws(RefusedValue.Reason) -> [Token]? {
        (place, tokens) = (text.skippingSpace(from: start), [])
        while place < text.all.count {
            guard let token = try token() else { return nil }
            tokens.append(token)
            place = text.skippingSpace(from: place)
        }
        return tokens
    }

    private mutating func token() throws(RefusedValue.Reason) -> Token? {
        if let token = try signedNumber() { return token }
        let character = text.all[place]
        if let operation = Operation(character) {
            let isLoose = place == 0 || text.all[place - 1].isWhitespace
            place += 1
            return .operation(operation, isSign: isLoose && place < text.all.count && !text.all[place].isWhitespace)
        }
        if character == "(" || character == ")" {
            place += 1
            return character == "(" ? .open : .close
        }
        return try name()
    }

    /// `23`, `L23` of a pan, `$23`.
    private mutating func signedNumber() throws(RefusedValue.Reason) -> Token? {
        for (sign, isNegative) in [(format.negativeSign, true), (format.positiveSign, false)] {
            guard let word = sign.map({ TypedCharacters.visible($0) }), !word.isEmpty, matches(word, at: place) else { continue }
            var end = text.skippingSpace(from: place + word.count)
            guard let token = try number(at: &end) else { continue }
            place = end
            return isNegative ? token.negated : token
        }
        return try number(at: &place)
    }

    /// A number with prefix, suffix and unit, each of which may be left out.
    private func number(at place: inout Int) throws(RefusedValue.Reason) -> Token? {
        var end = place
        let prefix = TypedCharacters.visible(format.prefix)
        // A prefix that looks like an operator is one wherever an operator can stand.
        let canBePrefix = !prefix.isEmpty && !(tokens.last?.isOperand ?? false)
        if canBePrefix, matches(prefix, at: end) { end = text.skippingSpace(from: end + prefix.count) }
        guard let value = numbers.read(text.all, at: &end, joinsSpace: joinsSpace) else { return nil }
        let scaling = try tail(at: &end)
        place = end
        switch scaling {
        case .power(let power): return .number(value.times(tenTo: power))
        case .travel: return .travel(value / 100)
        }
    }

    private func tail(at place: inout Int) throws(RefusedValue.Reason) -> UnitReader.Scaling {
        let suffix = TypedCharacters.visible(format.suffix)
        let behind = text.skippingSpace(from: place)
        if !suffix.isEmpty, text.has(suffix, at: behind) { place = behind + suffix.count }
        return try units.read(text, at: &place)
    }

    /// As `has`, but letters may follow at once: nothing but a number will do there.
    private func matches(_ word: [Character], at place: Int) -> Bool {
        place + word.count <= text.all.count && zip(word, text.all[place...]).allSatisfy { $0.lowercased() == $1.lowercased() }
    }

    private mutating func name() throws(RefusedValue.Reason) -> Token? {
        guard let name = names.first(where: { text.has($0.word, at: place) }) else { return nil }
        place += name.word.count
        // `-inf dB`: an infinite number has its unit as well.
        let isInfinite = name.value.isInfinite
        if isInfinite { _ = try tail(at: &place) }
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

extension Token {
    /// The other sign.
    fileprivate var negated: Token {
        switch self {
        case .number(let value): .number(-value)
        case .travel(let fraction): .travel(-fraction)
        case .operation, .open, .close: self
        }
    }
}
