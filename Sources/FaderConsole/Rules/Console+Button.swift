internal import FaderValues

extension Console {
    /// There is no touch sensor to wait for: the lamp may change under a finger.
    @inline(never)
    func press(_ control: ControlIndex, _ input: ControlInput, in act: Act) {
        let maximum = controls[control].sensor.inputMaximum
        switch input {
        case .position(let raw):
            let isDown = raw >= controls[control].sensor.pressedFrom
            pressed(control, isDown, raw: controls[control].sensor.range.place(of: raw), of: maximum, in: act)
        case .upper(let bits), .upperLast(let bits): pressed(control, bits > 63, raw: UInt32(bits), of: 127, in: act)
        case .press:
            pressed(control, true, raw: maximum, of: maximum, in: act)
            if controls[control].sensor.hasNoRelease { letGo(ofButton: control, in: act) }
        case .release: pressed(control, false, raw: 0, of: maximum, in: act)
        case .lower, .lowerFirst, .delta, .touch: break
        }
    }

    @inline(never)
    private func pressed(
        _ control: ControlIndex, _ isDown: Bool, raw: UInt32, of maximum: UInt32, in act: Act
    ) {
        let isPress = isDown != controls[control].sensor.isInverted
        if isPress, controls[control].binding.isRebound { bindWaitingBeforePress(control, at: act.now) }
        guard controls[control].binding.isButton else { return }
        guard controls[control].binding.parameter != nil || buttons[control].action.switchesDeck else { return }
        if isPress { buttons[control].owesLamp = !controls[control].indicator.isBank }
        let isEcho = isEcho(raw, of: maximum, isPress: isPress, from: control, at: act.now)
        if !isPress {
            // If the lamp's "off" comes back as a message, that does not prove that the device reports releases.
            if isEcho { return buttons[control].isCounted ? () : letGo(ofButton: control, in: act) }
            buttons[control].tellsReleases = true
            cameUp(control, in: act)
            if buttons[control].hasNoRelease { noteRelease(of: control) }
            return
        }
        if isEcho {
            ignoreEcho(from: control, at: act.now)
            return
        }
        let wasPressed = buttons[control].isPressed
        if wasPressed, buttons[control].tellsReleases { return }
        buttons[control].isPressed = true
        buttons[control].lastPressed = act.now
        if buttons[control].isCounted, counts(pressOf: control, again: wasPressed, in: act) { return }
        if controls[control].indicator.isBank, case .page(let page) = buttons[control].action {
            return enterBank(control, page: page, in: act)
        }
        doJob(of: control, in: act)
    }

    /// Does what a press of a button does, whichever of its jobs that is.
    func doJob(of control: ControlIndex, in act: Act) {
        if buttons[control].action.switchesDeck {
            flip(control, in: act)
            if buttons[control].action == .select, let deck = decks.table.deck(of: controls[control].surface) {
                tellSelection(of: deck, .hand, in: act)
            }
            return
        }
        if case .light = buttons[control].action { return light(control, true, in: act) }
        if let held = spanStart(of: control) {
            span(from: held, to: control, in: act)
        } else {
            doAction(of: control, in: act)
        }
        // Many buttons switch their own light, so it is unknown what the lamp shows: it gets the true state, as a motor does on release.
        release(control, in: act)
    }

    /// A button came up. A plain device that switches its own lamps puts this one out now, so the lamp gets the true state once more.
    private func cameUp(_ control: ControlIndex, in act: Act) {
        // Only once for each press: if a cable brought the lamp's "off" back, every "off" would be answered by another.
        let owesLamp = buttons[control].owesLamp && surfaces[controls[control].surface].plain != nil
        buttons[control].owesLamp = false
        // The device has left that bank.
        if controls[control].indicator.isBank, controls[control].indicator.address != nil { controls[control].indicator.shown = 0 }
        if owesLamp, controls[control].indicator.echo != .never {
            controls[control].indicator.mustSend = true
            forgetLamp(of: control)
        }
        if buttons[control].count.phase != .idle { countRelease(of: control, in: act) } else { letGo(ofButton: control, in: act) }
        if owesLamp, controls[control].indicator.mustSend { show(control, in: act) }
    }

    /// A button came up, or its release will never be seen: the value before a `hold` comes back, unless something else changed it
    /// meanwhile.
    func letGo(ofButton control: ControlIndex, in act: Act) {
        // Which of its jobs was meant will never be known.
        if buttons[control].count.phase != .idle { return endCount(of: control, in: act) }
        endJob(of: control, in: act)
    }

