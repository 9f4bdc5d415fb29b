public import FaderValues

/// A control that is borrowed for measuring: it drives nothing and is sent no feedback. The monitor still shows what it sends.
extension Console {
    public enum Loan: Sendable, BitwiseCopyable {
        /// It drives nothing from now on. Repeating this changes nothing.
        case begin
        /// `Position` is a fraction of the whole range of the message, not of the range in the config. `channel`, 0…15, replaces the
        /// message's channel this once.
        case drive(Position, channel: UInt8? = nil)
        /// Its motor moves to the position of its parameter, or by `beside` of its travel beside that, unless a finger is on it. It is
        /// still borrowed, so what its device reports on the way changes nothing.
        case home(beside: Double = 0)
        /// It drives its mapping again. A control without a motor takes hold as if it had just been plugged in; after a lesson, from where
        /// it was moved to.
        case end
    }

    /// Returns false if there is no motor, nothing listens to it, or the control is not borrowed.
    public func lend(_ control: ControlIndex, _ loan: Loan, at now: MonotonicTime, port: any MIDIPort) -> Bool {
        let act = Act(now: now, port: port)
        guard controls.rowIndices.contains(control) else { return false }
        switch loan {
        case .begin:
            letGo(ofButton: control, in: act)
            let isTouched = controls[control].sensor.isTouchedOnLoan || controls[control].sensor.isTouched
            forgetHand(on: control)
            controls[control].sensor.isTouchedOnLoan = isTouched
            motors[control].forget()
            controls[control].sensor.duties.insert(.borrowed)
            controls[control].indicator.borrow(true)
            return true
        case .drive(let position, let channel):
            if controls[control].indicator.hasMessages, channel != nil { return false }
            return drive(control, in: act) { motor in
                var address = motor
                address.channel = channel ?? motor.channel
                return drivenMessage(of: control, to: position, address)
            }
        case .home(let distance):
            guard let parameter = controls[control].binding.parameter, !controls[control].sensor.isTouchedOnLoan else { return false }
            // A motor that glides goes home when the loan ends.
            if distance == 0, glides(control) { return false }
            let span = Double(controls[control].indicator.range.span)
            let raw = min(max(Double(wantedRaw(of: control, on: parameter)) + (distance * span).rounded(), 0), span)
            return drive(control, in: act) { message(UInt32(raw), to: control, $0) }
        case .end:
            guard controls[control].sensor.duties.contains(.borrowed) else { return false }
            let isLearned = controls[control].sensor.duties.contains(.learned)
            controls[control].sensor.duties.subtract([.borrowed, .learned])
            let isTouched = controls[control].sensor.isTouchedOnLoan
            forgetHand(on: control)
            if isTouched {
                controls[control].sensor.isTouched = true
                tellHand(on: control)
            }
            controls[control].indicator.borrow(false)
            setUp(control)
            forgetLamp(of: control)
            controls[control].indicator.returned(isUsed: controls[control].binding.parameter != nil || buttons[control].isLit)
            if !isLearned { takeovers[control].forget() }
            show(control, in: act)
            return true
        }
    }

    /// A lamp or a ring is lit as its profile says; a motor is sent a position within the whole range of its message.
    private func drivenMessage(of control: ControlIndex, to position: Position, _ address: MessageAddress) -> MIDIMessage {
        guard controls[control].indicator.isLamp || controls[control].indicator.isRing else {
            return MIDIMessage(address, raw: position.raw(of: address.kind.maximumRaw))
        }
        return message(position.raw(of: controls[control].indicator.range.span), to: control, address)
    }

    private func drive(
        _ control: ControlIndex, in act: Act, _ message: (MessageAddress) -> MIDIMessage
    ) -> Bool {
        let surface = controls[control].surface
        guard controls[control].sensor.duties.contains(.borrowed), let motor = controls[control].indicator.wired,
            surfaces[surface].isListening
        else { return false }
        let message = message(motor)
        if controls[control].indicator.motorPlace >= 0 {
            guard mayMoveMotors(of: surface) else { return false }
            motorWasDriven(control, to: message.raw)
        }
        if controls[control].indicator.hasMessages {
            forgetLamp(of: control)
            return showLamp(message.raw, of: control, in: act) == .sent
        }
        let result =
            surfaces[surface].sendsAsIs
            ? act.port.send(message, to: surface) : surfaces[surface].device.show(message, in: act)
        guard result == .sent else { return false }
        statistics.messagesOut += 1
        return true
    }

    /// Takes input of a borrowed control: only position and touch are remembered.
    @inline(never)
    func handleBorrowed(_ input: ControlInput, of control: ControlIndex, at now: MonotonicTime) {
        let sent: UInt32? =
            switch input {
            case .position(let raw): raw
            case .upper(let bits): controls[control].sensor.joiner.most(bits, at: now)
            case .lower(let bits): controls[control].sensor.joiner.least(bits)
            case .upperLast(let bits): controls[control].sensor.joiner.mostLast(bits)
            case .lowerFirst, .delta, .press, .release, .touch: nil
            }
        if case .touch(let isTouched) = input { controls[control].sensor.isTouchedOnLoan = isTouched }
        if case .lowerFirst(let bits) = input { controls[control].sensor.joiner.leastFirst(bits, at: now) }
        // The gate is told even if it has no noise yet: the next configuration may set some.
        guard let sent else { return }
        motorRests(control, at: sent)
        _ = controls[control].sensor.gate.passes(sent, isTouched: true, at: now)
        guard controls[control].sensor.takesOver else { return }
        let place = Position(place: controls[control].sensor.upright(sent), of: controls[control].sentPlaces)
        takeovers[control].moveFree(to: place.fraction)
    }
}
