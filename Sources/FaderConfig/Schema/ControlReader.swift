internal import FaderConsole

/// Reads `controls:` of a profile or a surface.
struct ControlReader {
    let report: Report
    private var messages: MessageReader { MessageReader(report: report) }

    /// A reader that reports errors to `report`.
    init(report: Report) { self.report = report }

    private static let keys = ["input", "motor", "touch", "echo", "hold-off", "invert", "place"]

    /// The entries in the order of the file.
    func readAll(_ node: Node) -> [ControlEntry] {
        guard let entries = report.entries(node, of: "the controls") else { return [] }
        var controls: [ControlEntry] = []
        for entry in entries {
            let control = read(entry)
            guard !entry.isRepeated else { continue }
            guard controls.count < Limits.controlsPerSurface else {
                report.error(entry.keyPlace, "more than \(Limits.controlsPerSurface) controls")
                break
            }
            controls.append(control)
        }
        return controls
    }

    private func read(_ entry: Node.Entry) -> ControlEntry {
        var control = ControlEntry(id: entry.key, place: entry.keyPlace)
        if !Names.isControl(entry.key) {
            let rule = "a word as \"play\", or a kind and an index from 1 as \"fader.3\""
            report.error(
                entry.keyPlace, "\"\(entry.key.forDisplay)\" cannot be a control id: \(rule)",
                suggestion: Names.mended(entry.key, Names.isControl))
        }
        guard let fields = Fields(entry.value, of: "a control", keys: Self.keys, report: report) else {
            control.isDamaged = true
            return control
        }
        if let node = fields["input"] {
            control.input = messages.read(node, "the input")
            control.isDamaged = control.input == nil
        }
        if let node = fields["motor"] { readMotor(node, into: &control) }
        if let node = fields["touch"] { readTouch(node, into: &control) }
        if let node = fields["echo"] {
            control.echo = report.choice(node, "echo", of: Self.echoes)
            control.needsMotor.append(("echo", node.place))
        }
        if let node = fields["hold-off"] {
            control.holdOff = report.duration(node, "hold-off")
            control.needsMotor.append(("hold-off", node.place))
        }
        if let node = fields["invert"] { control.isInverted = report.truth(node, "invert") }
        if let node = fields["place"] { control.gridPlace = readPlace(node) }
        return control
    }

    /// The words of `echo`.
    static let echoes: [(word: String, value: EchoPolicy)] = [("release", .release), ("immediate", .immediate), ("never", .never)]

    private func readPlace(_ node: Node) -> GridPlace? {
        guard let fields = Fields(node, of: "a place", keys: ["row", "column"], report: report) else { return nil }
        func number(_ key: String) -> Int? {
            if let node = fields[key] { return report.integer(node, key, in: 1...Limits.grid) }
            report.error(node.place, "a place needs a \(key), as {row: 1, column: 3}")
            return nil
        }
        let (row, column) = (number("row"), number("column"))
        guard let row, let column else { return nil }
        return GridPlace(row: row, column: column)
    }

    private func readMotor(_ node: Node, into control: inout ControlEntry) {
        if let flag = report.flag(node) {
            control.motor = flag ? .input(node.place) : .absent
        } else if let message = messages.read(node, "the motor", flags: ["true", "false"]) {
            control.motor = .message(message)
        } else {
            control.isDamaged = true
        }
    }

    private func readTouch(_ node: Node, into control: inout ControlEntry) {
        if report.flag(node) == false {
            control.touch = .some(nil)
            return
        }
        control.needsMotor.append(("touch", node.place))
        guard let message = messages.read(node, "the touch sensor", flags: ["false"]) else {
            control.isDamaged = true
            return
        }
        switch message.address.kind {
        case .note, .cc, .pressure, .polypressure: control.touch = .some(message)
        case .cc14, .pitchbend, .program, .nrpn, .rpn:
            report.error(node.place, "a touch sensor speaks note, cc, pressure or polypressure, not \(message.address.kind.word)")
            control.isDamaged = true
        }
    }
}
