internal import Glibc

/// Times in the form of HTTP: `Tue, 03 Feb 2026 04:05:06 GMT`.
enum HTTPDate {
    static func now() -> String { text(time(nil)) }

    /// A time, in seconds since 1970.
    static func text(_ seconds: time_t) -> String {
        var seconds = seconds
        var parts = unsafe tm()
        unsafe gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        // In the C locale, the only one of this process, the words are those of HTTP.
        let count = unsafe strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
        return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
