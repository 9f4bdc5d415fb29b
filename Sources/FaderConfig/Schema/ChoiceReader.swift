internal import FaderValues

struct ChoiceReader {
    let report: Report
    var supplied: SuppliedChoices?

    /// The choice; nil if it has no usable options.
    func read(_ fields: Fields, _ start: ParameterSpec, at location: Location) -> ParameterSpec? {
        guard let node = fields["options"] else {
            if supplied?.admit(start.id, at: location) ?? false { return suppliedChoice(fields, start) }
            return report.error(location, "a choice needs options: [one, two]")
        }
        guard let options = options(node) else { return nil }
        var spec = start
        (spec.kind, spec.maximum, spec.step, spec.decimals) = (.choice(options), Double(options.count - 1), 1, 0)
        if let node = fields["default"], let text = report.word(node, "the id of an option", limit: Limits.label) {
            if let index = options.firstIndex(where: { $0.id == text }) {
                spec.defaultValue = Double(index)
            } else {
                report.error(
                    node.location, "there is no option \"\(text.forDisplay)\" for the default", instead: text, of: options.map(\.id))
            }
        }
        return spec
    }

    private func suppliedChoice(_ fields: Fields, _ start: ParameterSpec) -> ParameterSpec {
        if let node = fields["default"] {
            report.error(node.location, "a choice without options has no default: it begins with what its target shows")
        }
        var spec = start
        (spec.kind, spec.mentioned, spec.maximum, spec.step, spec.decimals) = (.choice([]), [], 0, 1, 0)
        return spec
    }

    /// The options; nil if one of them is wrong.
    func options(_ node: Node) -> [ChoiceOption]? {
        guard let items = report.list(node, "expected a list of options,") else { return nil }
        guard (2...Limits.options).contains(items.count) else {
            return report.error(node.location, "a choice has 2…\(Limits.options) options, found \(items.count)")
        }
        let errors = report.errors
        let options = items.map(option)
        var known: [String: Int] = [:]
        for (index, option) in options.enumerated() {
            guard let option else { continue }
            // An option can be typed by its id or its label, so two options must not share either.
            for name in [option.id, option.label] {
                let other = known[name.lowercased()] ?? index
                known[name.lowercased()] = other
                guard other != index else { continue }
                report.error(items[index].location, "two options are called \"\(name.forDisplay)\"")
                break
            }
        }
        return report.errors == errors && !options.contains(nil) ? options.compactMap { $0 } : nil
    }

    private func option(_ node: Node) -> ChoiceOption? {
        guard case .block = node.content else { return id(node).map { ChoiceOption(id: $0) } }
        guard let fields = Fields(node, of: "an option", keys: ["id", "label"], report: report) else { return nil }
        let label = fields["label"].flatMap { report.plainWord($0, "the label of an option", limit: Limits.label) }
        guard let node = fields["id"] else { return report.error(node.location, "an option needs an id: {id: tails, label: Tails up}") }
        return id(node).map { ChoiceOption(id: $0, label: label) }
    }

    private func id(_ node: Node) -> String? {
        guard let text = report.word(node, "the id of an option", limit: Limits.label) else { return nil }
        guard Names.isPlain(text) else {
            let rule = "letters, digits, \"_\", \"-\" and \".\", beginning with a letter or digit; write others as {id: …, label: …}"
            return report.error(
                node.location, "\"\(text.forDisplay)\" cannot be the id of an option: \(rule)",
                suggestion: Names.mended(text, Names.isPlain))
        }
        return text
    }
}
