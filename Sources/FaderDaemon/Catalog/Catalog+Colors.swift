internal import FaderConsole
internal import FaderValues

extension ItemState {
    /// A color; nil for anything else.
    var color: StripColor? {
        guard case .group(let group) = item else { return nil }
        return catalog.color(ofGroup: group, reports.map(\.value))
    }
}

extension Catalog {
    /// The color that the values of a group's parts make; nil for a range.
    func color(ofGroup group: Int, _ values: [Double]) -> StripColor? {
        guard case .word(let word) = groupTexts[group].value(of: values) else { return nil }
        return StripColor(word)
    }
}
