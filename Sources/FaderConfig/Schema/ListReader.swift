internal import FaderValues

struct ListTable: Sendable {
    fileprivate(set) var lists: [NameList] = []
    /// The names of lists with errors, which have been reported.
    fileprivate(set) var damaged: Set<String> = []

    subscript(name: String) -> NameList? { lists.first { $0.name == name } }

    var names: [String] { lists.map(\.name) }
}

/// Reads `lists:`: `{ch: {kick: Kick, snare: {label: Snare T, color: red, short: SNR}}, bus: [drums, band]}`.
struct ListReader {
    let report: Report

    /// The words that already mean something in the braces of templates or targets.
    private static let taken = ["label", "color", "short", "n", "nn", "value", "text", "position", "name"]

    func readAll(_ root: Node) -> ListTable {
        var table = ListTable()
        guard case .block(let sections) = root.content, let node = sections.first(where: { $0.key == "lists" })?.value,
            let entries = report.entries(node, of: "the lists")
        else { return table }
        for entry in entries where !entry.isRepeated {
            guard table.lists.count < Limits.lists else {
                report.error(entry.keyLocation, "more than \(Limits.lists) lists")
                table.damaged.formUnion(entries.map(\.key))
                break
            }
            let isNamed = checkName(entry)
            if let list = list(entry), isNamed { table.lists.append(list) } else { table.damaged.insert(entry.key) }
        }
        return table
    }

    private func checkName(_ entry: Node.Entry) -> Bool {
        if Self.taken.contains(entry.key) {
            return report.error(entry.keyLocation, "no list can be called \(entry.key): {\(entry.key)} has a meaning already")
        }
        return checkWord(entry.key, "the name of a list", at: entry.keyLocation)
    }

    private func checkWord(_ word: String, _ what: String, at location: Location) -> Bool {
        if Self.isWord(word) { return true }
        let rule = word.utf8.count > Limits.id ? "at most \(Limits.id) bytes" : "only a-z, 0-9, _ and -, as between the dots of an id"
        return report.error(
            location, "\"\(word.forDisplay)\" cannot be \(what): \(rule)", suggestion: Names.mended(word, Self.isWord))
    }

    private static func isWord(_ text: String) -> Bool { ParameterSpec.isValidID(text) && !text.contains(".") }

    /// Words with errors are left out; nil if it is no list.
    private func list(_ entry: Node.Entry) -> NameList? {
        var words: [(word: String, place: Location, label: Node?)] = []
        let isEmpty: Bool
        switch entry.value.content {
        case .list(let items):
            isEmpty = items.isEmpty
            for item in items {
                if let word = report.word(item, "a word", limit: Limits.text) { words.append((word, item.location, nil)) }
            }
        case .block(let entries):
            isEmpty = entries.isEmpty
            for entry in entries where !entry.isRepeated { words.append((entry.key, entry.keyLocation, entry.value)) }
        default:
            return report.refuse(
                entry.value,
                "a list is written [kick, snare], or with labels {kick: Kick, snare: {label: Snare T, color: red}}; found \(entry.value.described)"
            )
        }
        if isEmpty { report.error(entry.value.location, "the list \(entry.key.forDisplay) has no words, so nothing is made for it") }
        if words.count > Limits.listWords { report.error(words[Limits.listWords].place, "more than \(Limits.listWords) words in a list") }
        return NameList(name: entry.key, entries: read(words))
    }

    private func read(_ words: [(word: String, place: Location, label: Node?)]) -> [NameList.Entry] {
        var first: [String: Location] = [:]
        var entries: [NameList.Entry] = []
        for (word, place, label) in words.prefix(Limits.listWords) {
            if let earlier = first[word] {
                report.error(place, "\(word.forDisplay) is in this list already (\(earlier.described(from: place)))")
                continue
            }
            first[word] = place
            let entry = self.entry(word, label)
            if checkWord(word, "a word of a list", at: place) { entries.append(entry) }
        }
        return entries
    }

    /// `{label: Kick, color: red, short: KIK, number: 5}`, or only the label.
    private func entry(_ word: String, _ node: Node?) -> NameList.Entry {
        guard let node, !node.isEmpty else { return NameList.Entry(word: word, label: word) }
        guard case .block = node.content else {
            return NameList.Entry(word: word, label: report.word(node, "the label", limit: Limits.label) ?? word)
        }
        guard let fields = Fields(node, of: "a word of a list", keys: ["label", "color", "short", "number"], report: report) else {
            return NameList.Entry(word: word, label: word)
        }
        // Any locale will do: the one for short labels is known where they are used.
        let keys = KeyReader(report: report, symbols: .plain)
        if let color = fields["color"] { _ = keys.color(color) }
        return NameList.Entry(
            word: word, label: fields["label"].flatMap(keys.label) ?? word, color: fields["color"]?.text,
            short: fields["short"].flatMap { report.word($0, "the short label", limit: Limits.label) },
            number: report.integer(fields, "number", in: 1...Limits.listWords))
    }
}
