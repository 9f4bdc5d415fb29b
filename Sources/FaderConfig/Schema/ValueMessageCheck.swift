internal import FaderConsole

/// Messages with a value, such as `program ch 1 = 3`, and `lsb-first`, once all keys are known.
enum ValueMessageCheck {
    /// `lsb-first` on a message without halves, and a motor on a message with a value.
    static func check(_ control: ControlEntry, _ report: Report) {
        guard let input = control.input else { return }
        let id = control.id.forDisplay
        if let lsbFirst = control.lsbFirst, lsbFirst.value {
            switch input.address.kind {
            case .cc14, .nrpn, .rpn: break
            case .cc, .pitchbend, .note, .pressure, .polypressure, .program:
                report.error(
                    lsbFirst.location,
                    "\(id) has no lsb-first: a \(input.address.kind.rawValue) is one message; only cc14, nrpn and rpn come in two halves")
            }
        }
        guard input.address.value != nil else { return }
        guard case .input(let motor) = control.motor else { return }
        report.error(
            motor.source === input.location.source ? motor : input.location,
            "\(id) has nothing to show on \"\(input.address)\", whose other values may be other buttons; if it has a lamp, name the message "
                + "that lights it: motor: {message: \"note 16 ch 1\", raw: [0, 127]}")
    }

    /// Nil if a button that has no release can have the action.
    static func reason(against action: ControlAction, on control: ControlSpec) -> String? {
        guard control.input.value != nil else { return nil }
        let why = "\(control.id.forDisplay) is known by the value of its press, \"\(control.input)\", and has no release"
        return switch action {
        case .follow: "\(why): it cannot be followed; give it an action, such as toggle, step or set"
        case .hold: "\(why): hold would never end; use set, or toggle"
        case .offset(_, latches: false): "\(why): offset would never end; add latch: true"
        case .toggleSpan: "\(why): nobody can hold it while another is pressed, so span has no effect"
        case .modifier(_, latches: false): "\(why): as a modifier it needs latch: true"
        case .step, .toggle, .cycle, .set, .offset, .missing, .reset, .press, .light, .bank, .page, .turn, .modifier, .select: nil
        }
    }

    /// Notes with a value on a device whose protocol only tells whether a note is down, and lamps that change the number of the message.
    static func check(_ controls: [ControlEntry], of speaks: ProtocolSpec, _ report: Report, isNews: (Location) -> Bool) {
        guard speaks != .plain else { return }
        for control in controls {
            if let location = control.lampLocation, isNews(location), control.spec?.changesNumber ?? false {
                report.error(
                    location, "\(control.id.forDisplay) cannot have lamps with other numbers: only a device without a protocol can")
            }
            guard let input = control.input, input.address.kind == .note, input.address.value != nil, isNews(input.location) else {
                continue
            }
            report.error(
                input.location,
                "\(control.id.forDisplay) cannot be known by the value of a note: the protocol of this device says only whether a note is down"
            )
        }
    }
}
