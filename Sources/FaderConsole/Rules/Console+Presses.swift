internal import FaderValues

/// Buttons that do something else at a long or a double press. Which job is meant is known when the press has lasted long enough, when it has
/// ended, or when no second one has followed in time.
///
/// While such a button is down and nothing is decided, it drives its long job, so that its lamp shows what it would do. Its own mapping stays
/// that of all its jobs, and a page that is turned meanwhile waits, as for a hand.
extension Console {
    /// Returns false if the first job is to be done at once. `again`: it was pressed before and, as far as is known, has not been released.
    func counts(pressOf control: ControlIndex, again: Bool, in act: Act) -> Bool {
        if buttons[control].count.phase == .up, act.now < buttons[control].count.due {
            buttons[control].count.due = .never
            doCounted(.double, of: control, in: act)
            return true
        }
        buttons[control].isPressed = false
        if buttons[control].count.phase == .up {
            // Its time is over, and nobody has noticed yet.
            countOn(control, in: act)
        } else if again {
            // A release was lost, or the device sends none.
            buttons[control].isPressed = true
            endCount(of: control, in: act)
            buttons[control].hasNoRelease = !isReleaseSure(of: control)
            tellHand(on: control)
        }
        buttons[control].isPressed = true
        // What has ended may have made room for another mapping.
        guard buttons[control].isCounted else { return false }
        let presses = buttons[control].presses
        buttons[control].count.since = act.now
        let isSure = isReleaseSure(of: control)
        if let pause = presses.firstPause, presses.patience == nil, presses.double == nil {
            buttons[control].count.due = isSure ? act.now + pause : .never
            doCounted(.first, of: control, in: act)
        } else {
            buttons[control].count.phase = .down
            let patience = presses.patience
            buttons[control].count.due =
                patience == nil ? act.now + presses.doubleWithin : isSure ? act.now + (patience ?? presses.longAfter) : .never
            if presses.long != nil { drive(.long, with: control) }
            release(control, in: act)
        }
        watchPress(of: control)
        return true
    }

    func countRelease(of control: ControlIndex, in act: Act) {
        let (presses, count) = (buttons[control].presses, buttons[control].count)
        guard count.phase == .down else { return endCount(of: control, in: act) }
        if let patience = presses.patience, count.since + patience <= act.now {
            // Only now is it certain that the device sends releases.
            doCounted(presses.long != nil ? .long : .first, of: control, in: act)
        } else if presses.double != nil, act.now < count.since + presses.doubleWithin {
            buttons[control].isPressed = false
            (buttons[control].count.phase, buttons[control].count.due) = (.up, count.since + presses.doubleWithin)
            drive(.first, with: control)
            show(control, in: act)
            return watchPress(of: control)
        } else if presses.confirm == nil {
            doCounted(.first, of: control, in: act)
        }
        endCount(of: control, in: act)
    }

    func countOn(_ control: ControlIndex, in act: Act) {
        let presses = buttons[control].presses
        buttons[control].count.due = .never
        switch buttons[control].count.phase {
        case .idle: break
        case .down:
            let isLong = presses.long != nil
            doCounted(isLong ? .long : .first, of: control, in: act)
        case .up:
            buttons[control].isPressed = true
            doCounted(.first, of: control, in: act)
            endCount(of: control, in: act)
        case .doing:
            guard let pause = presses.repeats else { break }
            buttons[control].count.due = act.now + pause
            doAction(of: control, isRepeated: true, in: act)
        }
    }

    private func doCounted(_ job: PressCount.Job, of control: ControlIndex, in act: Act) {
        buttons[control].count.phase = .doing
        drive(job, with: control)
        doJob(of: control, in: act)
    }

    /// The press is over, or will never be decided. The button drives its mapping again, or the one that has waited.
    func endCount(of control: ControlIndex, in act: Act) {
        endJob(of: control, in: act)
        buttons[control].count = PressCount()
        if controls[control].binding.isRebound { bindWaiting(control, at: act.now) } else { drive(.first, with: control) }
        show(control, in: act)
    }

    /// Makes a button drive one of its jobs. Does not show its lamp yet.
    private func drive(_ job: PressCount.Job, with control: ControlIndex) {
        guard job != buttons[control].job else { return }
        let whole = controls[control].binding.mapping(buttons[control])
        let isRebound = controls[control].binding.isRebound
        switch job {
        case .first: put(whole, on: control)
        case .long, .double:
            guard let other = job == .long ? whole.presses.long : whole.presses.double else { return }
            put(Mapping(other), on: control)
            buttons[control].serve(job, of: whole)
        }
        controls[control].binding.isRebound = isRebound
    }

    /// Whether the device certainly sends releases. If it may send none, a tap must not count as a long press.
    private func isReleaseSure(of control: ControlIndex) -> Bool {
        buttons[control].tellsReleases || surfaces[controls[control].surface].plain == nil
    }

    /// The device sends releases after all: one was lost.
    func noteRelease(of control: ControlIndex) {
        buttons[control].hasNoRelease = false
        tellHand(on: control)
    }

    func watchPress(of control: ControlIndex) {
        let due = buttons[control].count.due
        guard due != .never else { return }
        nextTimed = min(nextTimed, due)
        guard !controls[control].isTimed else { return }
        controls[control].isTimed = true
        timed.push(control)
    }

    /// A press that is counted goes on under a new configuration, if the button still has the job that it has come to.
    func adoptCount(of control: ControlIndex, _ old: ButtonState) {
        guard old.count.phase != .idle else { return }
        drive(old.job, with: control)
        guard buttons[control].job == old.job, !buttons[control].presses.isPlain else { return }
        buttons[control].count = old.count
        watchPress(of: control)
    }

    // MARK: Offsets

    /// A button that latches holds as a program does: whatever becomes of it, another button with that action can end the hold.
    func latch(_ parameter: ParameterIndex, by distance: Double, _ control: ControlIndex, in act: Act) {
        glides.end(parameter)
        guard !parameters[parameter].isHeldByProgram else {
            endHold(parameter, origin: .hand, control: control, in: act)
            return
        }
        let number = newNumber()
        controls[control].sensor.gesture = number
        hold(
            parameter, at: parameters[parameter].value + distance, origin: .hand, number: number, control: control, in: act)
        showEverywhere(parameter, except: control, in: act)
    }
}
