internal import FaderConsole
internal import FaderValues

/// Reads `size`: how far a step of a button or a detent of an encoder goes.
struct SizeReader {
    let report: Report
    var isRanged = true

    /// Reads `size:`. `spec` is nil if the parameter is not known.
    func read(_ fields: Fields, of spec: ParameterSpec?) -> StepLength {
        guard let node = fields["size"] else { return .ordinary }
        guard let text = node.text, let first = text.first, first.isASCII, first.isNumber || "+-.".contains(first) else {
            let words: [(word: String, value: StepLength)] = [("ordinary", .ordinary), ("big", .big), ("fine", .fine)]
            return report.choice(node, "size", of: words) ?? .ordinary
        }
        return amount(text, node, of: spec).map { .amount($0) } ?? .ordinary
    }

    /// A number with or without the unit of the parameter.
    private func amount(_ text: String, _ node: Node, of spec: ParameterSpec?) -> Double? {
        let (digits, rest) = NumberSyntax.split(text)
        let unit = String(rest.drop { $0 == " " })
        guard let amount = NumberSyntax.number(digits), amount.isFinite, amount > 0 else {
            return report.error(node.location, "size must be ordinary, big, fine, or a number above 0, found \(node.described)")
        }
        guard let spec else { return amount }
        let id = spec.id.forDisplay
        guard spec.kind.isNumber else {
            return report.error(node.location, "a size in numbers is for numbers, and \(id) is \(spec.kind.kindWord.described)")
        }
        guard unit.isEmpty || unit == spec.unit else {
            let has = spec.unit.isEmpty ? "has no unit" : "is in \(spec.unit.forDisplay)"
            return report.error(node.location, "\(id) \(has), and the size is \(node.described)")
        }
        let span = spec.maximum - spec.minimum
        guard !isRanged || amount <= span.magnitude else {
            return report.error(node.location, "size \(node.described) is more than the whole range of \(id)")
        }
        return amount
    }
}
