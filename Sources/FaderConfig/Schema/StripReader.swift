internal import FaderConsole
internal import FaderValues

/// A list of blocks, or `{each: [drums, bass], fader: "{}.level"}`, in which `each: ch` names a list of the config.
struct StripReader {
    let report: Report
    let maps: MapReader
    let deck: DeckNames
    let surfaces: [SurfaceDraft]

    struct Strips {
        var count = 0
        var columns: [StripColumn] = []
        /// What a meter shows that does not show a parameter, by strip.
        var levels: [Int: TargetSpec] = [:]
        /// They are made for words (`each:`), or cannot be read.
        var hasWords = false
        /// With `each:`, the texts of each strip, nil for a wrong word; and what can stand in the braces of a text.
        var fillings: [Filling?] = []
        var braces: [String] = []
    }

    /// Meters show the levels of their faders, unless a row says what they show.
    func read(_ node: Node) -> Strips {
        var strips = written(node)
        guard surfaces.contains(where: { $0.spec.panel.meters != nil }), strips.levels.isEmpty,
            !strips.columns.contains(where: { $0.kind == StripColumn.meter }),
            let faders = strips.columns.first(where: { $0.kind == "fader" && $0.modifiers.isEmpty })
        else { return strips }
        for (place, cell) in faders.cells.enumerated() {
            if let parameter = cell.parameter { strips.levels[place] = maps.levelOf?(maps.parameters.specs[parameter].id) }
        }
        return strips
    }

    private func written(_ node: Node) -> Strips {
        guard let first = kinds.first else {
            if surfaces.allSatisfy(\.isWhole) {
                report.error(node.location, "\(deck.name.forDisplay) has no strips: none of its controls is numbered, such as fader.1")
            }
            return Strips(hasWords: true)
        }
        switch node.content {
        case .list(let items): return list(items)
        case .block: return each(node, first)
        default:
            report.refuse(
                node, "strips are {each: [WORD, …], \(first): \"{}.level\"}, or blocks such as [{\(first): ID}]; found \(node.described)")
            return Strips(hasWords: true)
        }
    }

    /// The kinds of controls, in the order of the profile.
    private var kinds: [String] {
        var kinds: [String] = []
        for control in surfaces.flatMap(\.controls) {
            guard let dot = control.id.lastIndex(of: "."), control.id.hasSuffix(".1") else { continue }
            let kind = String(control.id[..<dot])
            if !kinds.contains(kind) { kinds.append(kind) }
        }
        return surfaces.contains { $0.spec.panel.meters != nil } ? kinds + [StripColumn.meter] : kinds
    }

    private func list(_ items: [Node]) -> Strips {
        var table = Columns()
        for (place, item) in items.prefix(Limits.strips).enumerated() {
            guard let entries = report.entries(item, of: "a strip") else { continue }
            for entry in entries where !entry.isRepeated {
                guard let column = column(entry) else { continue }
                table.begin(column, of: items.count)
                add(entry.value, place, column, to: &table)
            }
        }
        for flip in deck.flips { table.exchange("fader", "encoder", while: flip) }
        return Strips(count: checked(items.count, items.last), columns: table.columns, levels: table.levels)
    }

    private func each(_ node: Node, _ first: String) -> Strips {
        guard let entries = report.entries(node, of: "the strips") else { return Strips(hasWords: true) }
        guard let each = entries.first(where: { $0.key == "each" })?.value else {
            report.error(node.location, "strips need each, the words that {} stands for: {each: [drums, bass], \(first): \"{}.level\"}")
            return Strips(hasWords: true)
        }
        guard let fillings = fillings(each) else { return Strips(hasWords: true) }
        var table = Columns()
        for entry in entries where !entry.isRepeated && entry.key != "each" {
            guard entry.value.contains(Filling.braces(of: each.text)) else {
                report.error(
                    entry.value.location,
                    "\(entry.key.forDisplay) needs {} in quotes, which is replaced by each word, such as \"{}.level\"")
                continue
            }
            guard let column = column(entry) else { continue }
            table.begin(column, of: fillings.count)
            for (place, filling) in fillings.enumerated() {
                if let filling { add(filling.node(entry.value, report: report), place, column, to: &table) }
            }
        }
        for flip in deck.flips { table.exchange("fader", "encoder", while: flip) }
        return Strips(
            count: fillings.count, columns: table.columns, levels: table.levels, hasWords: true, fillings: fillings,
            braces: Filling.braces(of: each.text))
    }

