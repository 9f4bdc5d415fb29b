internal import FoundationEssentials

/// Points in time as the state file writes them: RFC 3339, UTC, milliseconds. They come back as the same number.
enum StateTime {
    /// What can be written in four digits of a year.
    private static let range = 0.0...253_402_300_799

    /// A time of seconds since 1970 in whole milliseconds, within the years that can be written.
    static func rounded(_ seconds: Double) -> Double {
        guard seconds > range.lowerBound else { return range.lowerBound }  // and what is no number
        return (min(seconds, range.upperBound) * 1000).rounded() / 1000
    }

    /// `2026-02-03T04:05:06.789Z`
    static func text(_ seconds: Double) -> String {
        let milliseconds = Int64((rounded(seconds) * 1000).rounded())
        // The fraction by hand: a Date would count it from 2001 and cut what that leaves.
        let whole = Date(timeIntervalSince1970: Double(milliseconds / 1000)).formatted(Date.ISO8601FormatStyle())
        let fraction = String(1000 + milliseconds % 1000).dropFirst()
        return "\(whole.dropLast()).\(fraction)Z"
    }

    /// Seconds since 1970 of such a text, with or without a fraction; nil where it is none.
    static func seconds(_ text: String) -> Double? {
        // One form or the other; what is neither is nil.
        let found =
            (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text)) ?? (try? Date.ISO8601FormatStyle().parse(text))
        guard let seconds = found?.timeIntervalSince1970, range.contains(seconds) else { return nil }
        return rounded(seconds)
    }
}
