internal import FaderModel
internal import FoundationEssentials

/// Points in time as the API writes them; see `WallTime`.
public enum WireTime {
    /// A time as text: `2026-02-03T04:05:06.789Z`.
    public static func text(secondsSince1970 seconds: Double) -> String { WallTime.text(seconds) }

    /// Seconds since 1970 of such a text, in whole milliseconds; nil if it is not a time.
    public static func secondsSince1970(_ text: String) -> Double? {
        (try? style.parse(text)).map { WallTime.rounded($0.timeIntervalSince1970) }  // the caller does not need the reason
    }

    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
