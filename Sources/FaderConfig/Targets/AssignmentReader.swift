internal import FaderValues

/// The `set:` of a trigger: `{master: 0 dB, drums.mute: muted}`, also with patterns of ids, and with lists of the config.
struct AssignmentReader {
    let report: Report
    let parameters: ParameterTable
    let symbols: NumberSymbols
    let templates: Templates
    /// Programs may add parameters that a pattern matches.
    let mayGrow: Bool

    /// Patterns leave out what cannot be set (`readOnly`).
    func read(_ node: Node, readOnly: Set<String>) -> [TriggerAction.Assignment]? {
        guard let written = report.entries(node, of: "the parameters to set") else { return nil }
        guard !written.isEmpty else { return report.error(node.location, "set names no parameter; write set: {master: 0 dB}") }
        let errors = report.errors
        let entries = written.filter { !$0.isRepeated && !Self.isTemplate($0) && !Self.isGlob($0) }
        let ids = Set(entries.map(\.key))
        // An id that is written out overrides a result of a list, and both override a pattern.
        let results = written.filter(Self.isTemplate).flatMap { templates.entries($0) }
        let made = unique(results.filter { !Self.isGlob($0) && !ids.contains($0.key) })
        let named = ids.union(made.map(\.key))
        for entry in entries + made { checkParts(entry, beside: named) }
        for entry in entries + made where readOnly.contains(entry.key) {
            report.error(entry.keyLocation, "\(entry.key.forDisplay) is read-only, because its target is: no trigger can set it")
        }
        var assignments = (entries + made).compactMap { entry in
            text(entry).flatMap { isValue($0, of: entry.key, at: entry) ? TriggerAction.Assignment(id: entry.key, text: $0) : nil }
        }
        var meant: [String: Node.Entry] = [:]
        for entry in (written.filter { !Self.isTemplate($0) } + results).filter(Self.isGlob) where !entry.isRepeated {
            guard let text = text(entry), means(entry, text, besides: named, readOnly, &meant) else { continue }
            assignments.append(TriggerAction.Assignment(id: entry.key, text: text))
        }
        if named.count + meant.count > Limits.assignments {
            report.error(
                node.location, "this sets \(named.count + meant.count) parameters; at most \(Limits.assignments) can be set at once")
        }
        return report.errors == errors ? assignments : nil
    }

    private static func isTemplate(_ entry: Node.Entry) -> Bool { entry.key.contains("{") }
    private static func isGlob(_ entry: Node.Entry) -> Bool { entry.key.contains { $0 == "*" || $0 == "?" } }

    private func text(_ entry: Node.Entry) -> String? {
        report.scalar(entry.value, "expected a value of \(entry.key.forDisplay),")?.text
    }

    /// The entries that lists make, each id only once. An id that two lists make is reported.
    private func unique(_ entries: [Node.Entry]) -> [Node.Entry] {
        var known: Set<String> = []
        return entries.filter { entry in
            if known.insert(entry.key).inserted { return true }
            return report.error(entry.keyLocation, "\(entry.key.forDisplay) is set already by another list; set it by its own id")
        }
    }

    private func checkParts(_ entry: Node.Entry, beside ids: Set<String>) {
        guard let dot = entry.key.lastIndex(of: "."), ids.contains(String(entry.key[..<dot])),
            parameters.compound(String(entry.key[..<dot])) != nil
        else { return }
        report.error(entry.keyLocation, "\(entry.key.forDisplay) is a part of \(entry.key[..<dot]), which is set, too; set one of them")
    }

