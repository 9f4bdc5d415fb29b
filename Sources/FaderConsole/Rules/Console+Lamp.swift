internal import FaderValues

/// Lamps that take several messages, or system exclusive ones.
extension Console {
    /// Sends those of a lamp's messages, in order, that say something new. A paced link gets them one by one, so that motors need not wait
    /// for many lamps.
    @inline(never)
    func showLamp(_ raw: UInt32, of control: ControlIndex, in act: Act) -> SendResult {
        let (place, surface) = (Int(controls[control].indicator.lampPlace), controls[control].surface)
        if !lamps[at: place].isUnderway, controls[control].indicator.mustSend || controls[control].indicator.shown < 0 {
            lamps[at: place].forget()
        }
        for message in 0..<lamps[at: place].spec.messages.count where lamps[at: place].mustSend(message, raw) {
            lamps[at: place].isUnderway = true
            if let pause = surfaces[surface].panel?.pause(at: act.now) { return .pausing(until: pause) }
            let result = send(message, of: place, raw, to: surface, in: act)
            guard case .sent = result else { return result }
            lamps[at: place].note(message, raw)
        }
        lamps[at: place].isUnderway = false
        return .sent
    }

    private func send(_ message: Int, of place: Int, _ raw: UInt32, to surface: SurfaceIndex, in act: Act) -> SendResult {
        if let plain = lamps[at: place].spec.messages[message].message(for: raw) {
            let result = surfaces[surface].device.show(plain, in: act)
            if case .sent = result { noteCarried(by: surface, plain.address, at: act.now) }
            return result
        }
        var exclusive = ExclusiveMessage()
        lamps[at: place].spec.messages[message].add(to: &exclusive, for: raw)
        let result = surfaces[surface].device.show(&exclusive, on: surface, in: act)
        guard case .sent = result else { return result }
        statistics.messagesOut &+= 1
        surfaces[surface].panel?.carry(exclusive.count + 1, at: act.now)
        return result
    }

    /// What the device shows is unknown, even if it was just sent.
    func forgetShown(by control: ControlIndex) {
        let (place, shown) = (controls[control].indicator.motorPlace, controls[control].indicator.shown)
        // Its motor stays where it is all the same.
        if place >= 0, shown >= 0, !motorGlides[place].isActive { motorGlides[place].rests(at: shown) }
        controls[control].indicator.shown = -1
        forgetLamp(of: control)
    }

    /// All messages have to be sent to a lamp again, even those that were sent a moment ago.
    func forgetLamp(of control: ControlIndex) {
        guard controls[control].indicator.hasMessages else { return }
        lamps[at: Int(controls[control].indicator.lampPlace)].forget()
    }

    /// A lamp that has other messages now shows something unknown.
    func adoptLamp(of control: ControlIndex, _ old: Console, _ previous: ControlIndex) {
        let (place, before) = (controls[control].indicator.lampPlace, old.controls[previous].indicator.lampPlace)
        guard place >= 0 || before >= 0 else { return }
        guard place >= 0, before >= 0, lamps[at: Int(place)].spec == old.lamps[at: Int(before)].spec else {
            return controls[control].indicator.shown = -1
        }
        lamps[at: Int(place)].adopt(old.lamps[at: Int(before)])
    }

    @inline(__always)
    func noteCarried(by surface: SurfaceIndex, _ address: MessageAddress, at now: MonotonicTime) {
        statistics.messagesOut &+= 1
        if surfaces[surface].isPaced { surfaces[surface].panel?.carry(3 * address.kind.messageCount, at: now) }
    }
}
