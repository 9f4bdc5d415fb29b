internal import FaderValues

/// What programs and fingers ask a deck to show.
extension Console {
    /// Does what a program asks of a deck. Returns the state that is then in force.
    @discardableResult
    public func show(_ wish: DeckRequest, on deck: DeckIndex, at now: MonotonicTime, port: any MIDIPort) -> DeckState {
        let act = Act(now: now, port: port)
        guard decks.rowIndices.contains(deck) else { return DeckState() }
        switch wish {
        case .page(let page): turn(deck, to: page, in: act)
        case .turn(let count): turn(deck, by: count, in: act)
        case .bank(let strip):
            move(deck, to: strip, in: act)
            // It may be shown already, because there are not enough strips for the bank that was chosen before.
            decks.choose(deck)
        case .select(let word):
            select(word, on: deck, in: act)
            tellSelection(of: deck, .api, in: act)
        case .move(let count): move(deck, to: decks[deck].bank + min(max(count, -Self.farthest), Self.farthest), in: act)
        }
        return decks[deck]
    }

    /// No deck has as many strips.
    private static var farthest: Int { 1 << 20 }

    /// It selects the strip if the control drives something of it, and if its deck says so.
    @inline(never)
    func touchedStrip(with control: ControlIndex, in act: Act) {
        guard let deck = decks.table.deck(of: controls[control].surface), decks.table.touchSelects(on: deck),
            decks.table.isOfStrip(control, in: decks[deck]), let word = decks.word(of: control, on: deck)
        else { return }
        select(word, on: deck, in: act)
        tellSelection(of: deck, .touch, in: act)
    }
}
