internal import Glibc
internal import Synchronization

/// Times in the form of HTTP.
enum HTTPDate {
    /// The last second that was requested, and its text, which all answers of that second share.
    private static let last = Mutex<(seconds: time_t, text: String)>((0, text(0)))

    /// The present time, for example `Tue, 03 Feb 2026 04:05:06 GMT`.
    static func now() -> String {
        let seconds = time(nil)
        return last.withLock {
            if $0.seconds != seconds { $0 = (seconds, text(seconds)) }
            return $0.text
        }
    }

    /// A time, in seconds since 1970.
    static func text(_ seconds: time_t) -> String {
        var seconds = seconds
        var parts = unsafe tm()
        unsafe gmtime_r(&seconds, &parts)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let date = unsafe "\(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
        return unsafe "\(days[Int(parts.tm_wday)]), \(date) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
    }

    private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
