internal import FaderValues

/// What a control drives is state: it can change between two messages.
extension Console {
    /// Gives a control another mapping, now or when the hand on it has left.
    func bind(_ control: ControlIndex, _ mapping: Mapping, in act: Act) {
        if isInHand(control, at: act.now) {
            rebound[control] = mapping
            controls[control].binding.isRebound = true
            watchDeadline(of: control)
        } else {
            apply(mapping, to: control)
            show(control, in: act)
        }
    }

    /// Whether a gesture is going on: a finger is felt, a hold-off is running, it moved only just now, or it is held down as a key.
    func isInHand(_ control: ControlIndex, at now: MonotonicTime) -> Bool {
        if controls[control].sensor.isTouched || controls[control].sensor.heldUntil > now { return true }
        if controls[control].binding.isButton {
            return buttons[control].isPressed && buttons[control].before != nil || buttons[control].count.phase != .idle
        }
        return controls[control].sensor.isDown || controls[control].sensor.gestureEnd > now
    }

    /// Applies the waiting mapping before an input, if the hand has left.
    @inline(never)
    func rebind(_ control: ControlIndex, before input: ControlInput, at now: MonotonicTime) {
        // A key that is pressed again has been let go, even if its device never said so.
        if controls[control].sensor.isDown, controls[control].sensor.presses(input) { controls[control].sensor.isDown = false }
        bindWaiting(control, at: now)
    }

    /// Applies the waiting mapping once the hand has left. Its feedback is up to the caller.
    @inline(never)
    func bindWaiting(_ control: ControlIndex, at now: MonotonicTime) {
        guard controls[control].binding.isRebound, !isInHand(control, at: now) else { return }
        apply(rebound[control], to: control)
    }

    private func apply(_ mapping: Mapping, to control: ControlIndex) {
        if mapping != controls[control].binding.mapping(buttons[control]) { takeovers[control].drivesAnother() }
        if controls[control].binding.isOnHighEnd { tellHand(on: control) }
        if controls[control].sensor.isMoving {
            // The movement belonged to the former parameter.
            controls[control].sensor.isMoving = false
            tellHand(on: control)
        }
        put(mapping, on: control)
        controls[control].sensor.gesture = .none
        controls[control].sensor.endKeptUntil = .zero
        controls[control].indicator.owed = -1
        (buttons[control].before, buttons[control].isPressed, buttons[control].count) = (nil, false, PressCount())
    }

    /// Replaces what a control drives, even if a hand is on it.
    func put(_ mapping: Mapping, on control: ControlIndex) {
        lists.remove(control, controls[control].binding)
        controls[control].binding = Binding(mapping)
        lists.add(control, controls[control].binding)
        buttons[control].serve(mapping)
        setUp(control)
        if controls[control].sensor.isOn { tellHand(on: control) }
        if let parameter = mapping.parameter { weighGlide(of: parameter) }
        if let other = mapping.otherEnd { weighGlide(of: other) }
    }

    /// A control that drives nothing moved: where its motor is is unknown now. A waiting mapping waits until it rests.
    @inline(never)
    func movedFree(_ control: ControlIndex, to sent: UInt32? = nil, in act: Act) {
        if let sent, controls[control].indicator.blank != .stays {
            movedBlank(control, to: sent, in: act)
        } else if !controls[control].indicator.isTakeoverLamp {
            // A takeover lamp is not moved by hand.
            forgetShown(by: control)
        }
        guard controls[control].binding.isRebound else { return }
        // The key came up, and nothing else would say that the hand has left.
        guard isInHand(control, at: act.now) else { return show(control, in: act) }
        controls[control].sensor.lastMoved = act.now
        if controls[control].sensor.heldUntil > act.now { controls[control].sensor.heldUntil = act.now + controls[control].sensor.holdOff }
    }
}
