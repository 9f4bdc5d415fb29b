internal import FaderValues

/// What each deck shows, and the table that turns that into mappings. Owned by the MIDI thread.
struct Decks {
    private(set) var table: DeckTable
    private var rows: [Row]
    private(set) var hasReport = false

    private struct Row {
        var state: DeckState
        /// The first strip of each page, as last chosen. While there are fewer strips, an earlier one is shown.
        var banks: [Int]
        /// The page that was shown before the members of a group were.
        var beneath: Int
        var isUnreported = false

        init(_ deck: DeckIndex, _ memory: DeckMemory, _ table: DeckTable) {
            let memory = table.mended(memory, of: deck)
            (state, banks, beneath) = (table.state(of: deck, memory), memory.banks, memory.beneath)
        }
    }

    init(_ table: DeckTable, _ memories: [DeckMemory]) {
        self.table = table
        rows = table.rowIndices.map { deck in
            Row(deck, memories.indices.contains(deck.offset) ? memories[deck.offset] : DeckMemory(), table)
        }
    }

    /// The other table differs at most in the values of lamps.
    mutating func relight(_ other: inout DeckTable) { swap(&table, &other) }

    var rowIndices: Range<DeckIndex> { table.rowIndices }

    subscript(deck: DeckIndex) -> DeckState { rows[deck.offset].state }

    var memories: [DeckMemory] {
        rows.map { row in
            var memory = DeckMemory(page: row.state.page, banks: row.banks)
            (memory.beneath, memory.selected) = (row.beneath, row.state.selected)
            return memory
        }
    }

    func mapping(of control: ControlIndex, on deck: DeckIndex) -> Mapping { table.mapping(of: control, in: self[deck]) }

    /// The word of the strip that a control belongs to now; nil if that strip cannot be selected.
    func word(of control: ControlIndex, on deck: DeckIndex) -> Int? { table.word(of: control, of: deck, in: self[deck]) }

    func isSpilled(_ deck: DeckIndex) -> Bool { table.isSpilled(self[deck].page, of: deck) }

    /// The page that the present one gives way to when its button is pressed again: the first, or that before the members of a group.
    func pageBeneath(_ deck: DeckIndex) -> Int { isSpilled(deck) ? rows[deck.offset].beneath : 0 }

    /// Returns false if it is shown already, or does not exist.
    mutating func turn(_ deck: DeckIndex, to page: Int) -> Bool {
        guard (0..<table.pages(of: deck)).contains(page), page != self[deck].page else { return false }
        if table.isSpilled(page, of: deck) {
            if !isSpilled(deck) { rows[deck.offset].beneath = self[deck].page }
            rows[deck.offset].banks[page] = 0
        } else {
            rows[deck.offset].beneath = 0
        }
        rows[deck.offset].state.page = page
        findBank(of: deck)
        return true
    }

    /// The strips from this one on, or the nearest ones, are shown and count as chosen. Returns false if they are shown already.
    mutating func move(_ deck: DeckIndex, to strip: Int) -> Bool {
        let bank = table.bank(strip, of: deck, page: self[deck].page)
        guard bank != self[deck].bank else { return false }
        rows[deck.offset].state.bank = bank
        choose(deck)
        report(deck)
        return true
    }

    mutating func choose(_ deck: DeckIndex) {
        let state = self[deck]
        guard rows[deck.offset].banks[state.page] != state.bank else { return }
        rows[deck.offset].banks[state.page] = state.bank
        report(deck)
    }

    /// Notes which modifiers are on. Returns false if that was known already.
    mutating func set(_ modifiers: ModifierSet, on deck: DeckIndex) -> Bool {
        guard modifiers != self[deck].modifiers else { return false }
        rows[deck.offset].state.modifiers = modifiers
        report(deck)
        return true
    }

    /// Nil selects none. Returns false if it is selected already, or cannot be.
    mutating func select(_ word: Int?, on deck: DeckIndex) -> Bool {
        guard word != self[deck].selected, word.map({ table.words(of: deck).contains($0) }) ?? true else { return false }
        rows[deck.offset].state.selected = word
        report(deck)
        return true
    }

    /// Selects the strip that has this option, or none. Returns false if it is selected already.
    mutating func keepStep(_ deck: DeckIndex, withOption option: Int) -> Bool {
        guard let link = table.link(of: deck) else { return false }
        if let word = self[deck].selected, link.options[word] == option { return false }
        return select(link.options.firstIndex(of: option), on: deck)
    }

    /// Brings a selection into step with its parameter at the beginning. A selected strip without an option stays.
    mutating func beginInStep(_ deck: DeckIndex, with parameters: borrowing Table<ParameterState>) {
        guard let link = table.link(of: deck), parameters[link.parameter].isSet else { return }
        if let word = self[deck].selected, link.options[word] == nil { return }
        _ = keepStep(deck, withOption: Int(parameters[link.parameter].value))
    }

    mutating func adopt(_ memory: DeckMemory?, _ modifiers: ModifierSet, of deck: DeckIndex) {
        if let memory { rows[deck.offset] = Row(deck, memory, table) }
        rows[deck.offset].state.modifiers = modifiers
        report(deck)
    }

    private mutating func findBank(of deck: DeckIndex) {
        let page = self[deck].page
        rows[deck.offset].state.bank = table.bank(rows[deck.offset].banks[page], of: deck, page: page)
        report(deck)
    }

    private mutating func report(_ deck: DeckIndex) {
        rows[deck.offset].isUnreported = true
        hasReport = true
    }

    mutating func nextReport() -> DeckReport? {
        guard hasReport else { return nil }
        for deck in rowIndices where rows[deck.offset].isUnreported {
            rows[deck.offset].isUnreported = false
            let state = self[deck]
            return DeckReport(deck: deck, state: state, chosenBank: rows[deck.offset].banks[state.page])
        }
        hasReport = false
        return nil
    }
}
