internal import FaderModel

/// What controls drive is state: it changes between two messages.
extension Console {
    /// Gives a control another mapping: now, or when the hand that is on it has left. Then its motor goes to the new parameter's position.
    func bind(_ control: ControlIndex, _ mapping: Mapping, at now: MonotonicTime, port: any MIDIPort) {
        if isInHand(control, at: now) {
            rebound[control] = WaitingMapping(mapping: mapping, serial: serial(mapping.parameter), otherSerial: serial(mapping.otherEnd))
            controls[control].binding.isRebound = true
            watchDeadline(of: control)
        } else {
            take(mapping, of: control)
            show(control, at: now, port: port)
        }
    }

    /// Whether a gesture is going on: a finger is felt, a hold-off runs, it moved a moment ago, or it is held down for a `hold`.
    func isInHand(_ control: ControlIndex, at now: MonotonicTime) -> Bool {
        if controls[control].sensor.isTouched || controls[control].sensor.heldUntil > now { return true }
        if controls[control].binding.isButton { return buttons[control].isPressed && buttons[control].before != nil }
        return controls[control].sensor.gestureEnd > now
    }

    /// When a gesture without a felt finger ends if nothing moves: the mapping that waits is taken then. `.never` where nothing says when.
    func gestureDeadline(of control: ControlIndex) -> MonotonicTime {
        let end = controls[control].sensor.gestureEnd
        return controls[control].sensor.isTouched || controls[control].binding.isButton || end == .zero ? .never : end
    }

    /// Takes the mapping that waits, once the hand has left. Its feedback is up to the caller.
    // Out of line, so that every other move does not pay for it.
    @inline(never)
    func takeRebound(_ control: ControlIndex, at now: MonotonicTime) {
        guard controls[control].binding.isRebound, !isInHand(control, at: now) else { return }
        let (waiting, mapping) = (rebound[control], rebound[control].mapping)
        // Its parameter may have gone while it waited.
        let isThere = waiting.serial == serial(mapping.parameter) && waiting.otherSerial == serial(mapping.otherEnd)
        take(isThere ? mapping : .none, of: control)
    }

    private func serial(_ parameter: ParameterIndex?) -> UInt32 { parameter.map { parameters[$0].serial } ?? 0 }

    private func take(_ mapping: Mapping, of control: ControlIndex) {
        if mapping != controls[control].binding.mapping(buttons[control].action) { takeovers[control].drivesAnother() }
        if controls[control].sensor.isMoving {
            // It moved the other parameter, and this one not yet.
            controls[control].sensor.isMoving = false
            tellHand(on: control)
        }
        put(mapping, on: control)
        controls[control].sensor.gesture = .none
        controls[control].sensor.endKeptUntil = .zero
        controls[control].indicator.owed = -1
        (buttons[control].before, buttons[control].isPressed) = (nil, false)
    }

    /// Replaces what a control drives; what its hand does is not looked at.
    func put(_ mapping: Mapping, on control: ControlIndex) {
        lists.remove(control, controls[control].binding)
        controls[control].binding = Binding(mapping)
        lists.add(control, controls[control].binding)
        buttons[control].action = mapping.action
        setLamp(of: control)
        if controls[control].sensor.isOn { tellHand(on: control) }
        if let parameter = mapping.parameter { weighGlide(of: parameter) }
        if let other = mapping.otherEnd { weighGlide(of: other) }
    }

    /// What the lamp of a control shows follows from what its presses do.
    func setLamp(of control: ControlIndex) {
        var lamp = buttons[control].action.isOfDeck ? ButtonState.Lamp.deck : .dark
        if let parameter = controls[control].binding.parameter {
            lamp = ButtonState.lamp(buttons[control].action, scales[parameter], hasOptions: parameters[parameter].hasOptions)
        }
        buttons[control].lamp = lamp
        controls[control].indicator.serve(
            isButton: controls[control].binding.isButton, isLit: lamp != .dark, isInverted: controls[control].sensor.isInverted,
            look: look(for: controls[control].binding.parameter))
    }

    /// The parameter of a control is gone. A hand that is on it moves nothing until it leaves.
    func clear(_ control: ControlIndex) {
        lists.remove(control, controls[control].binding)
        controls[control].binding.clear()
        takeovers[control].lost()
        if controls[control].sensor.isOn { tellHand(on: control) }
        controls[control].indicator.owed = -1
        (buttons[control].before, buttons[control].isPressed) = (nil, false)
    }

    /// A control that drives nothing moved: where its motor stands is unknown. A mapping that waits waits until it rests.
    // Out of line, so that every other move does not pay for it.
    @inline(never)
    func movedFree(_ control: ControlIndex, to sent: UInt32? = nil, at now: MonotonicTime, port: any MIDIPort) {
        if let sent, controls[control].indicator.blank != .stays {
            movedBlank(control, to: sent, at: now, port: port)
        } else {
            controls[control].indicator.shown = -1
        }
        guard controls[control].binding.isRebound, isInHand(control, at: now) else { return }
        controls[control].sensor.lastMoved = now
        if controls[control].sensor.heldUntil > now { controls[control].sensor.heldUntil = now + controls[control].sensor.holdOff }
    }
}

/// A mapping that waits for a hand to leave, and the serials that the slots of its parameters had then.
struct WaitingMapping {
    var mapping: Mapping
    var serial: UInt32 = 0
    var otherSerial: UInt32 = 0
}
