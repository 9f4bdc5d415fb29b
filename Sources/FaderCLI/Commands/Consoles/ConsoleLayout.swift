internal import FaderJSON
internal import FaderValues

/// How the config names what a console has: its lists, and how ids are made of their words. Chosen when a console is added, and found again
/// in the templates later.
struct ConsoleLayout {
    /// Strips of one sort, or the buses that are sent to.
    struct Row {
        /// The word for a strip in targets, such as `ch`.
        var word: String
        var list: String
        /// How the ids of the row begin: `{ch}`, `bus.{bus}`.
        var pattern: String
        var words: [(number: Int, word: String)]
        /// Which of `mute`, `pan` and `solo` each strip has.
        var properties: [String] = []

        /// The pattern for use in `strips`, where `{}` stands for the word.
        var inStrips: String { pattern.replacing("{\(list)}", with: "{}") }
    }

    var family: String
    var name: String
    var rows: [Row] = []
    /// The sends of all channels to some buses.
    var sends: [Row] = []
    /// How its ids begin, and its word in targets.
    var main: (root: String, word: String, mutes: Bool)?
    var selected: String?

    subscript(word: String) -> Row? { rows.first { $0.word == word } }

    private static let mains = ["st", "1"]
    private static let properties = ["mute", "pan", "solo"]
    static let words = ["ch", "bus", "dca"]

    // MARK: Found

    /// Nil if nothing is made for this connection. `ids` are those in force in their order, which is also that of the words of lists with
    /// labels.
    init?(of name: String, family: String, in content: JSONValue, _ ids: [String]) {
        self.init(bare: name, family: family)
        let places = Dictionary(ids.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
        for (key, value) in content["parameters"].members.sorted(by: { $0.key < $1.key }) {
            let target = value["target"].members
            guard target[family] == .text(name), target["property"] == nil else { continue }
            let root = key.hasSuffix(".fader") ? String(key.dropLast(".fader".count)) : key
            if let word = Self.mains.first(where: { target["main"]?.text == $0 || target["main"] == .number(spelling: $0) }) {
                main = (root, word, content["parameters"]["\(root).mute"] != .null)
            }
            if target["selected"] == .text("channel") { selected = key }
            let lists = key.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap {
                $0.split(separator: "}").first.map(String.init)
            }
            if lists.count == 1, let word = Self.words.first(where: { target[$0] == .text("{n}") }), target.count == 2 {
                var row = Row(word: word, list: lists[0], pattern: root, words: Self.words(of: lists[0], of: key, in: content, places))
                row.properties = Self.properties.filter { content["parameters"]["\(root).\($0)"] != .null }
                rows.append(row)
            } else if lists.count == 2, target["ch"] == .text("{\(lists[0]).n}"), target["bus"] == .text("{\(lists[1]).n}") {
                sends.append(Row(word: "bus", list: lists[1], pattern: key, words: Self.words(of: lists[1], of: key, in: content, places)))
            }
        }
        rows.sort { Self.words.firstIndex(of: $0.word) ?? 0 < Self.words.firstIndex(of: $1.word) ?? 0 }
        if rows.isEmpty, main == nil { return nil }
    }

    init(bare name: String, family: String) { (self.family, self.name) = (family, name) }

    /// The words of a list, sorted by number. A block's keys have lost their order, but the parameters of the template `key` have it.
    private static func words(
        of list: String, of key: String, in content: JSONValue, _ places: [String: Int]
    ) -> [(number: Int, word: String)] {
        let entry = content["lists"][list]
        if let items = entry.items { return items.enumerated().map { ($0 + 1, $1.word ?? "") } }
        func place(_ word: String) -> Int {
            let id = key.replacing("{\(list)}", with: word)
            guard let begin = id.firstIndex(of: "{"), let end = id.firstIndex(of: "}") else { return places[id] ?? .max }
            // Of two lists, the first parameters of all are those of the other list's first word.
            let (before, after) = (id[..<begin], id[id.index(after: end)...])
            return places.filter { $0.key.hasPrefix(before) && $0.key.hasSuffix(after) }.values.min() ?? .max
        }
        return entry.members.map { (word: $0.key, keys: $0.value, place: place($0.key)) }.sorted { $0.place < $1.place }.enumerated()
            .map { (number: $1.keys["number"].double.flatMap { Int(exactly: $0) } ?? $0 + 1, word: $1.word) }
            .sorted { $0.number < $1.number }
    }

    // MARK: Made

    init(for console: FoundConsole, called name: String, in content: JSONValue) {
        self.init(bare: name, family: console.family)
        let lists = content["lists"].members
        // The ids of a second console begin with its name.
        let isFirst = Self.words.allSatisfy { lists[$0] == nil }
        let roots = Set(content["parameters"].members.keys.compactMap { $0.split(separator: ".").first.map(String.init) })
            .union(lists.values.flatMap { $0.items?.compactMap(\.word) ?? Array($0.members.keys) })
        let begin = isFirst ? "" : "\(SurfaceGuide.free(name, besides: roots))."
        func free(_ word: String) -> String { begin + (isFirst ? SurfaceGuide.free(word, besides: roots) : word) }
        main = console.main.map { (free("main"), $0, console.mutesMain ?? true) }
        selected = console.selects == true ? free("selected") : nil
        for strips in console.strips where Self.words.contains(strips.word) {
            let list = isFirst ? strips.word : SurfaceGuide.free("\(name)-\(strips.word)", besides: Set(lists.keys))
            let root = strips.word == "ch" ? "" : "\(free(strips.word))."
            rows.append(
                Row(
                    word: strips.word, list: list, pattern: (root.isEmpty ? begin : root) + "{\(list)}", words: [],
                    properties: strips.properties))
        }
        extend(by: console, besides: isFirst ? roots : [])
    }

    /// No bus can be called that: its sends would have the same ids.
    private static let endings = Set(properties + ["fader"])

    /// Adds words for strips that are in use now and have none. Words that are there stay, whatever the strips are called now. `needed`: up
    /// to which number strips are in use anyway.
    mutating func extend(by console: FoundConsole, needed: [String: Int] = [:], besides taken: Set<String> = []) {
        for index in rows.indices {
            let word = rows[index].word
            guard let names = console.strips.first(where: { $0.word == word })?.names else { continue }
            let count = min(names.count, max(ConsoleWords.count(inUse: names, word), needed[word] ?? 0))
            let own = Set(rows[index].words.map(\.word))
            // Channels are alone in their part of the ids, so they may not be called as what is beside them.
            let others: Set<String> =
                word == "ch" ? taken.union([main?.root ?? "main", selected ?? "selected", "bus", "dca"]) : Self.endings
            let made = ConsoleWords.words(for: names.prefix(count), word, besides: own.union(others))
            for (place, word) in made.enumerated() where !rows[index].words.contains(where: { $0.number == place + 1 }) {
                rows[index].words.append((place + 1, word))
            }
        }
    }

    /// Adds the sends of all channels to some buses. Their words are those of the buses.
    mutating func addSends(_ list: String, _ buses: ClosedRange<Int>) {
        guard let ch = self["ch"], let bus = self["bus"] else { return }
        sends.append(
            Row(word: "bus", list: list, pattern: "\(ch.pattern).{\(list)}", words: bus.words.filter { buses.contains($0.number) }))
    }
}
