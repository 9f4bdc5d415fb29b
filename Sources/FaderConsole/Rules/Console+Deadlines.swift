internal import FaderValues

/// When something is next due at a control. `Console+Time` does what is due.
extension Console {
    /// Makes sure that `advance` is called by a control's deadline. If a deadline moves later, that is noticed when the earlier one comes.
    func watchDeadline(of control: ControlIndex) {
        var deadline = controls[control].sensor.deadline
        if controls[control].binding.isRebound { deadline = min(deadline, gestureDeadline(of: control)) }
        guard deadline != .never else { return }
        nextTimed = min(nextTimed, deadline)
        if !controls[control].isTimed {
            controls[control].isTimed = true
            timed.push(control)
        }
    }

    /// When a gesture without a felt finger ends if nothing moves, so that the waiting mapping is applied; `.never` if there is no such
    /// time.
    func gestureDeadline(of control: ControlIndex) -> MonotonicTime {
        let end = controls[control].sensor.gestureEnd
        let isHeld = controls[control].sensor.isTouched || controls[control].sensor.isDown
        return isHeld || controls[control].binding.isButton || end == .zero ? .never : max(end, controls[control].sensor.heldUntil)
    }
}
