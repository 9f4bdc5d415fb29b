/// Short YAML as it is written on one line, `{suffix: ":00h"}` or `[heads, tails]`, for programs that take keys of the config on the
/// command line.
public enum FlowText {
    /// The same as JSON; nil if it is not YAML that a config could contain.
    public static func json(_ text: String) -> [UInt8]? {
        let report = Report()
        guard let node = TreeBuilder.tree(of: Source(name: "argument", bytes: Array(text.utf8)), report: report), !report.hasErrors else {
            return nil
        }
        return Array(json(node).utf8)
    }

    private static func json(_ node: Node) -> String {
        switch node.content {
        case .list(let items): return "[" + items.map { json($0) }.joined(separator: ",") + "]"
        case .block(let entries):
            return "{" + entries.map { quoted($0.key) + ":" + json($0.value) }.joined(separator: ",") + "}"
        case .unusable: return "null"
        case .scalar(let scalar):
            if node.isEmpty { return "null" }
            if scalar.isPlain, ["true", "false"].contains(scalar.text) { return scalar.text }
            if scalar.isPlain, let number = NumberSyntax.number(scalar.text), number.isFinite { return "\(number)" }
            return quoted(scalar.text)
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
