internal import Glibc

/// Calendar times and their only text form: RFC 3339, UTC, milliseconds. Answers, history, state file and export all use it, so that the
/// same moment is always written the same way.
public enum WallTime {
    /// The times from 1970 to the end of 9999, the last year of four digits.
    public static let range = 0.0...253_402_300_799

    /// Seconds since 1970.
    public static var now: Double {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }

    /// Seconds since 1970, rounded to whole milliseconds and clamped to `range`.
    public static func rounded(_ seconds: Double) -> Double { Double(milliseconds(seconds)) / 1000 }

    /// The text of a time: `2026-02-03T04:05:06.789Z`.
    public static func text(_ seconds: Double) -> String {
        let milliseconds = milliseconds(seconds)
        let (days, rest) = (milliseconds / 86_400_000, milliseconds % 86_400_000)
        let (year, month, day) = date(days: days)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(24)
        func put(_ number: Int, from scale: Int, _ end: Unicode.Scalar) {
            var scale = scale
            while scale > 0 {
                bytes.append(UInt8(ascii: "0") + UInt8(number / scale % 10))
                scale /= 10
            }
            bytes.append(UInt8(ascii: end))
        }
        put(year, from: 1000, "-")
        put(month, from: 10, "-")
        put(day, from: 10, "T")
        put(rest / 3_600_000, from: 10, ":")
        put(rest / 60_000 % 60, from: 10, ":")
        put(rest / 1000 % 60, from: 10, ".")
        put(rest % 1000, from: 100, "Z")
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The seconds since 1970, rounded to whole milliseconds. The time may have a fraction, and is in UTC (`Z`) or has an offset such as
    /// `+01:00`. Nil if the text has another form or the time is outside `range`.
    public static func seconds(_ text: String) -> Double? {
        let (bytes, form) = (Array(text.utf8), Array("0000-00-00T00:00:00".utf8))
        guard bytes.count > form.count, hasForm(bytes.prefix(form.count), form) else { return nil }
        let rest = bytes[form.count...]
        guard let zone = rest.firstIndex(where: { $0 == UInt8(ascii: "Z") || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }),
            let offset = offset(bytes[zone...])
        else { return nil }
        let fraction = rest[..<zone]
        guard
            fraction.isEmpty || fraction.count > 1 && fraction.first == UInt8(ascii: ".") && fraction.dropFirst().allSatisfy(\.isASCIIDigit)
        else { return nil }
        let parts = text.prefix(form.count).split { !$0.isNumber }.compactMap { Int($0) }
        let (year, month) = parts[1] > 2 ? (parts[0], parts[1] - 3) : (parts[0] - 1, parts[1] + 9)
        let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + parts[2] - 719_469
        let whole = Double(days * 86_400 + parts[3] * 3600 + parts[4] * 60 + parts[5])
        // A day or an hour that does not exist would be written as a different one.
        guard range.contains(whole), self.text(whole).utf8.starts(with: bytes.prefix(form.count)) else { return nil }
        let seconds = whole + (Double("0" + String(decoding: fraction, as: UTF8.self)) ?? 0) - offset
        return range.contains(seconds) ? rounded(seconds) : nil
    }

    /// The seconds that a clock with this offset is ahead of UTC; nil if the text is not an offset.
    private static func offset(_ zone: ArraySlice<UInt8>) -> Double? {
        if zone.elementsEqual("Z".utf8) { return 0 }
        guard hasForm(zone.dropFirst(), Array("00:00".utf8)) else { return nil }
        let digits = zone.filter(\.isASCIIDigit).map { Int($0) - 0x30 }
        let (hours, minutes) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
        guard hours < 24, minutes < 60 else { return nil }
        return Double(hours * 3600 + minutes * 60) * (zone.first == UInt8(ascii: "-") ? -1 : 1)
    }

    /// Digits where the form has digits, and the form's other characters elsewhere.
    private static func hasForm(_ bytes: ArraySlice<UInt8>, _ form: [UInt8]) -> Bool {
        bytes.count == form.count && zip(bytes, form).allSatisfy { $1.isASCIIDigit ? $0.isASCIIDigit : $0 == $1 }
    }

    private static func milliseconds(_ seconds: Double) -> Int {
        guard seconds > range.lowerBound else { return 0 }  // also for NaN
        return Int((min(seconds, range.upperBound) * 1000).rounded())
    }

    /// The date of a day, counted in days since 1970-01-01. Years are counted from March, so that a leap day is the last day of its year.
    private static func date(days: Int) -> (year: Int, month: Int, day: Int) {
        let sinceMarch0 = days + 719_468
        let (era, dayOfEra) = (sinceMarch0 / 146_097, sinceMarch0 % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let fromMarch = (5 * dayOfYear + 2) / 153
        let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * fromMarch + 2) / 5 + 1)
    }
}
