internal import FaderConsole
internal import FaderValues

/// `selected:`, what controls drive while a strip is selected: `{encoder.1: "{}.gain", touch-selects: true}`, in which `{}` is the word of
/// the selected strip.
struct SelectionReader {
    let report: Report
    let maps: MapReader
    let names: DeckNames

    private static let (touchSelects, with) = ("touch-selects", "with")

    /// `members` are the places of the deck's surfaces among the drafts, `strips` what `strips:` says, by page.
    func read(_ members: [Int], _ strips: [Int: StripReader.Strips], _ drafts: inout [SurfaceDraft], _ deck: inout DeckSpec) {
        let nodes = members.compactMap { member in drafts[member].selected.map { (member, $0) } }
        guard let first = nodes.first?.1 else { return }
        guard let page = strips.keys.sorted().first(where: { strips[$0]?.hasWords == true }), let each = strips[page] else {
            return _ = report.error(
                first.location,
                "selected needs strips of this surface that are made for words: strips: {each: LIST, fader: \"{}.level\"}")
        }
        var (words, fillings, places): ([String], [Filling], [String: Int]) = ([], [], [:])
        for filling in each.fillings.compactMap({ $0 }) where places[filling.text("{}")] == nil {
            places[filling.text("{}")] = words.count
            words.append(filling.text("{}"))
            fillings.append(filling)
        }
        deck.selection = SelectionSpec(words: words)
        for page in deck.pages.indices {
            let fillings = strips[page]?.fillings ?? []
            deck.pages[page].words = fillings.map { filling in filling.flatMap { places[$0.text("{}")] } }
        }
        for (member, node) in nodes { read(node, Words(fillings: fillings, braces: each.braces), of: members, &drafts, member, &deck) }
    }

    /// The words that can be selected; empty if they could not be read.
    private struct Words {
        let fillings: [Filling]
        let braces: [String]
    }

    private func read(
        _ node: Node, _ words: Words, of members: [Int], _ drafts: inout [SurfaceDraft], _ member: Int, _ deck: inout DeckSpec
    ) {
        guard let entries = report.entries(node, of: "what is selected") else { return }
        if entries.count > Limits.selected {
            report.error(entries[Limits.selected].keyLocation, "more than \(Limits.selected) keys in selected")
        }
        for entry in entries.prefix(Limits.selected) where !entry.isRepeated {
            if entry.key == Self.touchSelects {
                guard report.truth(entry.value, entry.key) == true else { continue }
                deck.selection?.touchSelects = true
                checkTouch(entry, members.map { drafts[$0] }, deck)
            } else if entry.key == Self.with {
                readLink(entry, of: drafts[member].spec.name, &deck)
            } else {
                read(entry, words, &drafts[member])
            }
        }
    }

    /// `with: {x32: foh, selected: channel}`: the console's own selection, which has a parameter by now. The console's strips are those
    /// with something bound to them.
    private func readLink(_ entry: Node.Entry, of surface: String, _ deck: inout DeckSpec) {
        let example = "such as {x32: foh, selected: channel}"
        guard entry.value.isBlock else {
            return report.refuse(
                entry.value, "with needs a target that reports which strip is selected, \(example); found \(entry.value.described)")
        }
        guard deck.selection?.link == nil else {
            return _ = report.error(
                entry.keyLocation, "the selected strip of \(names.name.forDisplay) keeps step with one target, which is given already")
        }
        // What cannot be read is reported where targets are read.
        guard let id = maps.selections[surface], let parameter = maps.parameters.parameter(id), let targets = maps.targetsOf?(id),
            let words = deck.selection?.words
        else { return }
        guard let selection = targets.first?.details.selection, selection.option == nil,
            let all = maps.parameters.specs[parameter].kind.options
        else {
            return _ = report.error(
                entry.value.location,
                "\(targets.first?.name.forDisplay ?? "that") does not report which strip is selected; with needs a target \(example)")
        }
        let options = options(of: words.count, in: deck, of: selection.peer).map { $0.flatMap { all.place(named: $0) } }
        if options.allSatisfy({ $0 == nil }), deck.pages.allSatisfy({ $0.columns.allSatisfy { $0.cells.allSatisfy(isRead) } }) {
            report.error(
                entry.value.location,
                "with has no effect: nothing in the strips of \(names.name.forDisplay) is bound to a strip of \(selection.peer.forDisplay)")
        }
        deck.selection?.link = SelectionLink(parameter, options: options)
    }

    /// What a console calls the strip of each word: that of the first control of the strip that is bound to it.
    private func options(of count: Int, in deck: DeckSpec, of peer: String) -> [String?] {
        var options = [String?](repeating: nil, count: count)
        for page in deck.pages {
            for (strip, word) in page.words.enumerated() {
                guard let word, options[word] == nil else { continue }
                for column in page.columns where options[word] == nil && column.cells.indices.contains(strip) {
                    let targets = column.cells[strip].parameter.flatMap { maps.targetsOf?(maps.parameters.specs[$0].id) } ?? []
                    options[word] = targets.lazy.compactMap(\.details.selection).first { $0.peer == peer && $0.option != nil }?.option
                }
            }
        }
        return options
    }

    private func isRead(_ mapping: Mapping) -> Bool {
        mapping.parameter.map { maps.targetsOf?(maps.parameters.specs[$0].id) != nil } ?? true
    }

    /// Reads what a control drives for each of the words.
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
                entry.keyLocation,
                "\(entry.key.forDisplay) has no effect here: map says what it drives, whatever is selected; take it out of one of the two")
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

    /// Buttons named `select` without a mapping select the strip that they belong to. The deck's widths have to be known.
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
