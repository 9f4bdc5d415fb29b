/// Assembles the controls of a protocol from short tables.
struct ControlTable {
    private(set) var controls: [ControlSpec] = []

    /// Adds a control for each strip, like the first strip's. Their numbers (for a message without a number, their channels) are
    /// consecutive; notes are `notesApart` from each other.
    mutating func strips(_ count: Int, row: Int, notesApart: Int = 1, _ first: ControlSpec) {
        for strip in 0..<count {
            var control = first
            control.id += ".\(strip + 1)"
            control.place = GridPlace(row: row, column: strip + 1)
            control.input = Self.next(first.input, strip, notesApart)
            control.motor = first.motor.map { Self.next($0, strip, notesApart) }
            control.touch = first.touch.map { Self.next($0, strip, notesApart) }
            control.fineKey = first.fineKey.map { "\($0).\(strip + 1)" }
            controls.append(control)
        }
    }

    /// Adds buttons side by side, with their lamps: the words of `names` are on neighboring notes; `-` leaves one out.
    mutating func buttons(_ names: String, from note: UInt16, channel: UInt8 = 0, row: Int, column: Int = 11, isLit: Bool = true) {
        for (step, name) in names.split(separator: " ").enumerated() where name != "-" {
            let input = MessageAddress(.note, number: note + UInt16(step), channel: channel)
            let place = GridPlace(row: row, column: column + step)
            controls.append(ControlSpec(id: String(name), input: input, motor: isLit ? input : nil, echo: .immediate, place: place))
        }
    }

    mutating func markMaster() { controls[controls.count - 1].isMaster = true }

    mutating func add(_ control: ControlSpec) { controls.append(control) }

    private static func next(_ address: MessageAddress, _ step: Int, _ notesApart: Int) -> MessageAddress {
        var next = address
        switch address.kind {
        case .pitchbend, .pressure, .program: next.channel += UInt8(step)
        case .note: next.number += UInt16(step * notesApart)
        case .cc, .cc14, .polypressure, .nrpn, .rpn: next.number += UInt16(step)
        }
        return next
    }
}

extension ControlSpec {
    static func wheel(_ id: String, _ number: UInt16, _ encoding: RelativeEncoding, ring: UInt16? = nil) -> ControlSpec {
        var control = ControlSpec(
            id: id, input: MessageAddress(.cc, number: number), motor: ring.map { MessageAddress(.cc, number: $0) }, echo: .immediate)
        control.encoder = EncoderSpec(encoding, acceleration: .gentle)
        if ring != nil { control.ring = .mackie }
        return control
    }
}
