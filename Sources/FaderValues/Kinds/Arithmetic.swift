/// Typed arithmetic: infix with parentheses, or reverse Polish where the last token is an operator.
struct Arithmetic {
    /// The deepest nesting of parentheses.
    static let deepest = 32

    private let typed: TypedTokens.Reading
    private var tokens: [Token] { typed.tokens }
    private let symbols: NumberSymbols
    private let valueAtTravel: @Sendable (Double) -> Double
    private var next = 0

    /// Arithmetic for typed text; `valueAtTravel` gets 0.5 for `50%`.
    init(_ typed: TypedTokens.Reading, symbols: NumberSymbols, valueAtTravel: @escaping @Sendable (Double) -> Double) {
        self.typed = typed
        self.symbols = symbols
        self.valueAtTravel = valueAtTravel
    }

    /// Throws, naming the token, where the tokens make no sense.
    mutating func value() throws(RefusedValue.Reason) -> Double {
        if case .operation = tokens.last, !tokens.contains(where: \.isParenthesis) {
            guard tokens.count > 1 else { throw typed.refusal(at: 0, "has nothing after it") }
            return try reversePolish()
        }
        next = 0
        let value = try sum(depth: 0)
        guard next < tokens.count else { return value }
        throw typed.refusal(
            at: next, tokens[next] == .close ? "closes nothing" : "follows a number with no operator between")
    }

    /// The result is infinite or NaN only if one of the numbers is.
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
        if !result.isFinite, left.isFinite, right.isFinite { throw .notFinite(result) }
        return result
    }

    private mutating func sum(depth: Int) throws(RefusedValue.Reason) -> Double {
        var value = try product(depth: depth)
        while let operation = nextOperation(precedence: 1) {
            value = try Self.join(value, operation, try product(depth: depth), symbols)
        }
        return value
    }

    private mutating func product(depth: Int) throws(RefusedValue.Reason) -> Double {
        var value = try factor(depth: depth)
        while let operation = nextOperation(precedence: 2) {
            value = try Self.join(value, operation, try factor(depth: depth), symbols)
        }
        return value
    }

    /// A value with at most one sign.
    private mutating func factor(depth: Int) throws(RefusedValue.Reason) -> Double {
        let isNegative =
            switch nextOperation(precedence: 1) {
            case .minus: true
            default: false
            }
        guard next < tokens.count else { throw endsTooSoon() }
        next += 1
        switch tokens[next - 1] {
        case .number(let value): return isNegative ? -value : value
        case .travel(let fraction): return valueAtTravel(isNegative ? -fraction : fraction)
        case .open:
            let opening = next - 1
            guard depth < Self.deepest else { throw .tooDeep(limit: Self.deepest) }
            let value = try sum(depth: depth + 1)
            guard next < tokens.count else { throw typed.refusal(at: opening, "is never closed") }
            guard tokens[next] == .close else { throw typed.refusal(at: next, "follows a number with no operator between") }
            next += 1
            return isNegative ? -value : value
        case .operation, .close: throw typed.refusal(at: next - 1, "has no number before it")
        }
    }

    private func endsTooSoon() -> RefusedValue.Reason {
        guard let last = tokens.last else { return typed.doubt.refusal(nil) }
        return typed.refusal(at: tokens.count - 1, last == .open ? "is never closed" : "has nothing after it")
    }

    private mutating func nextOperation(precedence: Int) -> Operation? {
        guard next < tokens.count, case .operation(let operation, _) = tokens[next], operation.precedence == precedence else { return nil }
        next += 1
        return operation
    }

    private func reversePolish() throws(RefusedValue.Reason) -> Double {
        var stack: [Double] = []
        var isNegative = false
        for (index, token) in tokens.enumerated() {
            switch token {
            case .number(let value): stack.append(isNegative ? -value : value)
            case .travel(let fraction): stack.append(valueAtTravel(isNegative ? -fraction : fraction))
            case .operation(let operation, isSign: true)
            where operation.precedence == 1 && index + 1 < tokens.count && tokens[index + 1].isOperand:
                isNegative = operation == .minus
                continue
            case .operation(let operation, _):
                guard let right = stack.popLast(), let left = stack.popLast() else {
                    throw typed.refusal(at: index, "needs a number on both sides, or two before it")
                }
                stack.append(try Self.join(left, operation, right, symbols))
            case .open, .close: preconditionFailure("reverse Polish has no parentheses")
            }
            isNegative = false
        }
        guard stack.count == 1 else {
            throw typed.refusal(at: tokens.count - 1, "leaves \(stack.count) numbers; one result is expected")
        }
        return stack[0]
    }
}
