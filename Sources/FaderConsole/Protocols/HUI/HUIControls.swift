/// The controls of a HUI: zones and ports according to htlab.net's HUIREFTX.txt, orchetect/MIDIKit and DrivenByMoss.
///
/// A switch and its lamp have a zone and a port, in two messages. Here they are one note with the number 8 × zone + port: zones 00 to 0F
/// are on channel 15, zones 10 to 1D on channel 16.
enum HUIControls {
    /// The first channel of the switches.
    static let channel: UInt8 = 14

    static func address(zone: UInt8, port: UInt8) -> MessageAddress {
        MessageAddress(.note, number: UInt16(zone & 0x0F) << 3 | UInt16(port), channel: channel + zone >> 4)
    }

    /// Whether a message stands for a switch or its lamp. Other notes are of controls that a profile or config adds.
    static func isSwitch(_ address: MessageAddress) -> Bool { address.kind == .note && address.channel >= channel }

    /// Whether a message stands for a lamp, sound or relay, which send nothing: zones 16 and 1D.
    static func isOnlyReceived(_ address: MessageAddress) -> Bool {
        isSwitch(address) && [0x16, 0x1D].contains(UInt16(address.channel - channel) << 4 | address.number >> 3)
    }

    /// The zone and the port of a switch.
    static func place(of address: MessageAddress) -> (zone: UInt32, port: UInt32) {
        (UInt32(address.channel - channel) << 4 | UInt32(address.number >> 3), UInt32(address.number & 7))
    }

    static let all: [ControlSpec] = {
        var table = ControlTable()
        let fader = MessageAddress(.cc14)
        table.strips(
            8, row: 6, notesApart: 8,
            ControlSpec(id: "fader", input: fader, motor: fader, touch: address(zone: 0, port: 0), echo: .immediate))
        var encoder = ControlSpec.wheel("encoder", 0x40, .invertedSignMagnitude, ring: 0x10)
        encoder.fineKey = "push"
        table.strips(8, row: 1, encoder)
        for (place, id) in ["select", "mute", "solo", "auto", "push", "insert", "rec"].enumerated() {
            let note = address(zone: 0, port: UInt8(place + 1))
            let row = [5, 4, 3, 8, 1, 7, 2][place]
            table.strips(8, row: row, notesApart: 8, ControlSpec(id: id, input: note, motor: id == "push" ? nil : note, echo: .immediate))
        }
        for (row, zone) in zones.enumerated() {
            let first = address(zone: UInt8(8 + row), port: 0)
            table.buttons(zone, from: first.number, channel: first.channel, row: row + 1)
        }
        addWheels(to: &table)
        return table.controls
    }()

    private static func addWheels(to table: inout ControlTable) {
        // Edit-assign A to D, and the scroll wheel.
        for place in 0..<4 {
            var control = ControlSpec.wheel(
                "encoder.\(9 + place)", 0x48 + UInt16(place), .invertedSignMagnitude, ring: 0x18 + UInt16(place))
            control.place = GridPlace(row: 1, column: 19 + place)
            table.add(control)
        }
        var scroll = ControlSpec.wheel("scroll", 0x4C, .invertedSignMagnitude)
        scroll.place = GridPlace(row: 2, column: 19)
        table.add(scroll)
        var jog = ControlSpec.wheel("jog", 0x0D, .invertedSignMagnitude)
        jog.place = GridPlace(row: 6, column: 19)
        table.add(jog)
    }

    /// The names of each zone from 08 on, starting at its port 0.
    private static let zones = [
        "control shift edit-mode undo alt option edit-tool save",
        "window-mix window-edit window-transport window-memory window-status window-alt",
        "channel-left bank-left channel-right bank-right",
        "assign-output assign-input assign-pan send-e send-d send-c send-b send-a",
        "assign default suspend assign-shift assign-mute bypass rec-all",
        "cursor-down cursor-left cursor-mode cursor-right cursor-up scrub shuttle",
        "talkback rewind forward stop play record",
        "return-to-zero end online loop quick-punch",
        "audition pre in out post",
        "monitor-in.3 monitor-in.2 monitor-in.1 monitor-mute monitor-discrete",
        "monitor-out.3 monitor-out.2 monitor-out.1 dim mono",
        "key-0 key-1 key-4 key-2 key-5 key-dot key-3 key-6",
        "enter key-plus",
        "key-7 key-8 key-9 key-minus key-clear key-set key-divide key-multiply",
        "timecode feet beats rude-solo",
        "enable-plugin enable-pan enable-fader enable-send-mute enable-send enable-mute",
        "auto-trim auto-latch auto-read auto-off auto-write auto-touch",
        "status-phase status-monitor status-auto status-suspend status-create status-group",
        "paste cut capture delete copy separate",
        "f1 f2 f3 f4 f5 f6 f7 f8",
        "insert-params insert-assign insert-select.1 insert-select.2 insert-select.3 insert-select.4 insert-bypass insert-compare",
        "relay.1 relay.2 click beep",
    ]
}
