/// What follows a number: a factor (`2.5k`), the unit in any case (`-6 db`), both (`2.5 kHz`), or a percent sign.
struct UnitReader {
    /// A power of ten, 60 times a power of ten, or a hundredth of the travel.
    enum Scaling: Equatable {
        case power(Int)
        case minutes(Int)
        case travel
    }

    private let unit: [Character]
    /// The texts that can be typed instead of the unit.
    private let others: [[Character]]
    /// The unit without its factor, and the factor's power of ten: s and −3 for ms. Only for seconds and hertz, where it is certain.
    private let base: [Character]
    private let basePower: Int

    init(unit: String, others: [[Character]] = []) {
        let whole = TypedCharacters.visible(unit)
        self.unit = whole
        self.others = others + (Self.synonyms[unit] ?? [])
        let rest = Array(whole.dropFirst())
        if let power = Self.power(whole.first), Self.bases.contains(String(rest)) {
            (base, basePower) = (rest, power)
        } else {
            (base, basePower) = (whole, 0)
        }
    }

    private static let bases: Set = ["s", "Hz"]
    private static let synonyms: [String: [[Character]]] = ["°": [Array("deg")]]
    private static let minutes = Array("min")

    /// Moves past the unit or factor; a power of 0, without moving, if there is none.
    func read(_ text: TypedCharacters, at index: inout Int) throws(RefusedValue.Reason) -> Scaling {
        let start = text.skippingSpace(from: index)
        guard start < text.all.count else { return .power(0) }
        if !unit.isEmpty, text.has(unit, at: start) {
            index = start + unit.count
            return .power(0)
        }
        if let other = others.first(where: { text.has($0, at: start) }) {
            index = start + other.count
            return .power(0)
        }
        if base == ["s"], text.has(Self.minutes, at: start) {
            index = start + Self.minutes.count
            return .minutes(-basePower)
        }
        if text.all[start] == "%" || text.all[start] == "٪" {
            index = start + 1
            return unit == ["%"] ? .power(0) : .travel
        }
        if let power = try factorAndUnit(text, at: start) {
            index = start + power.length
            return .power(power.exponent - basePower)
        }
        return try factorAlone(text, at: start, &index)
    }

    /// `kHz`, also with a blank inside, or the unit without its own factor: `s` where the unit is ms.
    private func factorAndUnit(_ text: TypedCharacters, at start: Int) throws(RefusedValue.Reason) -> (exponent: Int, length: Int)? {
        guard !base.isEmpty else { return nil }
        if basePower != 0, text.has(base, at: start) { return (0, base.count) }
        let letter = text.all[start]
        let unitStart = text.skippingSpace(from: start + 1)
        guard let power = Self.power(letter) ?? (letter == "u" ? -6 : nil), text.has(base, at: unitStart) else { return nil }
        // If the unit is typed in another case, the factor's case may be wrong too: `m` and `M` are unclear.
        let isExact = Array(text.all[unitStart...].prefix(base.count)) == base
        if !isExact, letter == "m" || letter == "M" {
            throw .unclearFactor(String(letter), write: "\"m\(String(base))\" or \"M\(String(base))\"")
        }
        return (power, unitStart + base.count - start)
    }

    private func factorAlone(
        _ text: TypedCharacters, at start: Int, _ index: inout Int
    ) throws(RefusedValue.Reason) -> Scaling {
        let letter = text.all[start]
        guard let power = Self.power(letter), text.has([letter], at: start) else { return .power(0) }
        // `5m` could be minutes where the unit is seconds, and `5k` the beginning of the unit where that is kr.
        let isUnit = unit.first.map { $0.lowercased() == letter.lowercased() } ?? false
        if base == ["s"], letter == "m" { throw .unclearFactor("m", write: "\"min\" or \"ms\"") }
        if isUnit { throw .unclearFactor(String(letter), write: "the unit, \"\(String(unit))\", or the number without a factor") }
        index = start + 1
        return .power(power)
    }

    private static func power(_ letter: Character?) -> Int? {
        switch letter {
        case "k", "K": 3
        case "M": 6
        case "G": 9
        case "m": -3
        case "\u{B5}", "\u{3BC}": -6
        default: nil
        }
    }
}

extension Double {
    /// The number times a power of ten, rounded once: 800 thousandths are 0.8.
    func times(tenTo power: Int) -> Double {
        let factor = (0..<power.magnitude).reduce(1.0) { factor, _ in factor * 10 }
        return power < 0 ? self / factor : self * factor
    }
}
