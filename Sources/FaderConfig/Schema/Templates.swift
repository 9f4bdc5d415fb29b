internal import FaderValues

/// Replaces templates by their results, before anything else reads the tree: `"{ch}.level"` in `parameters:`, in the pages of surfaces and
/// of `web:`, and below every `only:`. So no other reader knows of templates.
///
/// A type is no template: it is checked once, where it is written.
final class Templates {
    let lists: ListTable
    private let report: Report
    /// The template that made each id of `parameters:`.
    private(set) var origins: [String: Node.Entry] = [:]
    private var results = 0
    private var nodes = 0
    private var bytes = 0

    init(_ lists: ListTable, report: Report) { (self.lists, self.report) = (lists, report) }

    convenience init(of root: Node, report: Report) { self.init(ListReader(report: report).readAll(root), report: report) }

    func expand(_ root: Node) -> Node {
        guard case .block(let sections) = root.content else { return root }
        var expanded: [Node.Entry] = []
        for entry in sections { expanded.append(entry.isRepeated ? entry : entry.with(section(entry))) }
        return Node(location: root.location, content: .block(expanded))
    }

    private func section(_ entry: Node.Entry) -> Node {
        switch entry.key {
        case "parameters": parameters(entry.value)
        case "surfaces": entry.value.replacing { $0.with($0.value.replacing { $0.key == "pages" ? $0.with(pages($0.value)) : $0 }) }
        case "lists", "types": entry.value
        case "groups": groups(entry.value)
        default: patterns(entry.value, isPattern: entry.key == "web")
        }
    }

    // MARK: Parameters

    private func parameters(_ node: Node) -> Node {
        guard case .block(let entries) = node.content, entries.contains(where: { $0.key.contains("{") }) else { return node }
        var written: [String: Node.Entry] = [:]
        for entry in entries where !entry.isRepeated { written[entry.key] = entry }
        var (results, ends): ([Node.Entry], [Int]) = ([], [])
        for entry in entries where entry.key.contains("{") {
            if !entry.isRepeated { results += make(entry, written) }
            ends.append(results.count)
        }
        var (all, done, template): ([Node.Entry], Int, Int) = ([], 0, 0)
        for entry in entries {
            if entry.key.contains("{") {
                all += results[done..<ends[template]]
                (done, template) = (ends[template], template + 1)
            } else if origins[entry.key] == nil || entry.isRepeated {
                all.append(entry)
            }
        }
        return Node(location: node.location, content: .block(all))
    }

    /// What a template makes. If an id is also written out, the keys written there take precedence.
    private func make(_ template: Node.Entry, _ written: [String: Node.Entry]) -> [Node.Entry] {
        guard let named = named(in: template.key, at: template.keyLocation),
            let choices = choices(of: named, template.key, template.value, at: template.keyLocation)
        else {
            // A mapping may name a result that this template would have made.
            report.noteUnread(Set(template.key.split(whereSeparator: { "{}".contains($0) }).map(String.init)))
            return []
        }
        var entries: [Node.Entry] = []
        for filling in choices {
            let (id, location) = (filling.text(template.key), filling.place(template.keyLocation))
            if let other = origins[id] {
                let which =
                    other.key == template.key ? "is made twice by this template" : "is made by \"\(other.key.forDisplay)\" already"
                report.error(location, "\(id.forDisplay) \(which) (\(other.keyLocation.described(from: location)))")
                continue
            }
            origins[id] = template
            let value = filling.node(template.value, report: report)
            entries.append(Self.merged(Node.Entry(key: id, keyLocation: location, value: value), under: written[id]))
        }
        return entries
    }

    private static func merged(_ result: Node.Entry, under own: Node.Entry?) -> Node.Entry {
        guard let own, result.value.isBlock else { return result }
        guard own.value.isBlock else { return own }
        let keys = own.value.entries
        guard case .block(let base) = result.value.content else { return own }
        var given: Set<String> = []
        for entry in keys { given.insert(entry.key) }
        var all = keys
        let hidden = TypeTable.hidden(by: given)
        for entry in base where !given.contains(entry.key) && !hidden.contains(entry.key) { all.append(entry) }
        return own.with(Node(location: own.value.location, content: .block(all)))
    }

    // MARK: Groups

    private func groups(_ node: Node) -> Node {
        changed(node) { group in
            changed(group.value) { key in
                guard GroupReader.lists.contains(key.key) else { return key.value }
                // A single text, which becomes several.
                let isOne = key.value.text?.contains("{") == true
                return patterns(isOne ? Node(location: key.value.location, content: .list([key.value])) : key.value, isPattern: true)
            }
        }
    }

