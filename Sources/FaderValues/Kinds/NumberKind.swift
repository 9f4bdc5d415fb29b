/// `number`: any number in the range; −∞ at the bottom where the minimum is `-inf`.
struct NumberKind: ScaledKind {
    static let word = KindWord.number
    static let sort = "a number"
    static let takesBottom = true

    static func given(_ number: Double) -> Double { number }
    static func usualStep(decimals: Int) -> Double { (0..<min(decimals, 3)).reduce(1) { step, _ in step / 10 } }
    func wordless(isSupplied: Bool) -> ParameterKind { .number }
}
