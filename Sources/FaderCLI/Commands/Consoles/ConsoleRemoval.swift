internal import FaderJSON
internal import FaderValues

/// The edits that take out what `faderctl consoles add` makes, as long as nobody has changed it. The rest stays, with what it needs.
struct ConsoleRemoval {
    private let content: JSONValue
    private let layout: ConsoleLayout
    private var gone: [[String]] = []
    /// What belongs to the console and stays, for people.
    private(set) var left: [String] = []
    /// The lists of what is shown and stays. It needs all templates of these lists.
    private var shownLists: Set<String> = []
    private var neededLists: Set<String> = []

    init(of name: String, in content: JSONValue, _ state: ConsoleState) throws(Failure) {
        let consoles = content["targets"].members.compactMap { name, peer in
            FoundConsole.families.first { peer.members[$0] != nil }.map { (name, $0) }
        }
        guard let (_, family) = consoles.first(where: { $0.0 == name }) else {
            let meant = Suggester.nearest(to: name, among: consoles.map(\.0))
            throw Failure(
                .refused, "there is no console \(name.withoutControls()) in targets:" + (meant.map { "; did you mean \"\($0)\"?" } ?? ""),
                suggestion: meant)
        }
        self.content = content
        layout = ConsoleLayout(of: name, family: family, in: content, state.ids) ?? ConsoleLayout(bare: name, family: family)
        for row in SurfaceRow.all(state.surfaces) { remove(from: row) }
        removeWebPages()
        removeParameters()
        removeLists()
        if left.isEmpty { gone.append(["targets", name]) } else { left.append("targets.\(name)") }
    }

    var note: String? {
        left.isEmpty ? nil : "somebody has changed or added this, so it stays with what it needs: \(left.joined(separator: ", "))"
    }

    /// A section of which nothing is left goes, too.
    var edits: [OrderedValue] {
        var (paths, rest) = (gone, gone)
        while let path = rest.popLast() {
            let around = Array(path.dropLast())
            guard !around.isEmpty, !paths.contains(around) else { continue }
            let members = around.reduce(content) { $0[$1] }.members
            // A surface stays also without its map.
            let isSection = around.count == 1 || around.last == "map" || around.last == "pages"
            guard isSection, around != ["surfaces"], members.keys.allSatisfy({ paths.contains(around + [$0]) }) else { continue }
            paths.append(around)
            rest.append(around)
        }
        let whole = paths.filter { path in !paths.contains { path.count > $0.count && path.starts(with: $0) } }
        return whole.map(OrderedValue.removing)
    }

    private func value(at path: [String]) -> JSONValue { path.reduce(content) { $0[$1] } }

    private var rows: [ConsoleLayout.Row] { layout.rows + layout.sends }

    // MARK: What shows it

    private mutating func remove(from row: SurfaceRow) {
        let maker = ConsoleMaker(layout: layout)
        guard let ch = layout["ch"],
            let owner = row.parts.first(where: { value(at: ["surfaces", $0.name, "strips", "each"]) == .text(ch.list) })
        else { return }
        for part in row.parts {
            for (control, made) in maker.map(on: ConsoleControls(of: part, in: row)) {
                let path = ["surfaces", part.name, "map", control]
                if value(at: path) == made.value { gone.append(path) }
            }
        }
        let (path, controls) = (["surfaces", owner.name], ConsoleControls(of: owner, in: row))
        removeShown(path + ["strips"], ifIs: maker.strips(ch, on: controls), [ch.list])
        let pages = maker.pages(on: controls) + layout.sends.compactMap { maker.pages(sends: $0, on: controls) }
        for page in pages where value(at: path + ["pages", page.key]) != .null {
            guard removeShown(path + ["pages", page.key], ifIs: page.value, rows.map(\.list)) else { continue }
            let buttons = page.names.map { ConsoleMaker.pageButton($0).value }
            for (control, mapping) in value(at: path + ["map"]).members.sorted(by: { $0.key < $1.key }) where buttons.contains(mapping) {
                gone.append(path + ["map", control])
            }
        }
    }

    private mutating func removeWebPages() {
        let maker = ConsoleMaker(layout: layout)
        for entry in layout.sends.flatMap(maker.webPages) where value(at: entry.path) != .null {
            removeShown(entry.path, ifIs: entry.value, rows.map(\.list))
        }
    }

    /// Removes something that shows parameters of these lists, if nobody has changed it. Returns whether it goes.
    @discardableResult
    private mutating func removeShown(_ path: [String], ifIs made: OrderedValue, _ lists: [String]) -> Bool {
        if value(at: path) == made.value {
            gone.append(path)
            return true
        }
        left.append(path.joined(separator: "."))
        shownLists.formUnion(lists)
        return false
    }

    // MARK: What it is made of

    private mutating func removeParameters() {
        let maker = ConsoleMaker(layout: layout)
        let made =
            layout.rows.map { (maker.templates($0), [$0.list]) }
            + layout.sends.map { ([maker.template(sends: $0)].compactMap(\.self), [layout["ch"]?.list ?? "", $0.list]) }
        var own: Set<String> = []
        for (entries, lists) in made + [(maker.single, rows.map(\.list))] {
            let isShown = !shownLists.isDisjoint(with: lists)
            for entry in entries where value(at: entry.path) != .null {
                own.insert(entry.path[1])
                if !isShown, value(at: entry.path) == entry.value.value {
                    gone.append(entry.path)
                } else {
                    left.append(entry.path[1])
                    neededLists.formUnion(self.lists(in: entry.path[1]))
                }
            }
        }
        // What somebody has bound to the console by hand.
        for (id, parameter) in content["parameters"].members.sorted(by: { $0.key < $1.key }) where !own.contains(id) {
            let targets = parameter["target"].items ?? [parameter["target"]]
            guard targets.contains(where: { $0[layout.family] == .text(layout.name) }) else { continue }
            left.append(id)
            neededLists.formUnion(lists(in: id))
        }
    }

    private func lists(in id: String) -> [String] { rows.map(\.list).filter { id.contains("{\($0)}") } }

    private mutating func removeLists() {
        for row in rows where value(at: ["lists", row.list]) != .null {
            if neededLists.union(shownLists).contains(row.list) {
                left.append("lists.\(row.list)")
            } else {
                gone.append(["lists", row.list])
            }
        }
    }
}
