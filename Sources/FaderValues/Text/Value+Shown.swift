extension Value {
    /// The sort of JSON value, for a message.
    var sort: String {
        switch self {
        case .number: "a number"
        case .flag: "true or false"
        case .word: "a text"
        case .pair: "two numbers"
        case .nothing: "null"
        }
    }

    /// The value in JSON, for an example.
    var json: String {
        switch self {
        case .number(-.infinity): "\"-inf\""
        case .word(let word): "\"\(word)\""
        default: shown
        }
    }

    /// The value, for a message.
    var shown: String {
        switch self {
        case .number(let number): NumberSymbols.plain.shortest(number)
        case .flag(let isOn): isOn ? "true" : "false"
        case .word(let word): word
        case .nothing: "null"
        case .pair(let low, let high): "[\(NumberSymbols.plain.shortest(low)), \(NumberSymbols.plain.shortest(high))]"
        }
    }
}
