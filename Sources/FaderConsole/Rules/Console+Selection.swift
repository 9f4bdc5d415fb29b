internal import FaderValues

/// The selected strip of a deck: like a page, it is state that a table turns into bindings.
extension Console {
    /// Selects the strip with a word, or none.
    func select(_ word: Int?, on deck: DeckIndex, in act: Act) { if decks.select(word, on: deck) { repaint(deck, in: act) } }

    /// A button that selects its strip was pressed. Where there is no such strip, what is selected stays.
    func selectStrip(of control: ControlIndex, on deck: DeckIndex, in act: Act) {
        if let word = decks.word(of: control, on: deck) { select(word, on: deck, in: act) }
    }

    /// A finger came to a control. It selects the strip if the control drives something of it, and if its deck says so.
    @inline(never)
    func touchedStrip(with control: ControlIndex, in act: Act) {
        guard let deck = decks.table.deck(of: controls[control].surface), decks.table.touchSelects(on: deck),
            decks.table.isOfStrip(control, in: decks[deck])
        else { return }
        selectStrip(of: control, on: deck, in: act)
    }

    /// Whether a control belongs to the selected strip.
    func isOfSelected(_ control: ControlIndex) -> Bool {
        guard let deck = decks.table.deck(of: controls[control].surface), let word = decks.word(of: control, on: deck) else { return false }
        return word == decks[deck].selected
    }
}
