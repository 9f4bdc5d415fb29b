internal import FaderConsole
internal import FaderValues

/// Reads what surfaces map: `map:`, `strips:` and `pages:`. Surfaces with the same `wide:` name are read as one.
struct DeckReader {
    let report: Report
    let maps: MapReader

    func read(_ drafts: [SurfaceDraft]) -> (surfaces: [SurfaceSpec], decks: [DeckSpec]) {
        var drafts = drafts
        checkWideNames(drafts)
        var seen: Set<String> = []
        let names = drafts.map(\.deck).filter { seen.insert($0).inserted }
        let decks = names.compactMap { name in deck(name, drafts.indices.filter { drafts[$0].deck == name }, &drafts) }
        return (drafts.map(\.spec), decks)
    }

    private func checkWideNames(_ drafts: [SurfaceDraft]) {
        let wide = drafts.compactMap(\.wide)
        for name in wide {
            guard report.checkName(name.value, of: "a wide surface", at: name.location) else { continue }
            if drafts.contains(where: { $0.spec.name == name.value && $0.wide?.value != name.value }) {
                report.error(name.location, "\(name.value.forDisplay) is the name of a surface that is not part of it; give it wide: too")
            } else if wide.count(where: { $0.value == name.value }) == 1 {
                report.warning(name.location, "no other surface has wide: \(name.value.forDisplay)")
            }
        }
    }

    private struct PageEntry {
        let name: String
        let surface: Int
        var map: Node?
        var strips: Node?
    }

    private func deck(_ name: String, _ members: [Int], _ drafts: inout [SurfaceDraft]) -> DeckSpec? {
        let entries = members.flatMap { self.pages(of: drafts[$0], $0) }
        var pages = [DeckSpec.firstPage]
        for entry in entries where !pages.contains(entry.name) { pages.append(entry.name) }
        let shared = members.compactMap { drafts[$0].map }
        let unknown = Self.controls(in: shared) { !ActionReader.isKnown($0) }.map(\.key)
        let modifiers = modifiers(shared)
        let spilled = maps.spills.names(in: shared + entries.compactMap(\.map))
        let deckNames = DeckNames(
            name: name, pages: pages, spilled: spilled, groups: maps.spills.groups.keys.sorted(), modifiers: modifiers.map(\.key),
            flips: Self.flips(among: modifiers), unknown: unknown)
        for member in members {
            if let map = drafts[member].map { maps.read(map, in: MapReader.Scope(deck: deckNames), into: &drafts[member]) }
        }
        for entry in entries {
            guard let map = entry.map, let page = pages.firstIndex(of: entry.name), page > 0 else { continue }
            maps.read(map, in: MapReader.Scope(deck: deckNames, page: page), into: &drafts[entry.surface])
        }
        var deck = DeckSpec(
            name: name, surfaces: members.map { SurfaceIndex($0) }, widths: [], pages: pages.map { DeckPage(name: $0) },
            modifiers: deckNames.modifiers)
        let strips =
            members.compactMap { member in drafts[member].strips.map { (0, $0) } }
            + entries.compactMap { entry in entry.strips.flatMap { node in pages.firstIndex(of: entry.name).map { ($0, node) } } }
        let reader = StripReader(report: report, maps: maps, deck: deckNames, surfaces: members.map { drafts[$0] })
        var first: [Int: Location] = [:]
        var read: [Int: StripReader.Strips] = [:]
        for (page, node) in strips {
            if let earlier = first[page] {
                report.error(node.location, "the strips of this page are given already, at \(earlier.described(from: node.location))")
                continue
            }
            first[page] = node.location
            let strips = reader.read(node)
            (deck.pages[page].strips, deck.pages[page].columns, deck.pages[page].levels) = (strips.count, strips.columns, strips.levels)
            read[page] = strips
        }
        let selection = SelectionReader(report: report, maps: maps, names: deckNames)
        selection.read(members, read, &drafts, &deck)
        for (place, group) in spilled.enumerated() {
            deck.pages.append(maps.spills.page(of: group, from: Array(deck.pages.prefix(pages.count))))
            if let index = maps.parameters.parameter(group) { SpillPages.addMaster(index, pages.count + place, members, to: &drafts) }
        }
        let isWhole = members.allSatisfy { drafts[$0].isWhole }
        for flip in deckNames.flips where isWhole && !deck.pages.contains(where: { $0.columns.contains { $0.modifiers == flip } }) {
            let entry = modifiers[flip.rawValue.trailingZeroBitCount]
            report.error(entry.value.location, "flip exchanges the faders and the encoders of strips, and no strips here have both")
        }
        let kinds = Set(deck.pages.flatMap { $0.columns.map(\.kind) })
        deck.widths = members.map { Self.width(of: drafts[$0].spec, kinds) }
        selection.addButtons(members, &drafts, deck)
        let switches = members.contains { member in
            drafts[member].spec.controls.contains { $0.action.switchesDeck || $0.presses.switchDeck || !$0.jobs.isEmpty }
        }
        return switches || pages.count > 1 || !first.isEmpty || drafts[members[0]].wide != nil ? deck : nil
    }

