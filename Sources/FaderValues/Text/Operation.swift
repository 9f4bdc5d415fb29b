enum Operation: Equatable {
    case plus, minus, times, over

    init?(_ character: Character) {
        switch character {
        case "+": self = .plus
        case "-", "−", "–": self = .minus
        case "*", "×": self = .times
        case "/", "÷": self = .over
        default: return nil
        }
    }

    var precedence: Int { self == .plus || self == .minus ? 1 : 2 }
}
