internal import FaderConfig
internal import FaderValues

extension Report {
    /// `path: state.bri`, `range: [0, 254]`, `steps: 10`.
    func payloadForm(_ fields: Fields) -> PayloadForm {
        var form = PayloadForm()
        if let path = fields["path"] { form.path = payloadPath(path) }
        if let range = fields["range"], let ends = ends(range) { form.range = PayloadForm.Range(ends.0, ends.1) }
        form.steps = integer(fields, "steps", in: 1...1_000_000_000)
        return form
    }

    /// `color.hex`, or a list of keys.
    func payloadPath(_ node: Node) -> [String] {
        let keys =
            if case .list(let items) = node.content {
                items.compactMap { word($0, "a key", limit: Limits.label) }
            } else {
                (word(node, "path", limit: Limits.label * 4) ?? "").split(separator: ".").map(String.init)
            }
        if keys.count > Limits.depth { error(node.location, "path has more than \(Limits.depth) keys") }
        return keys
    }
}
