internal import FaderValues

struct ToggleReader {
    let report: Report

    /// Words that `default` may always have.
    private static let off = ["off", "false"]
    private static let on = ["on", "true"]
    /// Words for off that can always be typed.
    private static let typedOff = off + ["no", "0", "min"]
    private static let typedOn = on + ["yes", "1", "max"]

    func read(_ fields: Fields, _ start: ParameterSpec) -> ParameterSpec {
        let words = fields["words"].map { self.words($0) } ?? (off: "off", on: "on")
        let (off, on) = words ?? (off: "off", on: "on")
        var spec = start
        (spec.kind, spec.step, spec.decimals) = (.toggle(off: off, on: on), 1, 0)
        // If the words are wrong, the default cannot be checked.
        if words != nil, let node = fields["default"], let isOn = state(node, off: off, on: on) { spec.defaultValue = isOn ? 1 : 0 }
        return spec
    }

    /// The words for off and on; nil if they are wrong.
    func words(_ node: Node) -> (off: String, on: String)? {
        guard let items = node.pair else {
            return report.refuse(node, "expected two words [OFF, ON], found \(node.isList ? "a list of another length" : node.described)")
        }
        let off = report.plainWord(items.first, "the word for off")
        let on = report.plainWord(items.second, "the word for on")
        guard let off, let on else { return nil }
        if off.lowercased() == on.lowercased() {
            return report.error(items.second.location, "off and on have the same word \"\(on.forDisplay)\"")
        }
        let isOffGood = fits(off, not: Self.typedOn, "off", items.first.location)
        return fits(on, not: Self.typedOff, "on", items.second.location) && isOffGood ? (off, on) : nil
    }

    private func fits(_ word: String, not others: [String], _ side: String, _ location: Location) -> Bool {
        if (others + ["default"]).contains(word.lowercased()) || word.isLikeNumber && !["0", "1"].contains(word) {
            return report.error(
                location, "the word \"\(word.forDisplay)\" cannot stand for \(side): when typed, it already means something else")
        }
        return true
    }

    private func state(_ node: Node, off: String, on: String) -> Bool? {
        guard let scalar = report.scalar(node, "expected \(off.forDisplay) or \(on.forDisplay),") else { return nil }
        let word = scalar.text.lowercased()
        if word == on.lowercased() { return true }
        if word == off.lowercased() { return false }
        if Self.on.contains(word) { return true }
        if Self.off.contains(word) { return false }
        return report.error(
            node.location, "default must be \(off.forDisplay) or \(on.forDisplay), or true or false; found \(node.described)",
            instead: scalar.text, of: [off, on, "true", "false"])
    }
}
