/// `integer`: whole numbers.
struct IntegerKind: ScaledKind {
    static let word = KindWord.integer
    static let sort = "a whole number"
    static let takesBottom = false

    static func given(_ number: Double) -> Double { number.rounded() }
    static func usualStep(decimals: Int) -> Double { 1 }
    func wordless(isSupplied: Bool) -> ParameterKind { .integer }
}
