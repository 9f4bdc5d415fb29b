internal import Glibc

/// A finite number with fixed decimals, correctly rounded from the exact binary value; there is no negative zero.
struct FixedNumber: Equatable {
    enum Sign {
        case negative, zero, positive
    }

    /// The sign of the rounded number: −0.04 with one decimal is zero.
    let sign: Sign
    /// The magnitude in the C locale, `6.0`.
    let digits: String

    var value: Double { (sign == .negative ? -1 : 1) * (Double(digits) ?? 0) }

    /// Rounds to `decimals` decimals, clamped to 0…15.
    init(_ value: Double, decimals: Int) {
        if let short = Self.short(value.magnitude, decimals: decimals) {
            self.init(sign: short.isZero ? .zero : value < 0 ? .negative : .positive, digits: short.digits)
        } else {
            self.init(exactly: value, decimals: decimals)
        }
    }

    private init(sign: Sign, digits: String) {
        self.sign = sign
        self.digits = digits
    }

    /// The digits for up to 6 decimals where they fit into 52 bits; nil for others. This is much faster than printf, which matters where
    /// 200 values change 30 times a second.
    private static func short(_ magnitude: Double, decimals: Int) -> (digits: String, isZero: Bool)? {
        guard (0...6).contains(decimals) else { return nil }
        let scale = Double(powers[decimals])
        let scaled = magnitude * scale
        guard scaled < 0x1p52 else { return nil }
        var number = Int(scaled.rounded(.toNearestOrEven))
        if scaled - scaled.rounded(.down) == 0.5 {
            // Only at a half does the rounding error of the product matter. A true half goes to the even neighbor, as with printf.
            let lost = (-scaled).addingProduct(magnitude, scale)
            if lost != 0 { number = Int(scaled.rounded(lost > 0 ? .up : .down)) }
        }
        return (digits(of: number, decimals: decimals), number == 0)
    }

    /// The digits of a whole number with a decimal point: `1234` with two decimals is `12.34`.
    private static func digits(of number: Int, decimals: Int) -> String {
        var backwards = InlineArray<24, UInt8>(repeating: 0)
        var (rest, count) = (number, 0)
        repeat {
            if count == decimals, decimals > 0 {
                backwards[count] = UInt8(ascii: ".")
                count += 1
            }
            backwards[count] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
            count += 1
        } while rest > 0 || count <= decimals
        return unsafe String(unsafeUninitializedCapacity: count) { digits in
            for index in 0..<count { unsafe digits[index] = backwards[count - 1 - index] }
            return count
        }
    }

    private static let powers = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]

    /// By printf.
    init(exactly value: Double, decimals: Int) {
        let written = unsafe withVaList([Int32(min(max(decimals, 0), 15)), value.magnitude]) { arguments in
            unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 400) { buffer in
                // A finite double has at most 309 digits before the point; 15 may follow it.
                let length = unsafe Int(vsnprintf(buffer.baseAddress, buffer.count, "%.*f", arguments))
                return unsafe String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            }
        }
        digits = written
        let isZero = written.utf8.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
        sign = isZero ? .zero : value < 0 ? .negative : .positive
    }
}

extension NumberSymbols {
    /// The digits are those of the C locale; `1e+22` keeps its exponent.
    func localized(_ digits: String, isGrouped: Bool) -> String {
        if zero == "0", decimal == ".", !isGrouped { return digits }
        let parts = digits.split(separator: ".", maxSplits: 1).map { own($0) }
        guard let whole = parts.first else { return "" }
        let grouped = isGrouped ? self.grouped(whole) : whole
        return parts.count == 2 ? grouped + decimal + parts[1] : grouped
    }

    /// The fewest digits that distinguish a finite number from all others, for messages.
    func shortest(_ value: Double) -> String {
        let text = "\(value.magnitude)"
        return (value < 0 ? minus : "") + localized(text.hasSuffix(".0") ? String(text.dropLast(2)) : text, isGrouped: false)
    }

    /// A hyphen before ∞ would hardly be seen, so a true minus sign replaces it.
    func notFinite(_ value: Double) -> String {
        if value.isNaN { return notANumber }
        return value < 0 ? (minus == "-" ? "−" : minus) + infinity : infinity
    }

    private func own(_ digits: Substring) -> String {
        guard zero != "0" else { return String(digits) }
        var scalars = String.UnicodeScalarView()
        for scalar in digits.unicodeScalars {
            let isDigit = ("0"..."9").contains(scalar)
            scalars.append(isDigit ? Unicode.Scalar(zero.value + scalar.value - 0x30) ?? scalar : scalar)
        }
        return String(scalars)
    }

    private func grouped(_ whole: String) -> String {
        guard groupSize > 0, whole.count >= groupSize + max(minimumGroupingDigits, 1) else { return whole }
        var (rest, groups) = (whole[...], [Substring]())
        var size = groupSize
        while rest.count > size {
            groups.append(rest.suffix(size))
            rest = rest.dropLast(size)
            size = secondaryGroupSize > 0 ? secondaryGroupSize : groupSize
        }
        return ([rest] + groups.reversed()).joined(separator: grouping)
    }
}
