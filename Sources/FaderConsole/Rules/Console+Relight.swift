internal import FaderValues

extension Console {
    /// Gives lamps other values without a swap. What controls do stays the same, and hands and fades are not disturbed.
    /// `table` has the new values; afterwards it is the former table, so that the MIDI thread frees neither. `mappings` are those outside
    /// of decks.
    public func relight(_ table: inout DeckTable, _ mappings: [Mapping], at now: MonotonicTime, port: any MIDIPort) {
        let act = Act(now: now, port: port)
        decks.relight(&table)
        for control in controls.rowIndices {
            let deck = decks.table.isManaged(control) ? decks.table.deck(of: controls[control].surface) : nil
            let mapping = deck.map { decks.mapping(of: control, on: $0) } ?? mappings[control]
            relight(control, mapping, in: act)
        }
    }

    /// Under a hand, a control may still drive what it drove before its deck changed. Its lamp stays until the hand leaves.
    private func relight(_ control: ControlIndex, _ mapping: Mapping, in act: Act) {
        if controls[control].binding.isRebound, rebound[control].unlit == mapping.unlit { rebound[control] = mapping }
        let present = controls[control].binding.mapping(buttons[control])
        guard present != mapping, present.unlit == mapping.unlit else { return }
        buttons[control].relight(mapping)
        setUp(control)
        if mayShowAnother(control) { show(control, in: act) }
    }
}
