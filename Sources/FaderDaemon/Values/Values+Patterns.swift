internal import FaderAPI
internal import FaderConsole
internal import FaderServer
internal import FaderValues

extension Values {
    /// Replaces each pattern by the ids that match now, can be set and have a fitting kind, except those that the request names itself.
    func resolved(_ patch: ParametersPatch, _ viewer: Viewer) throws(ServiceError) -> ParametersPatch {
        let patterns = patch.items.filter { ParametersPatch.isPattern($0.key) }.sorted { $0.key < $1.key }
        guard !patterns.isEmpty else { return patch }
        guard patterns.count <= IDPatterns.most else {
            throw .refused("this request has \(patterns.count) patterns; at most \(IDPatterns.most) are compared with all ids at once")
        }
        var items = patch.items.filter { !ParametersPatch.isPattern($0.key) }
        let named = Set(items.keys)
        var sources: [String: String] = [:]
        for (pattern, item) in patterns {
            for id in try ids(pattern, item, viewer, besides: named) {
                if let other = sources[id], items[id] != item {
                    throw .refused("\(id) matches both \"\(other)\" and \"\(pattern.withoutControls())\"; set it by its own id")
                }
                (sources[id], items[id]) = (pattern.withoutControls(), item)
            }
        }
        guard items.count <= ParametersPatch.most else {
            throw .refused("this request would set \(items.count) parameters; at most \(ParametersPatch.most) can be set at once")
        }
        return ParametersPatch(items)
    }

    private func ids(
        _ pattern: String, _ item: ParametersPatch.Item, _ viewer: Viewer, besides named: Set<String>
    ) throws(ServiceError) -> [String] {
        let shown = pattern.withoutControls()
        guard item.revision == nil else { throw .refused("\"\(shown)\" may mean several parameters, which have no common revision") }
        let (exact, globs) = try meanings(of: pattern)
        let picture = mirror.picture
        let all = picture.catalog.wholes.map { picture.catalog.configuration.id(of: $0) }
        let matching = all.filter { id in exact.contains(id) || globs.contains { $0.matches(id) } }
        guard !matching.isEmpty else {
            let detail = "no parameter's id matches \"\(shown)\"; \"faderctl list\" shows them all"
            throw .refusedSeveral(.unknownID, [Problem.ItemProblem(id: pattern, detail: detail)])
        }
        let states = matching.filter { !named.contains($0) }.compactMap { mirror.look(up: $0) }.filter { state in
            state.isWritable && state.lock { adoptions.isThere(fact: $0) } == nil
        }
        // Any text is a value of a text parameter, so text parameters are meant only if nothing else matches.
        let others = states.filter { !$0.isText }
        let wanted = Wanted(item.wanted)
        let fitting = (others.isEmpty ? states : others).filter { $0.isKind(of: wanted, viewer) }
        guard fitting.isEmpty else { return fitting.map(\.id) }
        let more = "none of the \(matching.count) that match \"\(shown)\" can be set to that"
        guard let first = others.first ?? states.first else {
            // All that match are named by the request itself, or cannot be set.
            guard matching.allSatisfy(named.contains) else { throw .refused("\(more): they have no value that can be set") }
            return []
        }
        do throws(ServiceError) { _ = try first.command(for: wanted, viewer) } catch { throw .refused("\(more): \(error.problem.detail)") }
        return []
    }

    /// Names of lists in braces stand for the words of the lists.
    private func meanings(of pattern: String) throws(ServiceError) -> (ids: Set<String>, globs: [ClientGlob]) {
        var texts = [pattern]
        for name in Set(pattern.namesInBraces) {
            guard let list = declared.lists.first(where: { $0.name == name }) else {
                let nearest = Suggester.nearest(to: name, among: declared.lists.map(\.name))
                throw .refused(
                    "the config has no list \"\(name.withoutControls())\"\(nearest.map { "; did you mean {\($0)}?" } ?? "")")
            }
            let most = pattern.isGlob ? IDPatterns.most : ParametersPatch.most
            guard texts.count * list.entries.count <= most else {
                throw .refused("\"\(pattern.withoutControls())\" stands for more than \(most) \(pattern.isGlob ? "patterns" : "ids")")
            }
            texts = texts.flatMap { text in list.entries.map { entry in text.replacingBraces { $0 == name ? entry.word : nil } } }
        }
        return pattern.isGlob ? ([], texts.map { ClientGlob($0) }) : (Set(texts), [])
    }
}

extension String {
    fileprivate var isGlob: Bool { contains { $0 == "*" || $0 == "?" } }

    fileprivate var namesInBraces: [String] {
        split(separator: "{", omittingEmptySubsequences: false).dropFirst().map { piece in String(piece.prefix { $0 != "}" }) }
    }
}

extension ItemState {
    fileprivate var isWritable: Bool { !(parameter.map(catalog.isTrigger) ?? false) }

    fileprivate var isText: Bool { parameter.map(catalog.isText) ?? false }

    /// Whether the value is one for this kind of parameter, even if the parameter does not allow it.
    fileprivate func isKind(of wanted: Wanted, _ viewer: Viewer) -> Bool {
        do throws(RefusedValue) { return try prepared(for: wanted, viewer) != nil } catch { return !error.reason.isOfOtherKind }
    }
}
