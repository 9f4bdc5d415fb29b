enum Token: Equatable {
    case number(Double)
    /// A percentage of the travel: 0.5 for `50%`.
    case travel(Double)
    /// `isSign`: it follows a blank or nothing, and no blank follows it.
    case operation(Operation, isSign: Bool)
    case open
    case close

    var isOperand: Bool {
        switch self {
        case .number, .travel: true
        case .operation, .open, .close: false
        }
    }

    var isParenthesis: Bool { self == .open || self == .close }

    var negated: Token {
        switch self {
        case .number(let value): .number(-value)
        case .travel(let fraction): .travel(-fraction)
        case .operation, .open, .close: self
        }
    }
}