    /// Whether the pattern matches a parameter of which the text is a value; such parameters are added to `meant`. If not, that is
    /// reported.
    private func means(
        _ entry: Node.Entry, _ text: String, besides named: Set<String>, _ readOnly: Set<String>, _ meant: inout [String: Node.Entry]
    ) -> Bool {
        let glob = ClientGlob(entry.key)
        let matching = parameters.wholes.filter { glob.matches($0) }
        guard !matching.isEmpty else {
            let sentence = "no parameter of this config matches \"\(entry.key.forDisplay)\""
            if mayGrow { report.warning(entry.keyLocation, sentence) } else { report.error(entry.keyLocation, sentence) }
            return mayGrow
        }
        let settable = matching.filter { !named.contains($0) && !readOnly.contains($0) && parameters.canBeSet($0) }
        let others = settable.filter { !parameters.isText($0) }
        let ids = others.isEmpty ? settable : others
        let fitting = ids.filter { !(refusal(of: text, $0)?.reason.isOfOtherKind ?? false) }
        if fitting.isEmpty, !matching.allSatisfy(named.contains) {
            let reason = ids.first.flatMap { id in refusal(of: text, id).map { "\(id): \($0.description)" } }
            return report.error(
                entry.keyLocation,
                "none of the \(matching.count) that match \"\(entry.key.forDisplay)\" can be set to that: "
                    + "\(reason?.forMessage ?? "they have no value that can be set")")
        }
        for id in fitting {
            if let refusal = refusal(of: text, id) {
                report.error(
                    entry.value.location,
                    "\(id), which matches \"\(entry.key.forDisplay)\": \(refusal.description.forMessage); set \(id) by its own id")
            }
            if let other = meant[id], other.value.text != text {
                report.error(
                    entry.keyLocation,
                    "\(id) matches both \"\(other.key.forDisplay)\" (\(other.keyLocation.described(from: entry.keyLocation))) and "
                        + "\"\(entry.key.forDisplay)\"; set it by its own id")
            }
            meant[id] = entry
        }
        return true
    }

    /// Nil if the text is a value, or if that is not known yet.
    private func refusal(of text: String, _ id: String) -> RefusedValue? {
        do throws(RefusedValue) {
            if let compound = parameters.compound(id) {
                let parts = compound.parts.map { parameters.specs[$0.offset] }
                _ = try CompoundText(compound, parts: parts).parse(text, current: parts.map(\.defaultValue), for: Viewer(symbols: symbols))
            } else if let index = parameters.parameter(id), parameters.isRanged(index), parameters.meaning(of: id) != .damaged {
                let spec = parameters.specs[index]
                if let rule = spec.kind.textRule {
                    try rule.accept(text)
                } else if !spec.isSupplied {
                    _ = try ValueText(spec).parse(text, current: spec.defaultValue, for: Viewer(symbols: symbols))
                }
            }
            return nil
        } catch {
            return error
        }
    }

    /// Whether a parameter can have this value. If not, that is reported, unless the parameter itself has errors.
    private func isValue(_ text: String, of id: String, at entry: Node.Entry) -> Bool {
        if parameters.compound(id) == nil {
            guard let index = parameters.parameter(id) else {
                let isDamaged = parameters.meaning(of: id) == .damaged
                if !isDamaged {
                    report.error(
                        entry.keyLocation, "there is no parameter \"\(id.forDisplay)\"", instead: id,
                        of: parameters.specs.map(\.id) + parameters.compounds.map(\.id))
                }
                return isDamaged
            }
            if parameters.isRanged(index), parameters.specs[index].isSupplied {
                return parameters.supplied?.isName(text, of: parameters.specs[index], at: entry.value.location) ?? true
            }
        }
        guard let refusal = refusal(of: text, id) else { return true }
        return report.error(entry.value.location, "\(id.forDisplay): \(refusal.description.forMessage)")
    }
}

extension ParameterTable {
    /// The ids of compounds, and of parameters that are not part of one.
    fileprivate var wholes: [String] {
        let parts = Set(compounds.flatMap(\.parts))
        return specs.enumerated().filter { !parts.contains(ParameterIndex($0.offset)) }.map(\.element.id) + compounds.map(\.id)
    }

    /// Whether a parameter can be set. A trigger cannot: it has no value.
    fileprivate func canBeSet(_ id: String) -> Bool { parameter(id).map { !specs[$0].kind.isPressed } ?? true }

    fileprivate func isText(_ id: String) -> Bool {
        parameter(id).map { specs[$0].kind.isText } ?? false
    }
}
