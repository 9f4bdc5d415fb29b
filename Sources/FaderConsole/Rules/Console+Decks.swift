internal import FaderValues

/// Bank, page and modifiers: state that a table turns into bindings. The time for a switch grows with the number of controls that it can
/// change.
extension Console {
    /// Its lamp is always sent the true state, because many buttons switch their own light.
    func flip(_ control: ControlIndex, in act: Act) {
        guard let deck = decks.table.deck(of: controls[control].surface) else { return }
        let state = decks[deck]
        if controls[control].indicator.address != nil {
            controls[control].indicator.mustSend = controls[control].indicator.echo != .never
            forgetLamp(of: control)
        }
        defer { show(control, in: act) }
        switch buttons[control].action {
        case .bank(let count): move(deck, to: state.bank + count, in: act)
        case .page(let page): turn(deck, to: page == state.page ? decks.pageBeneath(deck) : page, in: act)
        case .turn(let count): turn(deck, by: count, in: act)
        case .modifier(_, let latches):
            if latches { buttons[control].isLatched.toggle() }
            updateModifiers(of: deck, in: act)
        case .select:
            // Where there is no such strip, what is selected stays.
            if let word = decks.word(of: control, on: deck) { select(word, on: deck, in: act) }
        case .follow, .step, .toggle, .toggleSpan, .cycle, .set, .hold, .offset, .missing, .reset, .press, .light: break
        }
    }

    /// The device reports that it is in the bank of this page. Unlike a press, this needs no answer and never goes back to the main page.
    func enterBank(_ control: ControlIndex, page: Int, in act: Act) {
        guard let deck = decks.table.deck(of: controls[control].surface) else { return }
        if controls[control].indicator.address != nil { controls[control].indicator.shown = Int(controls[control].indicator.range.span) }
        turn(deck, to: page, in: act)
        show(control, in: act)
    }

    func letGo(ofSwitch control: ControlIndex, in act: Act) {
        if case .modifier = buttons[control].action, let deck = decks.table.deck(of: controls[control].surface) {
            updateModifiers(of: deck, in: act)
        }
        show(control, in: act)
    }

    func turn(_ deck: DeckIndex, by count: Int, in act: Act) {
        let pages = decks.table.pagesInTurn(of: deck)
        let page = decks.isSpilled(deck) ? decks.pageBeneath(deck) : decks[deck].page
        turn(deck, to: ((page + count % pages) + pages) % pages, in: act)
    }

    func turn(_ deck: DeckIndex, to page: Int, in act: Act) { if decks.turn(deck, to: page) { repaint(deck, in: act) } }

    /// Shows other strips. Where the members of a group are shown and there are no more of them that way, what was there before is shown.
    func move(_ deck: DeckIndex, to strip: Int, in act: Act) {
        if decks.move(deck, to: strip) { return repaint(deck, in: act) }
        if decks.isSpilled(deck) { turn(deck, to: decks.pageBeneath(deck), in: act) }
    }

    /// Nil selects none. What keeps step with the selection is up to the caller.
    func select(_ word: Int?, on deck: DeckIndex, in act: Act) { if decks.select(word, on: deck) { repaint(deck, in: act) } }

    /// What keeps step with selections has changed. A deck whose selected strip has that option already is left alone, so that there is no
    /// circle.
    @inline(never)
    func keepStep(with parameter: ParameterIndex, in act: Act) {
        let option = Int(parameters[parameter].value)
        for deck in decks.rowIndices where decks.table.link(of: deck)?.parameter == parameter {
            if decks.keepStep(deck, withOption: option) { repaint(deck, in: act) }
        }
    }

    private func updateModifiers(of deck: DeckIndex, in act: Act) {
        if decks.set(modifiers(of: deck), on: deck) { repaint(deck, in: act) }
    }

    private func modifiers(of deck: DeckIndex) -> ModifierSet {
        var modifiers: ModifierSet = []
        for modifier in decks.table.modifiers(of: deck) where isOn(modifier) { modifiers.formUnion(modifier.bit) }
        return modifiers
    }

    private func isOn(_ modifier: DeckTable.Modifier) -> Bool {
        modifier.latches ? buttons[modifier.control].isLatched : buttons[modifier.control].isPressed
    }

    /// Gives every control of a deck its present mapping, motors first.
    private func repaint(_ deck: DeckIndex, in act: Act) {
        for control in decks.table.managed(of: deck) {
            let mapping = decks.mapping(of: control, on: deck)
            let isWaiting = controls[control].binding.isRebound
            let present = isWaiting ? rebound[control] : controls[control].binding.mapping(buttons[control])
            if mapping != present { bind(control, mapping, in: act) }
        }
        for control in decks.table.lamps(of: deck) { show(control, in: act) }
    }

    /// The next deck that shows something different since it was last reported.
    public func nextDeck() -> DeckReport? { decks.nextReport() }

    /// Keeps pages, banks and modifiers that still exist.
    func adoptDecks(of old: Console, _ continuity: Continuity) {
        for deck in old.decks.rowIndices {
            for before in old.decks.table.modifiers(of: deck) {
                guard let control = continuity.controls[before.control.offset], case .modifier(_, let latches) = buttons[control].action
                else {
                    continue
                }
                buttons[control].isPressed = old.buttons[before.control].isPressed
                buttons[control].isLatched = latches && before.latches && old.buttons[before.control].isLatched
            }
        }
        let memories = continuity.decks.memories(after: old.decks.memories)
        for (deck, memory) in zip(decks.rowIndices, memories) {
            decks.adopt(memory, modifiers(of: deck), of: deck)
            decks.beginInStep(deck, with: parameters)
            for control in decks.table.managed(of: deck) {
                rebound[control] = decks.mapping(of: control, on: deck)
                put(rebound[control], on: control)
            }
        }
    }
}
