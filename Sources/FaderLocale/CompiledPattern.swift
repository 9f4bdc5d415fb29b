internal import CICU

/// Owns one regular expression compiled by ICU.
///
/// Sendable although it owns a pointer: after `init` the expression is only read, by cloning it, and it is closed in `deinit`. Every match
/// uses its own clone, which a single thread uses and closes.
@safe final class CompiledPattern: @unchecked Sendable {
    private let regex: OpaquePointer

    /// In ICU's steps, each of which takes about 0.25 to 1 ms on a current machine.
    private static let timeLimit: Int32 = 100

    /// Compiles a pattern.
    init(_ source: String) throws(PatternError) {
        var (error, place) = (U_ZERO_ERROR, UParseError())
        let units = Array(source.utf16)
        guard let regex = unsafe cicu_regex_open(units, Int32(clamping: units.count), &place, &error) else {
            throw Self.failure(error, at: Int(place.offset))
        }
        unsafe self.regex = regex
        guard cicu_failed(error) == 0 else { throw Self.failure(error, at: Int(place.offset)) }
    }

    deinit { unsafe cicu_regex_close(regex) }

    /// Whether the whole text matches; false if matching takes too long.
    func matches(_ text: String) -> Bool {
        var error = U_ZERO_ERROR
        guard let matcher = unsafe cicu_regex_clone(regex, &error) else { return false }
        defer { unsafe cicu_regex_close(matcher) }
        unsafe cicu_regex_set_time_limit(matcher, Self.timeLimit, &error)
        // The zero at the end is not part of the text: an empty array would have no address, which ICU treats as an error.
        let units = Array(text.utf16) + [0]
        return unsafe units.withUnsafeBufferPointer { buffer in
            unsafe cicu_regex_set_text(matcher, buffer.baseAddress, Int32(clamping: units.count - 1), &error)
            let isMatch = unsafe cicu_regex_matches(matcher, &error)
            return cicu_failed(error) == 0 && isMatch != 0
        }
    }

    private static func failure(_ error: UErrorCode, at offset: Int) -> PatternError {
        let name = unsafe cicu_error_name(error).map { unsafe String(cString: $0) } ?? "\(error.rawValue)"
        return PatternError(problem: PatternError.words[name] ?? name, offset: offset)
    }
}