    func endJob(of control: ControlIndex, in act: Act) {
        guard buttons[control].isPressed else { return }
        buttons[control].isPressed = false
        if buttons[control].action.switchesDeck { return letGo(ofSwitch: control, in: act) }
        if case .light = buttons[control].action { return light(control, false, in: act) }
        if buttons[control].action.isPress { tellHand(on: control) }
        guard let before = buttons[control].before, let parameter = controls[control].binding.parameter else { return }
        buttons[control].before = nil
        if parameters[parameter].revision == buttons[control].heldRevision {
            bringBack(parameter, to: before, number: gesture(of: control), control: control, in: act)
        }
        // It may have got another mapping meanwhile, which is applied now.
        show(control, in: act)
    }

    /// Ends a hold by setting the value from before it. The parameter may already have it: a reload may have clamped both.
    private func bringBack(
        _ parameter: ParameterIndex, to before: Double, origin: ChangeOrigin = .hand, number: ChangeNumber, control: ControlIndex? = nil,
        in act: Act
    ) {
        isHolding = true
        change(parameter, to: before, origin: origin, number: number, control: control, in: act)
        isHolding = false
        guard parameters[parameter].isHeld, !isHeldByButton(parameter), !parameters[parameter].isHeldByProgram else { return }
        // So far, the value that the first of several holders would restore was saved. From now on it is this one.
        if parameters[parameter].before != parameters[parameter].value { replace(parameter, by: parameters[parameter].value, number) }
        parameters[parameter].endHold()
    }

    /// Several programs are one holder: the value from before the first of them comes back.
    @discardableResult
    func hold(
        _ parameter: ParameterIndex, at value: Double, origin: ChangeOrigin, number: ChangeNumber, control: ControlIndex? = nil, in act: Act
    ) -> Outcome {
        let before = parameters[parameter].program.flatMap { $0.revision == parameters[parameter].revision ? $0.before : nil }
        let former = parameters[parameter].value
        isHolding = true
        let outcome = change(parameter, to: value, origin: origin, number: number, control: control, in: act)
        isHolding = false
        guard !outcome.isRefused else { return outcome }
        parameters[parameter].hold(byProgramFrom: before ?? former)
        if former != parameters[parameter].value { holdWithMembers(parameter) }
        return outcome
    }

    /// The hold and its end are one change, as with a button.
    @discardableResult
    func endHold(_ parameter: ParameterIndex, origin: ChangeOrigin = .api, control: ControlIndex? = nil, in act: Act) -> Outcome {
        guard let program = parameters[parameter].program else { return unchanged(parameter) }
        let isInForce = parameters[parameter].isHeldByProgram
        parameters[parameter].endHoldByProgram()
        if isInForce {
            bringBack(
                parameter, to: program.before, origin: origin, number: parameters[parameter].changeNumber, control: control, in: act)
        }
        return unchanged(parameter)
    }

    /// A program has reported, through a button, whether what the trigger controls is on.
    private func light(_ control: ControlIndex, _ isOn: Bool, in act: Act) {
        guard let trigger = controls[control].binding.parameter else { return }
        parameters[trigger].show(isOn: isOn)
        showEverywhere(trigger, except: control, in: act)
    }

    private func isHeldByButton(_ parameter: ParameterIndex) -> Bool {
        var node = lists.first(of: parameter)
        while node >= 0 {
            let control = ControlLists.control(of: node)
            node = lists.next(after: node)
            if buttons[control].before != nil, buttons[control].heldRevision == parameters[parameter].revision { return true }
        }
        return false
    }

    /// `isRepeated`: it is done once more because the button is still down, which is the same gesture.
    func doAction(of control: ControlIndex, isRepeated: Bool = false, in act: Act) {
        guard let parameter = controls[control].binding.parameter else { return }
        let scale = parameters[parameter].scale
        var before = parameters[parameter].value
        let value: Double
        switch buttons[control].action {
        case .follow, .light, .bank, .page, .turn, .modifier, .select: return
        // One more press can wait while the trigger runs. The range keeps a third from counting.
        case .press:
            value = before + 1
            tellHand(on: control)
        case .step(let count, let size):
            guard parameters[parameter].isKnown else { return _ = refuseUnheard(parameter, by: control, origin: .hand, at: act.now) }
            value = scale.stepped(from: before, by: count, size)
        case .toggle, .toggleSpan: value = scale.value(at: Position(scale.position(of: before).fraction < 0.5 ? 1 : 0))
        case .cycle(let count): value = scale.cycled(from: before, by: count)
        case .set(let wanted), .hold(let wanted): value = wanted
        case .offset(let distance, let latches):
            guard parameters[parameter].isKnown else { return _ = refuseUnheard(parameter, by: control, origin: .hand, at: act.now) }
            if latches { return latch(parameter, by: distance, control, in: act) }
            // Two buttons that are down do not add up.
            if parameters[parameter].isHeld { before = parameters[parameter].before }
            value = before + distance
        // Not a number: refused.
        case .missing: value = .nan
        case .reset: value = parameters[parameter].defaultValue
        }
        glides.end(parameter)
        // Every press is a gesture; a hold and its release are one gesture.
        let isNews = parameters[parameter].isNews(value)
        if isNews, !isRepeated { controls[control].sensor.gesture = newNumber() }
        let number = isNews ? controls[control].sensor.gesture : parameters[parameter].decisionNumber
        switch buttons[control].action {
        case .hold, .offset: isHolding = true
        default: return _ = change(parameter, to: value, origin: .hand, number: number, control: control, in: act)
        }
        let outcome = change(parameter, to: value, origin: .hand, number: number, control: control, in: act)
        isHolding = false
        guard !outcome.isRefused else { return }
        // Pressed again without a release: the value to bring back is the one before the first press.
        if buttons[control].before == nil || outcome.revision != buttons[control].heldRevision { buttons[control].before = before }
        buttons[control].heldRevision = outcome.revision
        if buttons[control].before != parameters[parameter].value { holdWithMembers(parameter) }
    }

