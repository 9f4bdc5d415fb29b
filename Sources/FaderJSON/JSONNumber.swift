/// A number as it is written.
public enum JSONNumber: Sendable, Equatable {
    /// `digits`, of which `places` stand behind the point, at most 19.
    case short(isNegative: Bool, digits: UInt64, places: Int)
    /// With an exponent, or with more digits than that.
    case long(spelling: String)

    /// The nearest double, as `Double(spelling)` has it: infinite if it is too large.
    public var double: Double? {
        switch self {
        case .short(let isNegative, let digits, let places):
            let magnitude = Self.quotient(digits, places)
            return isNegative ? -magnitude : magnitude
        case .long(let spelling): return Double(spelling)
        }
    }

    /// The number, if it is not negative and written without a point and an exponent.
    public var whole: UInt64? {
        switch self {
        case .short(let isNegative, let digits, 0): isNegative && digits != 0 ? nil : digits
        case .short: nil
        case .long(let spelling): UInt64(spelling)
        }
    }

    /// 1, 10, 100, …
    private static let powers = (0...mostDigits).map { (0..<$0).reduce(UInt64(1)) { power, _ in power * 10 } }
    /// The most digits that surely fit, and the largest power of ten that does.
    private static let mostDigits = 19

    /// `digits` / 10^`places`, rounded once: to the nearest double, of two equally near ones the even one.
    private static func quotient(_ digits: UInt64, _ places: Int) -> Double {
        guard digits != 0, places > 0 else { return Double(digits) }
        let divisor = powers[places]
        // Both are moved up as far as they go. So the quotient has 63 or 64 bits, ten more than a double has.
        let (up, divisorUp) = (digits.leadingZeroBitCount, divisor.leadingZeroBitCount)
        let dividend = digits << up
        let (quotient, rest) = (divisor << divisorUp).dividingFullWidth((dividend >> 1, dividend << 63))
        // A rest is all that matters of the bits that follow: it decides between the doubles on both sides of half the way.
        let rounded = Double(rest == 0 ? quotient : quotient | 1)
        return rounded * Double(sign: .plus, exponent: divisorUp - up - 63, significand: 1)
    }

    /// Adds up digits.
    struct Scan {
        let isNegative: Bool
        private var digits: UInt64 = 0
        /// Without zeros at the beginning.
        private var count = 0
        /// How many of them stand behind the point.
        var places = 0

        init(isNegative: Bool) { self.isNegative = isNegative }

        /// Adds a digit; returns false if the byte is none.
        mutating func add(_ byte: UInt8) -> Bool {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { return false }
            // Overflows if there are too many, and then nobody asks for them.
            digits = digits &* 10 &+ UInt64(digit)
            if count > 0 || digit != 0 { count += 1 }
            return true
        }

        /// The number; nil if it has too many digits.
        var number: JSONNumber? {
            count <= JSONNumber.mostDigits && places <= JSONNumber.mostDigits
                ? .short(isNegative: isNegative, digits: digits, places: places) : nil
        }
    }
}
