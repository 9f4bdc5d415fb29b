/// `description` is a sentence that says what is expected, with an example for this parameter.
public struct RefusedValue: Error, Equatable, CustomStringConvertible {
    public let reason: Reason
    /// A description of the accepted values, for example `a number in -70.0…6.0 dB`.
    public let expected: String
    /// A text that would be accepted; nil where none is known.
    public let example: String?
    /// Another likely meaning, and how to write it; nil if none is known.
    public var hint: String?

    public init(_ reason: Reason, expected: String, example: String?) {
        self.reason = reason
        self.expected = expected
        self.example = example
    }

    /// The sentence shown to people.
    public var description: String {
        let demand = "\(reason); expected \(expected)"
        return (example.map { "\(demand), for example \"\($0)\"" } ?? demand) + (hint.map { "; \($0)" } ?? "")
    }
}

extension RefusedValue {
    /// Numbers are already in the notation of the viewer's locale.
    public enum Reason: Error, Equatable, CustomStringConvertible {
        case empty
        case tooLong(limit: Int)
        /// The text is no value of this sort, for example `a number`; and why, where that is known.
        case notA(String, String, why: String? = nil)
        /// The beginning of several options, or a number whose dot is unclear.
        case ambiguous(String, [String])
        /// A JSON value, for example `a text` instead of `true or false`.
        case wrongSort(String, wanted: String)
        /// A letter behind a number could be a factor or the beginning of a unit.
        case unclearFactor(String, write: String)
        /// Parentheses nested too deeply.
        case tooDeep(limit: Int)
        /// A division by zero, with its result.
        case divisionByZero(String)
        /// A result that is infinite, not a number, or too large for a number.
        case notFinite(Double)
        case notWhole(String)
        /// The parameter rejects what is beyond its range.
        case outOfRange(String)
        /// The lower end of a range above the upper.
        case crossed(low: String, high: String)
        /// Ends closer than the gap, in a range that rejects them.
        case tooClose(gap: String)
        /// An end of a range that rejects this would be too close to the other end, or beyond it.
        case noRoom(String, other: String)
        /// The text has a control character or a line break.
        case controlCharacter
        /// A value for a trigger.
        case hasNoValue
        /// A text that does not match the parameter's pattern.
        case noMatch(String)
        /// The text changes the present value, which is not known.
        case notHeard

        /// The first half of the sentence shown to people.
        public var description: String {
            switch self {
            case .empty: "no value given"
            case .tooLong(let limit): "the text is longer than \(limit) characters"
            case .notA(let text, let sort, let why):
                "\"\(Self.quoted(text))\" is not \(sort)" + (why.map { ": \($0.withoutControls())" } ?? "")
            case .ambiguous(let text, let options): "\"\(Self.quoted(text))\" could be \(options.joined(separator: " or "))"
            case .wrongSort(let found, let wanted): "the value is \(found), not \(wanted)"
            case .unclearFactor(let letter, let clear): "\"\(letter)\" can be read in two ways here; write \(clear)"
            case .tooDeep(let limit): "the parentheses are nested more than \(limit) deep"
            case .divisionByZero(let result): "a division by zero gives \(result)"
            case .notFinite(let result): result.isNaN ? "the value is not a number" : "the value is too \(result > 0 ? "large" : "small")"
            case .notWhole(let number): "\(number) is not a whole number"
            case .outOfRange(let number): "\(number) is out of range"
            case .crossed(let low, let high): "the lower end \(low) is above the upper end \(high)"
            case .tooClose(let gap): "the ends are closer than \(gap)"
            case .noRoom(let number, let other): "\(number) leaves no room beside the other end, which is at \(other)"
            case .controlCharacter: "the text has a line break or another control character"
            case .hasNoValue: "a trigger has no value"
            case .noMatch(let text): "\"\(Self.quoted(text))\" does not match"
            case .notHeard: "its value has not been heard yet"
            }
        }

        /// Typed text that can be repeated in one line: not too long, and nothing that moves a terminal's cursor.
        private static func quoted(_ text: String) -> String {
            text.unicodeScalars.count > 64
                ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(64))).withoutControls() + "…" : text.withoutControls()
        }
    }
}

extension RefusedValue.Reason {
    /// The text suits a parameter of another kind, rather than being a value that this one does not allow.
    public var isOfOtherKind: Bool {
        switch self {
        case .notA, .ambiguous, .wrongSort, .unclearFactor, .notWhole, .hasNoValue, .noMatch, .tooLong, .controlCharacter: true
        case .empty, .tooDeep, .divisionByZero, .notFinite, .outOfRange, .crossed, .tooClose, .noRoom, .notHeard: false
        }
    }
}
