internal import FaderValues

public struct HUISpec: SpokenProtocol {
    public var word: String { "hui" }
    public var controls: [ControlSpec] { HUIControls.all }
    public var panelKeys: Set<String> { ["displays", "meters", "digits"] }

    /// Each strip has two meters: the left ones are the first eight, then come the right ones.
    public var panel: PanelSpec {
        PanelSpec(
            displays: [DisplaySpec(rows: 1, cells: 8, width: 4), DisplaySpec(rows: 2, cells: 8, width: 5, gap: 1)],
            meters: MeterSpec(strips: 16, highest: 12, falls: false), timecodeDigits: 8, areDigitsHexadecimal: true)
    }

    public func isOnlyReceived(_ address: MessageAddress) -> Bool { HUIControls.isOnlyReceived(address) }

    /// Each switch is sent as two controllers.
    public func sentByDevice(_ message: MIDIMessage) -> [MIDIMessage] {
        guard HUIControls.isSwitch(message.address) else { return [message] }
        let (zone, port) = HUIControls.place(of: message.address)
        return [
            MIDIMessage(MessageAddress(.cc, number: 0x0F), raw: zone),
            MIDIMessage(MessageAddress(.cc, number: 0x2F), raw: port | (message.raw > 0 ? 0x40 : 0)),
        ]
    }

    public func answer(to message: MIDIMessage) -> MIDIMessage? {
        let ping = MessageAddress(.note)
        return message.address == ping && message.raw == 0 ? MIDIMessage(ping, raw: 127) : nil
    }

    /// Two controllers for each lamp: its zone, which is kept, and its port.
    public func receivedByDevice(_ message: MIDIMessage, memory zone: inout UInt8) -> MIDIMessage {
        let value = UInt8(truncatingIfNeeded: message.raw)
        if message.address == MessageAddress(.cc, number: 0x0C) { zone = value & 0x1F }
        guard message.address == MessageAddress(.cc, number: 0x2C) else { return message }
        return MIDIMessage(HUIControls.address(zone: zone, port: value & 7), raw: value & 0x40 != 0 ? 127 : 0)
    }

    func conversation(with spec: SurfaceSpec, _ surface: SurfaceIndex, firstControl: ControlIndex) -> any SurfaceProtocol {
        HUIProtocol(spec, surface, firstControl: firstControl)
    }
}

extension ProtocolSpec {
    public static let hui = ProtocolSpec(HUISpec())
}
