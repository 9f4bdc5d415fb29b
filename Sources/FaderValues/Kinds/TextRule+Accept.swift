extension TextRule {
    /// Refuses a text that is too long, has a control character, or does not match the pattern. Takes as long as the pattern takes; not for
    /// the MIDI thread.
    public func accept(_ text: String) throws(RefusedValue) {
        if let reason = reason(against: text) { throw RefusedValue(reason, expected: expected, example: example) }
    }

    public func accept(_ value: Value) throws(RefusedValue) -> String {
        guard case .word(let text) = value else {
            throw RefusedValue(
                .wrongSort(value.sort, wanted: "a text"), expected: "a text, for example {\"value\": \"\(defaultText)\"}", example: nil)
        }
        try accept(text)
        return text
    }

    /// `a text of at most 8 characters that matches [a-z]+`.
    public var expected: String {
        let length = "a text of at most \(maximumLength) characters"
        return pattern.map { "\(length) that matches \($0.source)" } ?? length
    }

    /// The default, or a plain word or number that matches the pattern; nil if none of them does.
    public var example: String? {
        [defaultText, "name", "abc", "a", "A", "1", "12", "123"].first { !$0.isEmpty && reason(against: $0) == nil }
    }

    private func reason(against text: String) -> RefusedValue.Reason? {
        // A character may consist of any number of scalars, so the bytes have their own limit.
        guard text.utf8.count <= maximumLength * 16, text.count <= maximumLength else { return .tooLong(limit: maximumLength) }
        if text.unicodeScalars.contains(where: \.isControl) { return .controlCharacter }
        if let pattern, !pattern.matches(text) { return .noMatch(text) }
        return nil
    }
}