    private func pages(of draft: SurfaceDraft, _ surface: Int) -> [PageEntry] {
        guard let node = draft.pages, let entries = report.entries(node, of: "the pages") else { return [] }
        if entries.count > Limits.pages { report.error(node.location, "more than \(Limits.pages) pages") }
        return entries.prefix(Limits.pages).filter { !$0.isRepeated }.compactMap { entry in
            if entry.key == DeckSpec.firstPage || DeckActionReader.steps[entry.key] != nil {
                let what = entry.key == DeckSpec.firstPage ? "the page of the surface's own strips" : "a page beside the one shown"
                return report.error(entry.keyLocation, "\(entry.key) is what \(what) is called; give this one another name")
            }
            guard report.checkName(entry.key, of: "a page", at: entry.keyLocation),
                let fields = Fields(entry.value, of: "a page", keys: ["map", "strips"], report: report)
            else { return nil }
            return PageEntry(name: entry.key, surface: surface, map: fields["map"], strips: fields["strips"])
        }
    }

    /// The modifiers that maps make, by the control, in the order of the file.
    private func modifiers(_ maps: [Node]) -> [Node.Entry] {
        let entries = Self.controls(in: maps) { ["modifier", "flip"].contains($0.text) }
        if entries.count > ModifierSet.most {
            report.error(entries[ModifierSet.most].keyLocation, "more than \(ModifierSet.most) modifiers")
        }
        return Array(entries.prefix(ModifierSet.most))
    }

    private static func flips(among modifiers: [Node.Entry]) -> [ModifierSet] {
        modifiers.indices.filter { place in modifiers[place].value.entries.contains { $0.key == "action" && $0.value.text == "flip" } }
            .map { ModifierSet(rawValue: 1 << UInt32($0)) }
    }

    /// The controls that have such an action on every page, once each, in the order of the file.
    private static func controls(in maps: [Node], where isWanted: (_ action: Node) -> Bool) -> [Node.Entry] {
        var found: [Node.Entry] = []
        for map in maps {
            guard case .block(let entries) = map.content else { continue }
            for entry in entries where !entry.isRepeated && !entry.key.contains("+") && !found.contains(where: { $0.key == entry.key }) {
                guard case .block(let keys) = entry.value.content, keys.contains(where: { $0.key == "action" && isWanted($0.value) })
                else { continue }
                found.append(entry)
            }
        }
        return found
    }

    /// How many strips a surface has: as many as it has controls of every kind that strips map. Controls at the right end that the map
    /// uses, such as a master fader, are no strips.
    private static func width(of surface: SurfaceSpec, _ kinds: Set<String>) -> Int {
        let counts = kinds.compactMap { kind -> Int? in
            let controls = Dictionary(surface.controls.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            var count = 0
            while controls["\(kind).\(count + 1)"] != nil { count += 1 }
            var free = count
            while free > 0, let control = controls["\(kind).\(free)"], Mapping(control) != .none { free -= 1 }
            return count == 0 ? nil : free == 0 ? count : free
        }
        let metered = kinds.contains(StripColumn.meter) ? surface.panel.meters.map { [$0.strips] } ?? [] : []
        // A master fader has no cell of the display above it.
        let cells = surface.panel.displays.map { $0.firstStrip + $0.cells }.max() ?? .max
        return min((counts + metered).min() ?? 0, cells)
    }
}