    /// Whether a press or release only sends back what the lamp was sent. Devices that speak a protocol send nothing back, but a cable
    /// might.
    func isEcho(_ raw: UInt32, of maximum: UInt32, isPress: Bool, from control: ControlIndex, at now: MonotonicTime) -> Bool {
        guard controls[control].indicator.address != nil, controls[control].indicator.comesBack else { return false }
        let span = controls[control].indicator.range.span
        var place = Position(raw: raw, of: maximum).raw(of: span)
        if controls[control].indicator.isReversed { place = span - place }
        let isPlain = surfaces[controls[control].surface].plain != nil
        guard buttons[control].isCounted else {
            return controls[control].indicator.echoGuard.isEcho(place, isPress: isPress, mayEcho: isPlain, at: now)
        }
        // A press that is lost would be counted as another one, and a lost release as a long press.
        return controls[control].indicator.echoGuard.isEcho(
            place, isPress: isPress, mayEcho: isPlain && isPress, within: EchoGuard.promptMemory, at: now)
    }

    /// A button that is down stays down under a new configuration. If it drives the same parameter, the value before its `hold` is kept,
    /// within the new range.
    func adoptButton(of control: ControlIndex, _ former: Console, _ previous: ControlIndex, _ continuity: Continuity) {
        let (old, button) = (former.controls[previous].binding, former.buttons[previous])
        buttons[control].owesLamp = button.owesLamp
        guard controls[control].binding.isButton, old.isButton else { return }
        buttons[control].isPressed = button.isPressed
        buttons[control].lastPressed = button.lastPressed
        buttons[control].tellsReleases = button.tellsReleases
        buttons[control].hasNoRelease = button.hasNoRelease
        if button.hasNoRelease { tellHand(on: control) }
        adoptCount(of: control, button)
        if button.isPressed, buttons[control].action.isPress { tellHand(on: control) }
        guard let parameter = controls[control].binding.parameter, let driven = old.parameter,
            continuity.parameters[parameter.offset] == driven
        else { return }
        let table = continuity.renumberings[parameter.offset]?.table
        buttons[control].before = button.before.map { parameters[parameter].fit(table?.number($0) ?? $0) }
        // If the new range has clamped the held value, the button holds the clamped one.
        let isInForce = button.heldRevision == former.parameters[driven].revision
        buttons[control].heldRevision = isInForce ? parameters[parameter].revision : button.heldRevision
    }

    func letGoOfAdopted(_ old: Console, _ continuity: Continuity, in act: Act) {
        for previous in old.controls.rowIndices {
            guard let before = old.buttons[previous].before, let driven = old.controls[previous].binding.parameter,
                let parameter = continuity.newParameter(driven), parameters[parameter].isHeld,
                old.parameters[driven].heldRevision == old.buttons[previous].heldRevision
            else { continue }
            let isStillHeld =
                continuity.controls[previous.offset].map {
                    buttons[$0].before != nil && controls[$0].binding.parameter == parameter
                } ?? false
            guard !isStillHeld else { continue }
            let table = continuity.renumberings[parameter.offset]?.table
            bringBack(parameter, to: table?.number(before) ?? before, number: newNumber(), in: act)
        }
    }

    /// A button in the middle of a `hold` got another mapping: if its device never reports releases, this press is the first sign that the
    /// hand had left.
    private func bindWaitingBeforePress(_ control: ControlIndex, at now: MonotonicTime) {
        if !buttons[control].tellsReleases { buttons[control].before = nil }
        bindWaiting(control, at: now)
    }
}
