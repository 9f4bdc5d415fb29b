internal import FaderValues

/// Mackie HUI: a ping every second; switches and lamps take two messages each. Facts: orchetect/MIDIKit, DrivenByMoss, htlab.net's
/// HUIREFTX.txt.
final class HUIProtocol: SurfaceProtocol {
    private enum Phase { case gone, asked, talking, silent }

    /// After this long without an answer, the device counts as gone.
    static let timeout = MonotonicTime.Interval.milliseconds(2000)
    static let pingPause = MonotonicTime.Interval.milliseconds(1000)

    private let surface: SurfaceIndex
    private var table = InputTable()
    private var phase = Phase.gone
    private var nextPing = MonotonicTime.never
    private var lastAnswer = MonotonicTime.zero
    /// The zone of the switch whose port comes next; above 0x1D: none.
    private var zone = HUIProtocol.noZone
    var panels = HUIPanels()

    private static let noZone: UInt8 = 0xFF
    private static let ping = MessageAddress(.note)

    init(_ spec: SurfaceSpec, _ surface: SurfaceIndex, firstControl: ControlIndex) {
        self.surface = surface
        for (place, control) in spec.controls.enumerated() { table.add(control, at: firstControl.advanced(by: place)) }
    }

    // MARK: What the device says

    func receive(_ message: MIDIMessage, in act: Act) -> SurfaceEvent {
        // Any message shows that the device is still there.
        if phase == .talking { lastAnswer = act.now }
        switch (message.address.kind, message.address.number, message.address.channel) {
        case (.note, 0, 0) where message.raw == 127 && message.address == Self.ping: return answered(at: act.now)
        case (.cc, 0x0F, 0):
            zone = UInt8(truncatingIfNeeded: message.raw)
            return .nothing
        case (.cc, 0x2F, 0): return switched(UInt8(truncatingIfNeeded: message.raw))
        // A device sends switches as two controllers, never as the notes of our table.
        case _ where HUIControls.isSwitch(message.address): return .nothing
        default: return table.event(of: message)
        }
    }

    /// Ignores a port without its zone, and any state but down and up.
    private func switched(_ port: UInt8) -> SurfaceEvent {
        guard zone < 0x1E, port & 0x38 == 0 else { return .nothing }
        let address = HUIControls.address(zone: zone, port: port & 7)
        zone = Self.noZone
        return table.event(of: MIDIMessage(address, raw: port & 0x40 != 0 ? 127 : 0))
    }

    private func answered(at now: MonotonicTime) -> SurfaceEvent {
        guard phase != .gone else { return .nothing }
        lastAnswer = now
        guard phase != .talking else { return .nothing }
        phase = .talking
        return .ready
    }

    /// It sends this when it is switched on or off (MIDIKit, HUISurfaceEvent.swift): it is pinged at once, and sent everything if it answers.
    func receiveReset(in act: Act) -> SurfaceEvent {
        guard phase != .gone else { return .nothing }
        let wasTalking = phase == .talking
        (phase, zone, panels) = (.asked, Self.noZone, HUIPanels())
        // However often it comes, a ping a second is enough.
        if wasTalking { sendPing(in: act) }
        return wasTalking ? .silent : .nothing
    }

    // MARK: The conversation

    var deadline: MonotonicTime { nextPing }

    func connect(in act: Act) -> SurfaceEvent {
        (phase, zone, panels) = (.asked, Self.noZone, HUIPanels())
        sendPing(in: act)
        return .nothing
    }

    func advance(in act: Act) -> SurfaceEvent {
        guard phase != .gone else { return .nothing }
        let isLate = phase == .talking && act.now >= lastAnswer + Self.timeout
        sendPing(in: act)
        guard isLate else { return .nothing }
        (phase, zone) = (.silent, Self.noZone)
        return .silent
    }

    private func sendPing(in act: Act) {
        nextPing = act.now + Self.pingPause
        _ = act.port.send(MIDIMessage(Self.ping, raw: 0), to: surface)
    }

    func disconnect() { (phase, nextPing, zone) = (.gone, .never, Self.noZone) }

    func forgetInput() { zone = Self.noZone }

    func adopt(_ old: any SurfaceProtocol) -> Bool {
        guard let old = old as? HUIProtocol else { return false }
        (phase, nextPing, lastAnswer, zone, panels) = (old.phase, old.nextPing, old.lastAnswer, old.zone, old.panels)
        table.adoptSelections(of: old.table)
        return true
    }

    // MARK: What the device is sent

    func show(_ message: MIDIMessage, in act: Act) -> SendResult {
        guard HUIControls.isSwitch(message.address) else { return act.port.sendWhole(message, to: surface) }
        let (place, channel) = (message.address.number, message.address.channel - HUIControls.channel)
        // Both messages have to be sent, or it is shown again.
        let zone = act.port.send(
            MIDIMessage(MessageAddress(.cc, number: 0x0C), raw: UInt32(channel) << 4 | UInt32(place >> 3)), to: surface)
        guard zone == .sent else { return zone }
        return act.port.send(
            MIDIMessage(MessageAddress(.cc, number: 0x2C), raw: UInt32(place & 7) | (message.raw > 0 ? 0x40 : 0)), to: surface)
    }

    /// Display 0 has the names: four characters for each strip, then those of select-assign. Display 1 is the main one: two rows of 40.
    func write(_ text: Span<UInt8>, at offset: Int, of display: UInt8, in act: Act) -> SendResult {
        panels.write(text, at: offset, of: display, to: surface, act.port)
    }

    func showMeter(_ level: UInt8, of strip: Int, in act: Act) -> SendResult {
        guard (0..<16).contains(strip) else { return .sent }
        let side = UInt32(strip / 8)
        let address = MessageAddress(.polypressure, number: UInt16(strip % 8))
        return act.port.send(MIDIMessage(address, raw: side << 4 | UInt32(min(level, 12))), to: surface)
    }

    func showDigit(_ character: UInt8, at place: Int, in act: Act) -> SendResult {
        panels.show(character, at: place, to: surface, act.port)
    }
}
