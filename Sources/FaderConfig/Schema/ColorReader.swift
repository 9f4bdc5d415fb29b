internal import FaderValues

struct ColorReader {
    let report: Report

    func read(_ fields: Fields, _ start: ParameterSpec) -> [ParameterSpec] {
        var parts = [("hue", 360.0, "°"), ("saturation", 100, "%"), ("lightness", 100, "%")].map { word, maximum, unit in
            var part = start.part(word)
            (part.maximum, part.decimals, part.unit) = (maximum, 0, unit)
            return part
        }
        // A hue of 370° is the same as one of 10°.
        parts[0].isCircle = true
        if let node = fields["default"], let numbers = numbers(node, CompoundText(Self.compound(start.id), parts: parts)) {
            for (index, number) in numbers.enumerated() { parts[index].defaultValue = number }
        }
        return parts
    }

    private static func compound(_ id: String) -> CompoundSpec {
        CompoundSpec(id: id, kind: .color, parts: (0..<3).map { ParameterIndex($0) })
    }

    private func numbers(_ node: Node, _ text: CompoundText) -> [Double]? {
        guard let scalar = report.scalar(node, "expected a color such as \"#ff8800\" for default,") else { return nil }
        // To YAML an unquoted color is a comment, so the value is empty.
        if node.isEmpty {
            return report.error(node.location, "expected a color for default, found nothing; a color must be in quotes: \"#ff8800\"")
        }
        if let numbers = text.numbers(of: .word(scalar.text)), numbers.count == 3 { return numbers }
        return report.error(node.location, "expected a color such as \"#ff8800\" for default, found \(node.described)")
    }
}
