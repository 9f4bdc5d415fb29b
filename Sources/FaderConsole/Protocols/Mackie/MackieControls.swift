/// The controls of a Mackie Control, with its messages: Apple's manual "Logic Pro 7 Dedicated Control Surface Support", appendix B.
enum MackieControls {
    static func all(isExtender: Bool, blinks: Bool) -> [ControlSpec] {
        var table = ControlTable()
        let faders = isExtender ? 8 : 9
        let bend = MessageAddress(.pitchbend)
        table.strips(
            faders, row: 6,
            ControlSpec(id: "fader", input: bend, motor: bend, touch: MessageAddress(.note, number: 0x68), echo: .immediate))
        if !isExtender { table.markMaster() }
        var encoder = ControlSpec.wheel("encoder", 0x10, .signMagnitude, ring: 0x30)
        encoder.fineKey = "push"
        table.strips(8, row: 1, encoder)
        for (place, id) in ["rec", "solo", "mute", "select"].enumerated() {
            let note = MessageAddress(.note, number: UInt16(8 * place))
            var button = ControlSpec(id: id, input: note, motor: note, echo: .immediate)
            if blinks { (button.lamp, button.motorRange) = (LampSpec(on: 127, blink: 1), RawRange(0, 127)) }
            table.strips(8, row: 2 + place, button)
        }
        table.strips(8, row: 1, ControlSpec(id: "push", input: MessageAddress(.note, number: 0x20)))
        if !isExtender { addMain(to: &table) }
        return table.controls
    }

    /// Whether a message is that of a lamp or of the relay, which send nothing.
    static func isOnlyReceived(_ address: MessageAddress) -> Bool {
        address.kind == .note && address.channel == 0 && (firstLamp...firstLamp + 5).contains(address.number)
    }

    private static let firstLamp: UInt16 = 0x71

    /// The controls to the right of the strips.
    private static func addMain(to table: inout ControlTable) {
        table.buttons("assign-track assign-send assign-pan assign-plugin assign-eq assign-instrument", from: 0x28, row: 7)
        let views = "bank-left bank-right channel-left channel-right flip global-view name-value smpte-beats"
        table.buttons(views, from: 0x2E, row: 4)
        table.buttons("f1 f2 f3 f4 f5 f6 f7 f8", from: 0x36, row: 1)
        table.buttons("view-midi view-inputs view-audio view-instruments view-aux view-busses view-outputs view-user", from: 0x3E, row: 8)
        table.buttons("shift option control command", from: 0x46, row: 2)
        table.buttons("auto-read auto-write auto-trim auto-touch auto-latch group save undo cancel enter", from: 0x4A, row: 9)
        table.buttons("marker nudge cycle drop replace click solo", from: 0x54, row: 3)
        table.buttons("rewind forward stop play record", from: 0x5B, row: 5)
        table.buttons("cursor-up cursor-down cursor-left cursor-right zoom scrub", from: 0x60, row: 6)
        table.buttons("user.1 user.2", from: 0x66, row: 2, column: 16, isLit: false)
        table.buttons("smpte beats rude-solo - - relay", from: firstLamp, row: 10)
        var jog = ControlSpec.wheel("jog", 0x3C, .signMagnitude)
        jog.place = GridPlace(row: 6, column: 17)
        table.add(jog)
        table.add(ControlSpec(id: "pedal", input: MessageAddress(.cc, number: 0x2E), place: GridPlace(row: 2, column: 15)))
    }
}
