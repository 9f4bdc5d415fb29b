extension ValueText {
    /// A value in at most `width` characters: with its unit if that fits, if need be without blanks; else without its unit; else with fewer
    /// decimals. Words and options are abbreviated like labels. A number that does not fit at all is shown as `#`, never cut.
    ///
    /// - Parameters:
    ///   - write: Converts a text to the characters of the display; its result must fit.
    ///   - length: How many characters of the display a text fills.
    ///   - length: How many characters of the display a text fills, if that is not one for each of its own.
    public func cell(
        _ value: Double, width: Int, for viewer: Viewer = Viewer(), as write: (String) -> String = { $0 },
        length: (String) -> Int = { $0.count }
    ) -> String {
        let whole = write(format(value, for: viewer))
        if length(whole) <= width { return whole }
        guard !isWord(value, for: viewer) else { return CellText.label(whole, width: width) }
        let close = String(whole.filter { $0 != " " })
        if length(close) <= width { return close }
        for decimals in stride(from: viewer.decimals ?? spec.decimals, through: 0, by: -1) {
            var viewer = viewer
            viewer.decimals = decimals
            for text in [bare(value, for: viewer), edit(value, for: viewer)] {
                let text = write(text)
                if length(text) <= width { return text }
            }
        }
        return String(repeating: "#", count: max(width, 0))
    }
}
