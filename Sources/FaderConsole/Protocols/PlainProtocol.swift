internal import FaderModel

/// A device whose controls each have their own messages, in and out, and that has nothing else to say.
final class PlainProtocol: SurfaceProtocol {
    private let surface: SurfaceIndex
    private var table = InputTable()
    /// For lamps whose colors have messages with other numbers: how much higher the number was that each was last sent, by its lowest number.
    private var shades = InlineArray<128, UInt8>(repeating: 0)
    let sendsAsIs: Bool

    /// The protocol of a surface whose first control has this index.
    init(_ spec: SurfaceSpec, _ surface: SurfaceIndex, firstControl: ControlIndex) {
        self.surface = surface
        sendsAsIs = !spec.controls.contains(where: \.changesNumber)
        for (place, control) in spec.controls.enumerated() { table.add(control, at: firstControl.advanced(by: place)) }
    }

    @inline(__always)
    func receive(_ message: MIDIMessage, in act: Act) -> SurfaceEvent { table.event(of: message) }

    @inline(__always)
    func show(_ message: MIDIMessage, in act: Act) -> SendResult {
        sendsAsIs || message.address.kind.maximumRaw > 127
            ? act.port.sendWhole(message, to: surface) : showShade(message, in: act)
    }

    /// Sends a lamp its color. If that has another number than the last one, that one goes out first.
    @inline(never)
    private func showShade(_ message: MIDIMessage, in act: Act) -> SendResult {
        let (base, shade) = (Int(message.address.number & 0x7F), UInt8(message.raw >> 7 & 0x7F))
        var address = message.address
        if shades[base] != shade {
            address.number = message.address.number + UInt16(shades[base])
            let result = act.port.send(MIDIMessage(address, raw: 0), to: surface)
            guard result == .sent else { return result }
            shades[base] = shade
        }
        address.number = message.address.number + UInt16(shade)
        return act.port.send(MIDIMessage(address, raw: message.raw & 0x7F), to: surface)
    }

    func disconnect() {
        table.forgetSelections()
        shades = InlineArray(repeating: 0)
    }

    func forgetInput() { table.forgetSelections() }

    func adopt(_ old: any SurfaceProtocol) -> Bool {
        guard let old = old as? PlainProtocol else { return false }
        table.adoptSelections(of: old.table)
        shades = old.shades
        return true
    }
}

/// Each control has its own messages.
public struct PlainSpec: SpokenProtocol {
    /// `plain`.
    public var word: String { "plain" }
    /// None: only the profile knows them.
    public var controls: [ControlSpec] { [] }
    /// None.
    public var panelKeys: Set<String> { [] }
    /// Nothing: only the profile knows it.
    public var panel: PanelSpec { PanelSpec() }

    func conversation(with spec: SurfaceSpec, _ surface: SurfaceIndex, firstControl: ControlIndex) -> any SurfaceProtocol {
        PlainProtocol(spec, surface, firstControl: firstControl)
    }
}

extension ProtocolSpec {
    /// Each control has its own messages.
    public static let plain = ProtocolSpec(PlainSpec())
}
