/// The controls of a FaderPort 8 and, with more strips, a 16: Ardour libs/surfaces/faderport8/fp8_controls.cc and fp8_strip.cc.
enum FaderPortControls {
    static func all(_ spec: FaderPortSpec) -> [ControlSpec] {
        var table = ControlTable()
        var fader = ControlSpec(
            id: "fader", input: MessageAddress(.pitchbend), motor: MessageAddress(.pitchbend), touch: MessageAddress(.note, number: 0x68))
        // Ten bits, at the upper end of fourteen.
        (fader.inputRange, fader.motorRange) = (RawRange(0, 16368), RawRange(0, 16368))
        table.strips(spec.strips, row: 6, fader)
        for (row, kind, note) in [(3, "solo", UInt16(0x08)), (4, "mute", 0x10), (5, "select", 0x18)] {
            let address = MessageAddress(.note, number: note)
            table.strips(8, row: row, ControlSpec(id: kind, input: address, motor: address))
        }
        if spec.strips == 16 { addUpper(to: &table) }
        table.buttons("rec solo-clear mute-clear bypass macro link shift", from: 0x00, row: 1, column: 18)
        table.buttons("shift-right", from: 0x46, row: 1, column: 25)
        table.buttons("assign-track assign-send assign-pan assign-plugin", from: 0x28, row: 2, column: 18)
        table.buttons("previous next", from: 0x2E, row: 3, column: 18)
        // As they are printed; each is a function key with shift.
        table.buttons("channel zoom scroll bank master click section marker", from: 0x36, row: 4, column: 18)
        table.buttons("view-audio view-instruments view-busses view-vca view-all", from: 0x3E, row: 5, column: 18)
        table.buttons("auto-read auto-write auto-trim auto-touch auto-latch auto-off", from: 0x4A, row: 6, column: 18)
        table.buttons("cycle", from: 0x56, row: 7, column: 18)
        table.buttons("rewind forward stop play record", from: 0x5B, row: 7, column: 19)
        addWheels(to: &table)
        return table.controls
    }

    /// The keys of the upper eight strips have the numbers that were left over.
    private static func addUpper(to table: inout ControlTable) {
        let solos: [UInt16] = [0x50, 0x51, 0x52, 0x58, 0x54, 0x55, 0x59, 0x57]
        for strip in 0..<8 {
            let keys = [
                ("solo", solos[strip], 3), ("mute", 0x78 + UInt16(strip), 4), ("select", strip == 0 ? 0x07 : 0x20 + UInt16(strip), 5),
            ]
            for (kind, note, row) in keys {
                let address = MessageAddress(.note, number: note)
                table.add(
                    ControlSpec(id: "\(kind).\(strip + 9)", input: address, motor: address, place: GridPlace(row: row, column: strip + 9)))
            }
        }
    }

    private static func addWheels(to table: inout ControlTable) {
        for (id, cc, push, column) in [("encoder.1", UInt16(0x10), UInt16(0x20), 18), ("encoder.2", 0x3C, 0x53, 19)] {
            var wheel = ControlSpec.wheel(id, cc, .signMagnitude)
            let place = GridPlace(row: 8, column: column)
            (wheel.place, wheel.fineKey) = (place, "push.\(id.suffix(1))")
            table.add(wheel)
            table.add(ControlSpec(id: "push.\(id.suffix(1))", input: MessageAddress(.note, number: push), place: place))
        }
        table.add(ControlSpec(id: "user.1", input: MessageAddress(.note, number: 0x66), place: GridPlace(row: 8, column: 20)))
    }
}
