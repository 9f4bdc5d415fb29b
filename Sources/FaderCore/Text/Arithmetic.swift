/// What two numbers are joined by.
enum Operation: Equatable {
    case plus, minus, times, over

    init?(_ character: Character) {
        switch character {
        case "+": self = .plus
        case "-", "−": self = .minus
        case "*", "×": self = .times
        case "/", "÷": self = .over
        default: return nil
        }
    }

    /// What comes before what.
    var binds: Int { self == .plus || self == .minus ? 1 : 2 }
}

/// A piece of typed arithmetic.
enum Token: Equatable {
    case number(Double)
    /// Of the travel: 0.5 for `50%`.
    case travel(Double)
    /// `isSign`: blank or nothing before it, and a number right behind it.
    case operation(Operation, isSign: Bool)
    case open
    case close

    /// Whether it is a value by itself.
    var isOperand: Bool {
        switch self {
        case .number, .travel: true
        case .operation, .open, .close: false
        }
    }
}

/// Works out typed arithmetic: infix with parentheses, or reverse Polish where the last token is an operator.
struct Arithmetic {
    /// The most parentheses within each other.
    static let deepest = 32

    private let tokens: [Token]
    private let symbols: NumberSymbols
    /// What a percentage of the travel stands for.
    private let valueAtTravel: @Sendable (Double) -> Double
    private var next = 0

    /// Arithmetic over tokens; `valueAtTravel` is asked with 0.5 for `50%`.
    init(_ tokens: [Token], symbols: NumberSymbols, valueAtTravel: @escaping @Sendable (Double) -> Double) {
        self.tokens = tokens
        self.symbols = symbols
        self.valueAtTravel = valueAtTravel
    }

    /// The result; nil where the tokens make no sense.
    mutating func value() throws(RefusedValue.Reason) -> Double? {
        if case .operation = tokens.last { return try reversePolish() }
        next = 0
        let value = try sum(depth: 0)
        return next == tokens.count ? value : nil
    }

    /// Joins two numbers. Only what was infinite or not a number before may be so afterwards.
    static func join(
        _ left: Double, _ operation: Operation, _ right: Double, _ symbols: NumberSymbols
    ) throws(RefusedValue.Reason) -> Double {
        let result: Double
        switch operation {
        case .plus: result = left + right
        case .minus: result = left - right
        case .times: result = left * right
        case .over:
            result = left / right
            if right == 0 { throw .divisionByZero(symbols.notFinite(result)) }
        }
        if !result.isFinite, left.isFinite, right.isFinite { throw .notFinite(symbols.notFinite(result)) }
        return result
    }

    private mutating func sum(depth: Int) throws(RefusedValue.Reason) -> Double? {
        guard var value = try product(depth: depth) else { return nil }
        while let operation = takeOperation(binding: 1) {
            guard let right = try product(depth: depth) else { return nil }
            value = try Self.join(value, operation, right, symbols)
        }
        return value
    }

    private mutating func product(depth: Int) throws(RefusedValue.Reason) -> Double? {
        guard var value = try factor(depth: depth) else { return nil }
        while let operation = takeOperation(binding: 2) {
            guard let right = try factor(depth: depth) else { return nil }
            value = try Self.join(value, operation, right, symbols)
        }
        return value
    }

    /// A value with one sign at most.
    private mutating func factor(depth: Int) throws(RefusedValue.Reason) -> Double? {
        let isNegative =
            switch takeOperation(binding: 1) {
            case .minus: true
            default: false
            }
        guard next < tokens.count else { return nil }
        next += 1
        switch tokens[next - 1] {
        case .number(let value): return isNegative ? -value : value
        case .travel(let fraction): return valueAtTravel(isNegative ? -fraction : fraction)
        case .open:
            guard depth < Self.deepest else { throw .tooDeep(limit: Self.deepest) }
            guard let value = try sum(depth: depth + 1), next < tokens.count, tokens[next] == .close else { return nil }
            next += 1
            return isNegative ? -value : value
        case .operation, .close: return nil
        }
    }

    private mutating func takeOperation(binding: Int) -> Operation? {
        guard next < tokens.count, case .operation(let operation, _) = tokens[next], operation.binds == binding else { return nil }
        next += 1
        return operation
    }

    private func reversePolish() throws(RefusedValue.Reason) -> Double? {
        var stack: [Double] = []
        var isNegative = false
        for (index, token) in tokens.enumerated() {
            switch token {
            case .number(let value): stack.append(isNegative ? -value : value)
            case .travel(let fraction): stack.append(valueAtTravel(isNegative ? -fraction : fraction))
            case .operation(let operation, isSign: true)
            where operation.binds == 1 && index + 1 < tokens.count && tokens[index + 1].isOperand:
                isNegative = operation == .minus
                continue
            case .operation(let operation, _):
                guard let right = stack.popLast(), let left = stack.popLast() else { return nil }
                stack.append(try Self.join(left, operation, right, symbols))
            case .open, .close: return nil
            }
            isNegative = false
        }
        return stack.count == 1 ? stack[0] : nil
    }
}
