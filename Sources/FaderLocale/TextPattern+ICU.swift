public import FaderCore

extension TextPattern {
    /// A regular expression in ICU's syntax, compiled. It matches the whole of a text or not at all; a match that would take longer than
    /// about a tenth of a second is none. Any thread but the MIDI thread.
    public init(regularExpression source: String) throws(PatternError) {
        let compiled = try CompiledPattern(source)
        self.init(source: source) { compiled.matches($0) }
    }
}
