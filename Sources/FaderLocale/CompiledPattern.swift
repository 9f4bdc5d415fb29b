internal import CICU
public import FaderValues

/// One regular expression compiled by ICU.
///
/// Sendable although it owns a pointer: after `init` the expression is only read, to clone it. Every match uses its own clone, which a
/// single thread uses and closes.
@safe final class CompiledPattern: @unchecked Sendable {
    private let regex: OpaquePointer

    /// The time limit of a match, in ICU's steps. A step takes about 0.25 to 1 ms on a current machine.
    private static let timeLimit: Int32 = 5

    init(_ source: String) throws(PatternError) {
        if let missing = ICU.missing { throw PatternError(problem: missing, offset: 0) }
        var (error, place) = (U_ZERO_ERROR, UParseError())
        let units = Array(source.utf16)
        guard let regex = unsafe cicu_regex_open(units, Int32(clamping: units.count), &place, &error) else {
            throw Self.failure(error, at: Int(place.offset))
        }
        unsafe self.regex = regex
        guard cicu_failed(error) == 0 else { throw Self.failure(error, at: Int(place.offset)) }
    }

    deinit { unsafe cicu_regex_close(regex) }

    /// The whole text; false if matching takes too long.
    func matches(_ text: String) -> Bool {
        var error = U_ZERO_ERROR
        guard let matcher = unsafe cicu_regex_clone(regex, &error) else { return false }
        defer { unsafe cicu_regex_close(matcher) }
        unsafe cicu_regex_set_time_limit(matcher, Self.timeLimit, &error)
        // The zero at the end is not part of the text. Without it an empty text would have no address, which ICU treats as an error.
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

/// Why a text is not a regular expression.
public struct PatternError: Error, Equatable, CustomStringConvertible {
    /// What is wrong, in words, or ICU's name for it.
    public let problem: String
    /// Characters (Unicode code points) that ICU had read when it found the error, from the beginning of the line.
    public let offset: Int

    public var description: String { "\(problem) (after \(offset) characters)" }

    /// The words for the usual mistakes, by ICU's name.
    static let words = [
        "U_ILLEGAL_ARGUMENT_ERROR": "it is empty",
        "U_REGEX_MISMATCHED_PAREN": "a parenthesis is not closed, or was not opened",
        "U_REGEX_MISSING_CLOSE_BRACKET": "a \"[\" is not closed",
        "U_REGEX_BAD_ESCAPE_SEQUENCE": "there is no such \"\\\" sequence",
        "U_REGEX_RULE_SYNTAX": "it is not a regular expression",
        "U_REGEX_BAD_INTERVAL": "\"{}\" does not contain a valid repeat count",
        "U_REGEX_MAX_LT_MIN": "in \"{}\" the upper number is below the lower",
        "U_REGEX_NUMBER_TOO_BIG": "a number is too big",
        "U_REGEX_INVALID_RANGE": "in \"[]\" a range runs backwards",
        "U_REGEX_INVALID_BACK_REF": "a back reference names no group",
        "U_REGEX_LOOK_BEHIND_LIMIT": "a look-behind has no maximum length",
        "U_REGEX_PATTERN_TOO_BIG": "it is too big",
        "U_REGEX_PROPERTY_SYNTAX": "there is no such property",
        "U_REGEX_SET_CONTAINS_STRING": "a set holds more than single characters",
    ]
}

extension TextPattern {
    /// ICU's syntax, for the whole text. A match that takes longer than a few milliseconds counts as none: a pattern such as `(a+)+b` could
    /// keep everybody waiting. Any thread but the MIDI thread.
    public init(regularExpression source: String) throws(PatternError) {
        let compiled = try CompiledPattern(source)
        self.init(source: source) { compiled.matches($0) }
    }
}