    /// The texts of each strip, from the words of a list or those written here; nil for a wrong word.
    private func fillings(_ each: Node) -> [Filling?]? {
        if case .list(let items) = each.content {
            let words = items.prefix(Limits.strips).map { report.word($0, "a word that {} stands for", limit: Limits.id) }
            _ = checked(items.count, items.last)
            return words.enumerated().map { number, word in
                word.map { Filling([(nil, NameList.Entry(word: $0, label: $0), number)]) }
            }
        }
        guard let name = each.text, !name.isEmpty else {
            return report.refuse(each, "each must be the name of a list, or words such as [drums, bass]; found \(each.described)")
        }
        if maps.lists.damaged.contains(name) { return nil }
        guard let list = maps.lists[name] else {
            let words = maps.lists.lists.isEmpty ? "; name one of lists:, or write words such as [drums, bass]" : ""
            return report.error(each.location, "there is no list \"\(name.forDisplay)\"\(words)", instead: name, of: maps.lists.names)
        }
        return list.entries.enumerated().map { number, entry in Filling([(name, entry, number)]) }
    }

    private func checked(_ count: Int, _ last: Node?) -> Int {
        if count > Limits.strips, let last { report.error(last.location, "more than \(Limits.strips) strips") }
        return min(count, Limits.strips)
    }

    private typealias Column = (kind: String, modifiers: ModifierSet)

    /// The column that a key names; nil if the deck does not have such controls or modifiers.
    private func column(_ entry: Node.Entry) -> Column? {
        let (modifiers, kind) = maps.combination(entry, deck)
        guard kinds.contains(kind) else {
            if kind == StripColumn.meter { return report.error(entry.keyLocation, "\(deck.name.forDisplay) has no meters") }
            guard surfaces.allSatisfy(\.isWhole) else { return nil }
            return report.error(
                entry.keyLocation, "\(deck.name.forDisplay) has no \"\(kind.forDisplay)\" in its strips", instead: kind, of: kinds)
        }
        if kind == StripColumn.meter, modifiers?.isEmpty == false {
            return report.error(entry.keyLocation, "a meter shows the same parameter whatever modifier is on; write it without a modifier")
        }
        return modifiers.map { (kind, $0) }
    }

    private func add(_ node: Node, _ place: Int, _ column: Column, to table: inout Columns) {
        if column.kind == StripColumn.meter, node.isBlock {
            table.levels[place] = maps.level(node)
        } else {
            table.add(mapping(node, column), place, column)
        }
    }

    private func mapping(_ node: Node, _ column: Column) -> Mapping? {
        if column.kind == StripColumn.meter { return maps.shown(node, isText: false).map { Mapping(parameter: $0) } }
        return maps.mapping(node, of: surfaces.lazy.flatMap(\.spec.controls).model(ofStrips: column.kind), in: nil)
    }

    /// The columns that were read so far, in the order of the file.
    private struct Columns {
        private(set) var columns: [StripColumn] = []
        var levels: [Int: TargetSpec] = [:]

        private func index(_ column: Column) -> Int? { columns.firstIndex { $0.kind == column.kind && $0.modifiers == column.modifiers } }

        mutating func begin(_ column: Column, of count: Int) {
            guard index(column) == nil else { return }
            columns.append(StripColumn(kind: column.kind, modifiers: column.modifiers, cells: Array(repeating: .none, count: count)))
        }

        /// Each kind drives what the other drives while a modifier is on, unless the file says what that modifier does.
        mutating func exchange(_ one: String, _ other: String, while modifier: ModifierSet) {
            guard let first = index((one, [])), let second = index((other, [])) else { return }
            for (kind, source) in [(one, second), (other, first)] where index((kind, modifier)) == nil {
                columns.append(StripColumn(kind: kind, modifiers: modifier, cells: columns[source].cells))
            }
        }

        mutating func add(_ mapping: Mapping?, _ place: Int, _ column: Column) {
            if let mapping, let index = index(column) { columns[index].cells[place] = mapping }
        }
    }
}

extension Node {
    func contains(_ braces: [String]) -> Bool {
        switch content {
        case .scalar(let scalar): scalar.text.braces.contains { $0.map { braces.contains($0) } ?? false }
        case .list(let items): items.contains { $0.contains(braces) }
        case .block(let entries): entries.contains { $0.value.contains(braces) }
        case .unusable: true
        }
    }
}
