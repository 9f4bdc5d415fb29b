internal import FaderConsole
internal import FaderValues

/// Reads `controls:` of a profile or a surface.
struct ControlReader {
    let report: Report
    /// The looks of lamps that the profile has given names, by these names.
    var lamps: [String: LampSpec] = [:]
    private var messages: MessageReader { MessageReader(report: report) }

    private static let keys = [
        "input", "raw", "noise", "relative", "acceleration", "detents", "fine", "motor", "ring", "touch", "echo", "hold-off", "takeover",
        "invert", "master", "place", "center", "lsb-first", "lamp", "bank",
    ]

    /// The entries of all controls, in the order of the file.
    func readAll(_ node: Node) -> [ControlEntry] {
        guard let entries = report.entries(node, of: "the controls") else { return [] }
        var controls: [ControlEntry] = []
        for entry in entries {
            let control = read(entry)
            guard !entry.isRepeated else { continue }
            guard controls.count < Limits.controlsPerSurface else {
                report.error(entry.keyLocation, "more than \(Limits.controlsPerSurface) controls")
                break
            }
            controls.append(control)
        }
        return controls
    }

    private func read(_ entry: Node.Entry) -> ControlEntry {
        var control = ControlEntry(id: entry.key, location: entry.keyLocation)
        let errors = report.errors
        if !Names.isControl(entry.key) {
            let rule = "a word such as \"play\", or a kind and an index from 1 such as \"fader.3\""
            report.error(
                entry.keyLocation, "\"\(entry.key.forDisplay)\" cannot be a control id: \(rule)",
                suggestion: Names.mended(entry.key, Names.isControl))
        }
        guard let fields = Fields(entry.value, of: "a control", keys: Self.keys, report: report) else {
            control.isDamaged = true
            return control
        }
        if let node = fields["input"] {
            control.input = messages.read(node, "the input", mayNameValue: true)
            control.isDamaged = control.input == nil
        }
        control.inputRange = fields["raw"].flatMap { readRange($0, of: control.input?.address) }
        if let node = fields["noise"] {
            control.noise = report.integer(node, "noise", in: 0...16383)
            control.noiseLocation = node.location
        }
        EncoderReader(report: report).read(fields, into: &control)
        if let node = fields["motor"] { readMotor(node, into: &control) }
        if let node = fields["lamp"] {
            control.lamp = LampReader(report: report).read(node, named: lamps, of: control.motorMessage?.address)
            control.lampLocation = node.location
        }
        if let node = fields["ring"] {
            let address = control.motorMessage?.address
            RingReader(report: report).read(node, into: &control) { readRange($0, of: address) }
        }
        if let node = fields["touch"] { readTouch(node, into: &control) }
        if let node = fields["echo"] {
            control.echo = report.choice(node, "echo", of: EchoPolicy.self)
        }
        control.holdOff = report.duration(fields, "hold-off")
        if let node = fields["takeover"] { TakeoverReader(report: report).read(node, into: &control) }
        control.isInverted = report.truth(fields, "invert")
        control.isMaster = report.truth(fields, "master")
        control.bank = fields["bank"]?.located { report.truth($0, "bank") }
        control.lsbFirst = fields["lsb-first"]?.located { report.truth($0, "lsb-first") }
        control.gridPlace = fields["place"].flatMap(readPlace)
        // Other keys may depend on the one that is wrong.
        if report.errors == errors { control.given = fields.locations }
        return control
    }

    private func readPlace(_ node: Node) -> GridPlace? {
        guard let fields = Fields(node, of: "a place", keys: ["row", "column"], report: report) else { return nil }
        func number(_ key: String) -> Int? {
            if let node = fields[key] { return report.integer(node, key, in: 1...Limits.grid) }
            return report.error(node.location, "a place needs a \(key), for example {row: 1, column: 3}")
        }
        let (row, column) = (number("row"), number("column"))
        guard let row, let column else { return nil }
        return GridPlace(row: row, column: column)
    }

    private func readMotor(_ node: Node, into control: inout ControlEntry) {
        if case .block = node.content {
            readMotorBlock(node, into: &control)
        } else if let flag = report.flag(node) {
            control.motor = flag ? .input(node.location) : .absent
        } else if let message = messages.read(node, "the motor", flags: ["true", "false"]) {
            control.motor = .message(message)
        } else {
            control.isDamaged = true
        }
    }

    /// `{message: "note 8 ch 1", raw: [0, 1]}`: a lamp or a ring whose values differ from those that the control sends.
    private func readMotorBlock(_ node: Node, into control: inout ControlEntry) {
        guard let fields = Fields(node, of: "a motor", keys: ["message", "raw"], report: report) else { return }
        if let message = fields["message"] {
            readMotor(message, into: &control)
        } else {
            control.motor = .input(node.location)
        }
        let address = if case .message(let message) = control.motor { message.address } else { control.input?.address }
        guard let raw = fields["raw"] else { return }
        guard let lamp = readLampRange(raw, of: address) else { return }
        control.motorRange = lamp.range
        control.reversedLampLocation = lamp.isReversed ? raw.location : nil
    }

    /// `[127, 0]`: the raw values for off and on, in either order.
    func readLampRange(_ node: Node, of address: MessageAddress?) -> (range: RawRange, isReversed: Bool)? {
        guard let (low, high) = readEnds(node, of: address) else { return nil }
        guard low != high else { return report.error(node.location, "the raw values for off and on must differ") }
        return (RawRange(UInt32(min(low, high)), UInt32(max(low, high))), high < low)
    }

    /// Reads the raw values at both ends: `[0, 15935]`.
    func readRange(_ node: Node, of address: MessageAddress?) -> RawRange? {
        guard let (low, high) = readEnds(node, of: address) else { return nil }
        guard low < high else { return report.error(node.location, Self.wrongWay) }
        return RawRange(UInt32(low), UInt32(high))
    }

    static let wrongWay = "the first raw value must be below the second; a control that goes the other way has invert: true"

    private func readEnds(_ node: Node, of address: MessageAddress?) -> (low: Int, high: Int)? {
        guard let ends = node.pair else {
            return report.refuse(node, "raw needs the values at both ends, such as [0, 15935]; found \(node.described)")
        }
        let highest = Int(address?.kind.maximumRaw ?? 16383)
        let low = report.integer(ends.first, "the lowest raw value", in: 0...highest)
        let high = report.integer(ends.second, "the highest raw value", in: 0...highest)
        guard let low, let high else { return nil }
        return (low, high)
    }

    private func readTouch(_ node: Node, into control: inout ControlEntry) {
        if report.flag(node) == false {
            control.touch = .some(nil)
            return
        }
        guard let message = messages.read(node, "the touch sensor", flags: ["false"]) else {
            control.isDamaged = true
            return
        }
        switch message.address.kind {
        case .note, .cc, .pressure, .polypressure: control.touch = .some(message)
        case .cc14, .pitchbend, .program, .nrpn, .rpn:
            report.error(node.location, "a touch sensor sends note, cc, pressure or polypressure, not \(message.address.kind.rawValue)")
            control.isDamaged = true
        }
    }
}
