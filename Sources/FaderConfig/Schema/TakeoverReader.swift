internal import FaderConsole

/// Reads `takeover:`: how a control without a motor takes hold of a parameter that is not where the control is.
struct TakeoverReader {
    let report: Report

    /// Reads `pickup`, or `{mode: pickup, lamp: MESSAGE}` with the lamp that is lit while the control waits.
    func read(_ node: Node, into control: inout ControlEntry) {
        control.takeoverLocation = node.location
        guard case .block = node.content else {
            control.takeover = report.choice(node, "takeover", of: TakeoverMode.self)
            return
        }
        guard let fields = Fields(node, of: "a takeover", keys: ["mode", "lamp"], report: report) else { return }
        control.takeover = fields["mode"].map { report.choice($0, "the mode", of: TakeoverMode.self) } ?? .pickup
        guard let lamp = fields["lamp"] else { return }
        if control.takeover == .jump {
            report.warning(lamp.location, "lamp has no effect: a control that jumps never waits")
        }
        readLamp(lamp, into: &control)
    }

    private func readLamp(_ node: Node, into control: inout ControlEntry) {
        let messages = MessageReader(report: report)
        guard case .block = node.content else {
            control.takeoverLamp = messages.read(node, "the lamp")
            return
        }
        guard let fields = Fields(node, of: "a lamp", keys: ["message", "raw"], report: report) else { return }
        guard let message = fields["message"] else {
            report.error(node.location, "a lamp needs the message that lights it: {message: \"note 8 ch 1\", raw: [0, 1]}")
            return
        }
        control.takeoverLamp = messages.read(message, "the lamp")
        if let raw = fields["raw"] {
            let lamp = ControlReader(report: report).readLampRange(raw, of: control.takeoverLamp?.address)
            (control.takeoverLampRange, control.isTakeoverLampReversed) = (lamp?.range, lamp?.isReversed ?? false)
        }
    }
}

/// Checks `takeover` once all keys of a control are known.
enum TakeoverCheck {
    /// Reports `takeover` on a control that cannot be away from its parameter.
    static func check(_ control: ControlEntry, _ report: Report) {
        guard let location = control.takeoverLocation else { return }
        let id = control.id.forDisplay
        if control.motorMessage != nil, control.ring != nil, control.encoder == nil {
            guard let lamp = control.takeoverLamp else { return }
            report.error(lamp.location, "\(id) cannot have a lamp for takeover: its ring shows where its parameter is")
        } else if control.motorMessage != nil {
            report.error(location, "\(id) needs no takeover: it has a motor, which goes where its parameter is")
        } else if control.encoder != nil {
            report.error(location, "\(id) needs no takeover: it has no end, so it moves its parameter from wherever that is")
        }
    }
}
