public import FaderValues

/// Whether a hand is on a control.
public struct HandReport: Sendable, BitwiseCopyable, Equatable {
    public var control: ControlIndex
    /// The parameter that the control drives now; nil if none.
    public var parameter: ParameterIndex?
    /// Its touch sensor feels a finger, or it is a button that presses a trigger and is down.
    public var isTouched: Bool
    /// Whether it counts as touched until its hold-off ends, because it moved without a felt finger; with or without a motor.
    public var isHeld: Bool
    /// It drives the high end of a range, because that is the nearer one.
    public var isOnHighEnd: Bool
    /// It moved while somebody learns a control, and is borrowed for that.
    public var isLearned: Bool
    /// It has several jobs, and its device sends no release, so it does only the first.
    public var hasNoRelease: Bool

    public init(
        control: ControlIndex, parameter: ParameterIndex?, isTouched: Bool, isHeld: Bool, isOnHighEnd: Bool = false,
        isLearned: Bool = false, hasNoRelease: Bool = false
    ) {
        self.hasNoRelease = hasNoRelease
        self.control = control
        self.parameter = parameter
        self.isTouched = isTouched
        self.isHeld = isHeld
        self.isOnHighEnd = isOnHighEnd
        self.isLearned = isLearned
    }

    public var isOn: Bool { isTouched || isHeld }
}

/// A hand is a state, so only its latest form is reported: if nobody looks during a tap, there is nothing to report.
extension Console {
    /// A hand came or left, or the control now drives another parameter or another end of its range under the hand.
    @inline(never)
    func tellHand(on control: ControlIndex) {
        // A hand wins over the gesture of a program.
        if let parameter = controls[control].binding.parameter, controls[control].sensor.isOn { parameters[parameter].grippedUntil = .zero }
        guard !controls[control].isHandUnreported else { return }
        controls[control].isHandUnreported = true
        unreportedHands.push(control)
    }

    /// A control without a motor (an encoder or a plain fader) moved: a hand has its parameter until it rests. If a finger is felt, that is
    /// known already.
    @inline(never)
    func movedByHand(_ control: ControlIndex) {
        guard !controls[control].sensor.isMoving, !controls[control].sensor.isOn else { return }
        controls[control].sensor.isMoving = true
        tellHand(on: control)
        watchDeadline(of: control)
    }

    public func nextHand() -> HandReport? {
        guard let control = unreportedHands.pop() else { return nil }
        controls[control].isHandUnreported = false
        return HandReport(
            control: control, parameter: controls[control].binding.parameter,
            isTouched: controls[control].sensor.isTouched || isPressing(control),
            isHeld: controls[control].sensor.isMovedByHand, isOnHighEnd: controls[control].binding.isOnHighEnd,
            isLearned: controls[control].sensor.duties.contains(.learned), hasNoRelease: buttons[control].hasNoRelease)
    }

    private func isPressing(_ control: ControlIndex) -> Bool {
        buttons[control].isPressed && buttons[control].action.isPress && buttons[control].count.phase != .down
    }

    /// Nil if no hand holds the parameter. A control without motor or touch sensor counts while it is being moved.
    func hand(on parameter: ParameterIndex, at now: MonotonicTime) -> (control: ControlIndex, decision: Decision.Kind)? {
        var node = lists.first(of: parameter)
        while node >= 0 {
            let control = ControlLists.control(of: node)
            node = lists.next(after: node)
            let sensor = controls[control].sensor
            if sensor.isHeld(at: now) || sensor.gestureEnd > now { return (control, sensor.isTouched ? .heldTouched : .heldHoldOff) }
        }
        return nil
    }

    func forgetHand(on control: ControlIndex) {
        if controls[control].sensor.isOn { tellHand(on: control) }
        controls[control].forgetHand()
    }

    /// A control moved without a felt finger: its motor is left alone until it rests.
    func hold(_ control: ControlIndex, at now: MonotonicTime) {
        let isNew = controls[control].sensor.heldUntil == .zero
        controls[control].sensor.heldUntil = now + controls[control].sensor.holdOff
        if isNew { tellHand(on: control) }
        watchDeadline(of: control)
    }
}
