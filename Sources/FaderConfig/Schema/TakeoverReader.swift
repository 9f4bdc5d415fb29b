internal import FaderConsole

struct TakeoverReader {
    let report: Report

    /// `pickup`, or `{mode: pickup, lamp: MESSAGE}` with the lamp that is lit while the control waits.
    func read(_ node: Node, into control: inout ControlEntry) {
        guard case .block = node.content else {
            control.takeover = report.choice(node, "takeover", of: TakeoverMode.self)
            return
        }
        guard let fields = Fields(node, of: "a takeover", keys: ["mode", "lamp"], report: report) else { return }
        control.takeover = fields["mode"].map { report.choice($0, "the mode", of: TakeoverMode.self) } ?? .pickup
        guard let lamp = fields["lamp"] else { return }
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