    private func changed(_ node: Node, _ change: (Node.Entry) -> Node) -> Node {
        guard case .block(let entries) = node.content else { return node }
        return Node(location: node.location, content: .block(entries.map { $0.isRepeated ? $0 : $0.with(change($0)) }))
    }

    // MARK: Patterns

    /// `isPattern`: its texts are patterns of ids; if not, only those below `only:` are.
    private func patterns(_ node: Node, isPattern: Bool) -> Node {
        switch node.content {
        case .scalar, .unusable: return node
        case .list(let items):
            var all: [Node] = []
            for item in items { if isPattern { all += pattern(item) } else { all.append(patterns(item, isPattern: false)) } }
            return Node(location: node.location, content: .list(all))
        case .block(let entries):
            var all: [Node.Entry] = []
            for entry in entries {
                var value = entry.value
                // A single text, which becomes several.
                if entry.key == "only", value.text?.contains("{") == true {
                    value = Node(location: value.location, content: .list([value]))
                }
                all.append(entry.with(patterns(value, isPattern: isPattern || entry.key == "only")))
            }
            return Node(location: node.location, content: .block(all))
        }
    }

    private func pattern(_ node: Node) -> [Node] {
        // The button of a page is named by its parameter.
        let name = node.text ?? (node.isBlock ? node.entries.first { $0.key == "parameter" }?.value.text : nil)
        guard let text = name, text.contains("{") else { return [node] }
        guard let named = named(in: text, at: node.location), let choices = choices(of: named, text, node, at: node.location) else {
            return []
        }
        var all: [Node] = []
        for filling in choices { all.append(filling.node(node, report: report)) }
        return all
    }

    // MARK: Pages

    /// One page for each word of the list in a key: `"mon.{mon}": {strips: {each: ch, fader: "{}.{mon}"}}`. Only `{mon}`, `{mon.label}` and
    /// the like are replaced: `{}` and `{n}` belong to the strips.
    private func pages(_ node: Node) -> Node {
        guard case .block(let entries) = node.content, entries.contains(where: { $0.key.contains("{") }) else { return node }
        var all: [Node.Entry] = []
        for entry in entries {
            guard entry.key.contains("{") else {
                all.append(entry)
                continue
            }
            let results = self.entries(entry, isNamed: true)
            // A button may show a page that this template would have made.
            if results.isEmpty { report.noteUnread(Set(entry.key.split(whereSeparator: { "{}".contains($0) }).map(String.init))) }
            all += results
        }
        var known: Set<String> = []
        for index in all.indices where !known.insert(all[index].key).inserted && !all[index].isRepeated {
            report.error(all[index].keyLocation, "there are two pages \"\(all[index].key.forDisplay)\"")
            all[index].isRepeated = true
        }
        return Node(location: node.location, content: .block(all))
    }

    /// One entry for each word of the list in its key. `isNamed`: braces are replaced only if they name the list.
    func entries(_ entry: Node.Entry, isNamed: Bool = false) -> [Node.Entry] {
        guard !entry.isRepeated, let named = named(in: entry.key, at: entry.keyLocation),
            let choices = choices(of: named, entry.key, entry.value, at: entry.keyLocation, isNamed: isNamed)
        else { return [] }
        return choices.map { filling in
            Node.Entry(
                key: filling.text(entry.key), keyLocation: filling.place(entry.keyLocation),
                value: filling.node(entry.value, report: report))
        }
    }

    // MARK: Both

    /// Each once, in order; nil if something is wrong.
    private func named(in text: String, at location: Location) -> [NameList]? {
        var found: [NameList] = []
        for braces in text.braces {
            guard let braces else { return report.error(location, "a brace is not closed: a list is named as in \"{ch}.level\"") }
            // A number without the name of a list belongs to the only list.
            if braces == "n" || braces == "nn" { continue }
            let dot = braces.firstIndex(of: ".") ?? braces.endIndex
            let name = String(braces[..<dot])
            if lists.damaged.contains(name) { return nil }
            guard let list = lists[name] else {
                tellUnknown(name, at: location)
                return nil
            }
            guard dot == braces.endIndex || braces[dot...] == ".n" || braces[dot...] == ".nn" else {
                return report.error(location, "an id can have {\(name)}, {\(name).n} and {\(name).nn}, not {\(braces.forDisplay)}")
            }
            if !found.contains(where: { $0.name == list.name }) { found.append(list) }
        }
        if found.isEmpty { report.error(location, "this names no list: braces in an id name one, as in \"{ch}.level\"") }
        return found.isEmpty ? nil : found
    }

