internal import FaderValues
internal import Glibc

enum LocalTime {
    /// `14:03:22.123`, with the date if it is not today. A text that is not a time is returned unchanged.
    static func text(_ wire: String) -> String {
        guard let seconds = WallTime.seconds(wire) else { return wire }
        let milliseconds = Int((seconds * 1000).rounded())
        let then = parts(milliseconds / 1000)
        let today = parts(time(nil))
        let clock = "\(two(then.hour)):\(two(then.minute)):\(two(then.second)).\(String(1000 + milliseconds % 1000).dropFirst())"
        return then.date == today.date ? clock : "\(then.date) \(clock)"
    }

    private static func parts(_ seconds: Int) -> (date: String, hour: Int32, minute: Int32, second: Int32) {
        var seconds = time_t(seconds)
        var parts = unsafe tm()
        unsafe localtime_r(&seconds, &parts)
        let date = unsafe "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
        return unsafe (date, parts.tm_hour, parts.tm_min, parts.tm_sec)
    }

    private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
