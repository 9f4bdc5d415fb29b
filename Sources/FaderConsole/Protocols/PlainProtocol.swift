internal import FaderValues

/// A device whose controls each have their own messages, in and out, and that has nothing else to say.
final class PlainProtocol: SurfaceProtocol {
    private let surface: SurfaceIndex
    private var table = InputTable()
    /// The lamps whose number depends on the color, as indices of `shades`, which holds how much higher each one's last number was.
    private var lamps: [MessageAddress: Int] = [:]
    private var shades: [UInt8] = []
    let sendsAsIs: Bool

    /// The protocol of a surface whose first control has this index.
    init(_ spec: SurfaceSpec, _ surface: SurfaceIndex, firstControl: ControlIndex) {
        self.surface = surface
        sendsAsIs = !spec.controls.contains(where: \.changesNumber)
        for (place, control) in spec.controls.enumerated() { table.add(control, at: firstControl.advanced(by: place)) }
        for lamp in spec.controls.filter(\.changesNumber).compactMap(\.motor) where lamps[lamp] == nil {
            lamps[lamp] = shades.count
            shades.append(0)
        }
    }

    @inline(__always)
    func receive(_ message: MIDIMessage, in act: Act) -> SurfaceEvent { table.event(of: message) }

    @inline(__always)
    func show(_ message: MIDIMessage, in act: Act) -> SendResult {
        sendsAsIs || message.address.kind.maximumRaw > 127
            ? act.port.sendWhole(message, to: surface) : showShade(message, in: act)
    }

    /// Sends a lamp its color. The upper bits of `raw` say how much higher its number is. If the last color had another number, that one goes
    /// out first, because otherwise both would be lit.
    @inline(never)
    private func showShade(_ message: MIDIMessage, in act: Act) -> SendResult {
        let shade = UInt8(message.raw >> 7 & 0x7F)
        var address = message.address
        if let lamp = lamps[message.address], shades[lamp] != shade {
            address.number = message.address.number + UInt16(shades[lamp])
            let result = act.port.send(MIDIMessage(address, raw: 0), to: surface)
            guard result == .sent else { return result }
            shades[lamp] = shade
        }
        address.number = message.address.number + UInt16(shade)
        return act.port.send(MIDIMessage(address, raw: message.raw & 0x7F), to: surface)
    }

    func disconnect() {
        table.forgetSelections()
        for lamp in shades.indices { shades[lamp] = 0 }
    }

    func forgetInput() { table.forgetSelections() }

    func adopt(_ old: any SurfaceProtocol) -> Bool {
        guard let old = old as? PlainProtocol else { return false }
        table.adoptSelections(of: old.table)
        for (address, lamp) in lamps { if let former = old.lamps[address] { shades[lamp] = old.shades[former] } }
        return true
    }
}

extension PlainSpec: SpokenProtocol {
    func conversation(with spec: SurfaceSpec, _ surface: SurfaceIndex, firstControl: ControlIndex) -> any SurfaceProtocol {
        PlainProtocol(spec, surface, firstControl: firstControl)
    }
}