    private func tellUnknown(_ name: String, at location: Location) {
        if name.isEmpty {
            report.error(location, "{} does not say for which list: name it, as in \"{ch}.level\"")
        } else if lists.lists.isEmpty, lists.damaged.isEmpty {
            report.error(
                location, "there is no list \"\(name.forDisplay)\": lists are at the top of the config, as lists: {ch: [kick, snare]}")
        } else {
            report.error(location, "there is no list \"\(name.forDisplay)\"", instead: name, of: lists.names)
        }
    }

    /// One filling for each result; the words of the last list change first. Nil if there would be too many or if it is not clear which
    /// list is meant.
    private func choices(
        of lists: [NameList], _ key: String, _ node: Node, at location: Location, isNamed: Bool = false
    ) -> [Filling]? {
        var count = 1
        // Each list has at most 1,024 words, so this does not overflow.
        for list in lists where count <= Limits.parameters { count *= list.entries.count }
        results += count
        guard results <= Limits.parameters else {
            report.error(location, "with its lists the config has more than \(Limits.parameters) parameters and patterns")
            results = 0
            return nil
        }
        var survey = Survey(lists, isNamed: isNamed)
        survey.add(key, keepsBlank: false, at: location, report)
        survey.add(node, keepsBlank: false, report)
        nodes += survey.nodes * count
        bytes += survey.bytes * count
        guard nodes <= Limits.nodes, bytes <= Limits.filled else {
            report.error(
                location,
                "with its lists the file has more than \(Limits.nodes) keys and values, or \(Limits.filled >> 20) MiB of text")
            (nodes, bytes) = (0, 0)
            return nil
        }
        if survey.isUnclear { return nil }
        var fillings: [Filling] = []
        for index in 0..<count {
            var (rest, unit) = (index, count)
            var choices: [(list: String?, entry: NameList.Entry, place: Int)] = []
            for list in lists {
                unit /= list.entries.count
                choices.append((list.name, list.entries[rest / unit], rest / unit))
                rest %= unit
            }
            fillings.append(Filling(choices, isNamed: isNamed))
        }
        return fillings
    }
}

/// The most that one result of a template adds to the file, and whether its braces are unambiguous. Counted before any result is made,
/// because several lists could turn a small file into any amount of memory.
private struct Survey {
    private let names: [String]
    private let longest: Int
    /// No others are replaced, so none is unclear.
    private let isNamed: Bool
    private(set) var nodes = 0
    private(set) var bytes = 0
    private(set) var isUnclear = false

    init(_ lists: [NameList], isNamed: Bool) {
        self.isNamed = isNamed
        names = lists.map(\.name)
        var longest = 0
        for list in lists {
            for entry in list.entries {
                longest = max(
                    longest, entry.word.utf8.count, entry.label.utf8.count, entry.color?.utf8.count ?? 0, entry.short?.utf8.count ?? 0)
            }
        }
        self.longest = longest
    }

    mutating func add(_ node: Node, keepsBlank: Bool, _ report: Report) {
        nodes += 1
        switch node.content {
        case .scalar(let scalar): add(scalar.text, keepsBlank: keepsBlank, at: node.location, report)
        case .list(let items): for item in items { add(item, keepsBlank: keepsBlank, report) }
        case .block(let entries):
            for entry in entries {
                add(entry.key, keepsBlank: keepsBlank, at: entry.keyLocation, report)
                add(entry.value, keepsBlank: keepsBlank || Filling.foreign.contains(entry.key), report)
            }
            nodes += entries.count
        case .unusable: return
        }
    }

    /// Braces that may be meant for any of several lists are reported.
    mutating func add(_ text: String, keepsBlank: Bool, at location: Location, _ report: Report) {
        guard text.contains("{") else { return }
        let braces = text.braces
        bytes += text.utf8.count + braces.count * longest
        guard names.count > 1, !isNamed else { return }
        for case let word? in braces where Filling.parts.contains(word) || word.isEmpty && !keepsBlank {
            var ways = ""
            for name in names { ways += (ways.isEmpty ? "" : " or ") + (word.isEmpty ? "{\(name)}" : "{\(name).\(word)}") }
            report.error(location, "{\(word)} could stand for each list in the key: write \(ways)")
            isUnclear = true
        }
    }
}
