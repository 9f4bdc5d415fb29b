internal import FaderConsole
internal import FaderValues

extension ItemState {
    /// A color; nil for anything else.
    var color: StripColor? {
        guard case .compound(let compound) = item else { return nil }
        return catalog.color(ofCompound: compound, reports.map(\.value))
    }
}

extension Catalog {
    /// The color that the values of a compound's parts make; nil for a range.
    func color(ofCompound compound: Int, _ values: [Double]) -> StripColor? {
        guard case .word(let word) = compoundTexts[compound].value(of: values) else { return nil }
        return StripColor(word)
    }
}
