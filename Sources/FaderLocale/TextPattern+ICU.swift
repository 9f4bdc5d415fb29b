public import FaderModel

extension TextPattern {
    /// A compiled regular expression in ICU's syntax. It must match the whole text; a match that takes longer than about a tenth of a
    /// second counts as no match. Any thread but the MIDI thread.
    public init(regularExpression source: String) throws(PatternError) {
        let compiled = try CompiledPattern(source)
        self.init(source: source) { compiled.matches($0) }
    }
}
