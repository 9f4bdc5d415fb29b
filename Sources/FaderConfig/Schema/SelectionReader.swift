internal import FaderConsole
internal import FaderValues

/// Reads `selected:`, what controls drive while a strip is selected: `{encoder.1: "{}.gain", touch-selects: true}`, in which `{}` is the word of
/// the selected strip.
struct SelectionReader {
    let report: Report
    let maps: MapReader
    let names: DeckNames

    private static let touchSelects = "touch-selects"

    /// Adds to a deck which of its strips can be selected, and to its controls what they drive then.
    ///
    /// - Parameters:
    ///   - members: The places of the deck's surfaces among the drafts.
    ///   - strips: What `strips:` says, by page.
    func read(_ members: [Int], _ strips: [Int: StripReader.Strips], _ drafts: inout [SurfaceDraft], _ deck: inout DeckSpec) {
        let nodes = members.compactMap { member in drafts[member].selected.map { (member, $0) } }
        guard let first = nodes.first?.1 else { return }
        guard let page = strips.keys.sorted().first(where: { strips[$0]?.hasWords == true }), let each = strips[page] else {
            return _ = report.error(
                first.location,
                "selected needs strips of this surface that are made for words: strips: {each: LIST, fader: \"{}.level\"}")
        }
        var (words, fillings): ([String], [Filling]) = ([], [])
        for filling in each.fillings.compactMap({ $0 }) where !words.contains(filling.text("{}")) {
            words.append(filling.text("{}"))
            fillings.append(filling)
        }
        deck.selection = SelectionSpec(words: words)
        for page in deck.pages.indices {
            deck.pages[page].words = (strips[page]?.fillings ?? []).map { filling in filling.flatMap { words.firstIndex(of: $0.text("{}")) }
            }
        }
        for (member, node) in nodes { read(node, Words(fillings: fillings, braces: each.braces), of: members, &drafts, member, &deck) }
    }

    /// The texts for each word, and what can stand in the braces of a text; nothing if the words could not be read.
    private struct Words {
        let fillings: [Filling]
        let braces: [String]
    }

    private func read(
        _ node: Node, _ words: Words, of members: [Int], _ drafts: inout [SurfaceDraft], _ member: Int, _ deck: inout DeckSpec
    ) {
        guard let entries = report.entries(node, of: "what is selected") else { return }
        for entry in entries where !entry.isRepeated {
            if entry.key == Self.touchSelects {
                guard report.truth(entry.value, entry.key) == true else { continue }
                deck.selection?.touchSelects = true
                checkTouch(entry, members.map { drafts[$0] }, deck)
            } else {
                read(entry, words, &drafts[member])
            }
        }
    }

    /// What one control drives for each of the words.
    private func read(_ entry: Node.Entry, _ words: Words, _ draft: inout SurfaceDraft) {
        let (modifiers, id) = maps.combination(entry, names)
        guard let index = draft.spec.controls.firstIndex(where: { $0.id == id }) else {
            if draft.isWhole, !draft.controls.contains(where: { $0.id == id }) { maps.missing(id, entry, draft) }
            return
        }
        let control = draft.spec.controls[index]
        guard !names.modifiers.contains(id) else {
            return _ = report.error(entry.keyLocation, "\(id.forDisplay) is a modifier on every page, so nothing else can be mapped to it")
        }
        guard let modifiers else { return }
        let base = Mapping(control) == .none ? [] : [Job(mapping: Mapping(control))]
        if (control.jobs + base).contains(where: { $0.page == nil && $0.selected == nil && $0.modifiers == modifiers }) {
            return _ = report.error(
                entry.keyLocation, "\(entry.key.forDisplay) has no effect here: map says what it drives, whatever is selected")
        }
        guard words.braces.isEmpty || entry.value.contains(words.braces) else {
            return _ = report.error(
                entry.value.location,
                "\(entry.key.forDisplay) needs {} in quotes, which is replaced by the word of the selected strip, such as \"{}.gain\"")
        }
        for (word, filling) in words.fillings.enumerated() {
            guard let mapping = maps.mapping(filling.node(entry.value, report: report), of: control, in: nil) else { continue }
            draft.spec.controls[index].jobs.append(Job(modifiers: modifiers, selected: word, mapping: mapping))
        }
    }

    /// Reports `touch-selects` if no control of the strips feels a finger.
    private func checkTouch(_ entry: Node.Entry, _ surfaces: [SurfaceDraft], _ deck: DeckSpec) {
        let kinds = Set(deck.pages.flatMap { $0.columns.map(\.kind) })
        let controls = surfaces.flatMap(\.spec.controls).filter { control in control.stripKind.map { kinds.contains($0.kind) } ?? false }
        let isRead = surfaces.allSatisfy { $0.isWhole && !$0.controls.contains(where: \.isDamaged) }
        guard isRead, !kinds.isEmpty, !controls.contains(where: { $0.touch != nil }) else { return }
        report.error(
            entry.keyLocation, "\(entry.key) has no effect: no control in the strips of \(names.name.forDisplay) has a touch sensor")
    }

    /// Gives the buttons named `select` that have no mapping of their own the strip that they belong to. The deck's widths have to be known.
    func addButtons(_ members: [Int], _ drafts: inout [SurfaceDraft], _ deck: DeckSpec) {
        guard deck.selection != nil else { return }
        for (member, width) in zip(members, deck.widths) {
            for (place, control) in drafts[member].spec.controls.enumerated() {
                guard let (kind, number) = control.stripKind, kind == "select", number <= width, ButtonRule.isButton(control),
                    Mapping(control) == .none
                else { continue }
                drafts[member].spec.controls[place].jobs.append(Job(mapping: Mapping(parameter: nil, action: .select)))
            }
        }
    }
}
