internal import FaderValues

/// Controls that drive nothing.
extension Console {
    /// Shows that a control drives nothing or, for a button, whether what it switches is on. A lamp that is left to the device goes out
    /// first.
    @inline(never)
    func showBlank(_ control: ControlIndex, in act: Act) {
        let isLeftLit = controls[control].indicator.isLeftLit
        guard isLeftLit || controls[control].indicator.blank != .stays,
            let motor = isLeftLit ? controls[control].indicator.wired : controls[control].indicator.address
        else { return }
        if isBatching { return deferFeedback(of: control) }
        guard surfaces[controls[control].surface].isListening else { return }
        if controls[control].endHoldOff(at: act.now) { tellHand(on: control) }
        guard !controls[control].sensor.isHeld(at: act.now) else { return }
        let raw = !isLeftLit && isLit(control) ? controls[control].indicator.range.span : 0
        guard controls[control].indicator.mustSend || controls[control].indicator.shown != Int(raw) else { return }
        transmit(raw, of: nil, to: control, motor, in: act)
    }

    private func isLit(_ control: ControlIndex) -> Bool {
        switch buttons[control].action {
        case .page(let page): decks.table.deck(of: controls[control].surface).map { decks[$0].page == page } ?? false
        case .modifier(_, let latches): latches ? buttons[control].isLatched : buttons[control].isPressed
        case .bank, .turn: buttons[control].isPressed
        case .select: isOfSelected(control)
        case .follow, .step, .toggle, .toggleSpan, .cycle, .set, .hold, .offset, .missing, .reset, .press, .light: buttons[control].isLit
        }
    }

    private func isOfSelected(_ control: ControlIndex) -> Bool {
        guard let deck = decks.table.deck(of: controls[control].surface), let word = decks.word(of: control, on: deck) else { return false }
        return word == decks[deck].selected
    }

    /// A control that drives nothing was moved: it goes back when the hand has left.
    func movedBlank(_ control: ControlIndex, to sent: UInt32, in act: Act) {
        let position = Position(place: controls[control].sensor.upright(sent), of: controls[control].sentPlaces)
        let shown = controls[control].indicator.shown
        guard controls[control].accepts(position, hasMiddle: false, at: act.now) else { return ignoreEcho(from: control, at: act.now) }
        guard controls[control].indicator.address != nil, controls[control].indicator.shown != shown else { return }
        if controls[control].indicator.blank == .lamp {
            // The key is up or down, which says nothing about its lamp.
            forgetShown(by: control)
            buttons[control].owesLamp = (sent >= controls[control].sensor.pressedFrom) != controls[control].sensor.isInverted
            return show(control, in: act)
        }
        if !controls[control].sensor.isTouched { hold(control, at: act.now) }
    }
}
