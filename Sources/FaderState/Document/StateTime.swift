internal import FaderModel
internal import FoundationEssentials

/// Points in time as the state file writes them; see `WallTime`. They come back as the same number.
enum StateTime {
    /// A time of seconds since 1970 in whole milliseconds, within the years that can be written.
    static func rounded(_ seconds: Double) -> Double { WallTime.rounded(seconds) }

    /// `2026-02-03T04:05:06.789Z`
    static func text(_ seconds: Double) -> String { WallTime.text(seconds) }

    /// The seconds since 1970 of such a text, with or without a fraction; nil if it is not a time.
    static func seconds(_ text: String) -> Double? {
        // Either form is accepted; any other text is nil.
        let found =
            (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text)) ?? (try? Date.ISO8601FormatStyle().parse(text))
        guard let seconds = found?.timeIntervalSince1970, WallTime.range.contains(seconds) else { return nil }
        return rounded(seconds)
    }
}
