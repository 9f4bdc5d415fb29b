/// Why a text is not a regular expression.
public struct PatternError: Error, Equatable, CustomStringConvertible {
    /// What is wrong, in words, or ICU's name for it.
    public let problem: String
    /// How many UTF-16 units of the pattern come before the error.
    public let offset: Int

    /// What is wrong and where, for a person.
    public var description: String { "\(problem) (after \(offset) characters)" }

    /// The usual mistakes.
    static let words = [
        "U_ILLEGAL_ARGUMENT_ERROR": "it is empty",
        "U_REGEX_MISMATCHED_PAREN": "a parenthesis is not closed, or was not opened",
        "U_REGEX_MISSING_CLOSE_BRACKET": "a \"[\" is not closed",
        "U_REGEX_BAD_ESCAPE_SEQUENCE": "there is no such \"\\\" sequence",
        "U_REGEX_RULE_SYNTAX": "it is not a regular expression",
        "U_REGEX_BAD_INTERVAL": "what stands in \"{}\" is no number of times",
        "U_REGEX_MAX_LT_MIN": "in \"{}\" the upper number is below the lower",
        "U_REGEX_NUMBER_TOO_BIG": "a number is too big",
        "U_REGEX_INVALID_RANGE": "in \"[]\" a range runs backwards",
        "U_REGEX_INVALID_BACK_REF": "a back reference names no group",
        "U_REGEX_LOOK_BEHIND_LIMIT": "what is looked behind for has no greatest length",
        "U_REGEX_PATTERN_TOO_BIG": "it is too big",
        "U_REGEX_PROPERTY_SYNTAX": "there is no such property",
        "U_REGEX_SET_CONTAINS_STRING": "a set holds more than single characters",
    ]
}
