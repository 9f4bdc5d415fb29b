import FaderValues

@testable import FaderConsole

/// A protocol for tests that uses every feature of `SurfaceProtocol`: a greeting that the device answers with a challenge, a ping every
/// second that it must answer, switches and lamps in two messages each (zone, then port), and a pause between two outputs. Its messages
/// are those of Mackie's greeting and of HUI's switches; its controls name switches as `note 8 × zone + port ch 16`.
final class TalkingProtocol: SurfaceProtocol {
    static let timeout = MonotonicTime.Interval.milliseconds(2000)
    static let pingPause = MonotonicTime.Interval.milliseconds(1000)
    static let showPause = MonotonicTime.Interval.milliseconds(10)
    private static let header: [UInt8] = [0xF0, 0x00, 0x00, 0x66, 0x14]

    private enum Phase { case gone, greeted, talking, silent }

    private let surface: SurfaceIndex
    private var table = InputTable()
    private var phase = Phase.gone
    private var zone: UInt16?
    private var nextPing = MonotonicTime.never
    private var lastPong = MonotonicTime.zero
    private var restsUntil = MonotonicTime.zero

    init(_ spec: SurfaceSpec, _ surface: SurfaceIndex, firstControl: ControlIndex) {
        self.surface = surface
        for (place, control) in spec.controls.enumerated() { table.add(control, at: firstControl.advanced(by: place)) }
    }

    var deadline: MonotonicTime { nextPing }

    func connect(in act: Act) -> SurfaceEvent {
        (phase, nextPing) = (.greeted, act.now + Self.timeout)
        send([0x00], act.port)
        return .nothing
    }

    func disconnect() { (phase, nextPing, zone) = (.gone, .never, nil) }

    func forgetInput() { zone = nil }

    func advance(in act: Act) -> SurfaceEvent {
        switch phase {
        case .gone: return .nothing
        case .greeted: return connect(in: act)
        case .talking, .silent:
            nextPing = act.now + Self.pingPause
            _ = act.port.send(MIDIMessage(MessageAddress(.note), raw: 0), to: surface)
            guard phase == .talking, act.now >= lastPong + Self.timeout else { return .nothing }
            phase = .silent
            return .silent
        }
    }

    func receive(_ message: Span<UInt8>, in act: Act) -> SurfaceEvent {
        guard message.count == 8, Self.header.indices.allSatisfy({ message[$0] == Self.header[$0] }), message[5] == 1 else {
            return .nothing
        }
        send([0x02, message[6] ^ 0x7F], act.port)
        (phase, lastPong, nextPing) = (.talking, act.now, act.now + Self.pingPause)
        return .ready
    }

    func receive(_ message: MIDIMessage, in act: Act) -> SurfaceEvent {
        let (address, raw) = (message.address, message.raw)
        switch (address.kind, address.number) {
        case (.note, 0) where raw == 127:
            lastPong = act.now
            guard phase == .silent else { return .nothing }
            phase = .talking
            return .ready
        case (.cc, 15):
            zone = UInt16(raw)
            return .nothing
        case (.cc, 47): return pressed(raw)
        case (.cc, 64..<72):
            guard case .input(let control, _) = table.event(of: message) else { return .nothing }
            return .input(control, .delta(raw & 0x40 != 0 ? Int(raw & 0x3F) : -Int(raw & 0x3F)))
        default: return table.event(of: message)
        }
    }

    /// The switch of a port message; without a zone before it, the port is ignored.
    private func pressed(_ raw: UInt32) -> SurfaceEvent {
        guard let zone else { return .nothing }
        self.zone = nil
        let (place, isDown) = (zone << 3 | UInt16(raw & 7), raw & 0x40 != 0)
        switch table.event(of: MIDIMessage(Self.switchAddress(place), raw: isDown ? 127 : 0)) {
        case .input(let control, .position): return .input(control, isDown ? .press : .release)
        case let event: return event
        }
    }

    static func switchAddress(_ place: UInt16) -> MessageAddress { MessageAddress(.note, number: place, channel: 15) }

    func show(_ message: MIDIMessage, in act: Act) -> SendResult {
        guard restsUntil <= act.now else { return .pausing(until: restsUntil) }
        let result = message.address.kind == .note ? light(message, act.port) : act.port.send(message, to: surface)
        if result == .sent { restsUntil = act.now + Self.showPause }
        return result
    }

    /// Sends both messages of a lamp; if either fails, the lamp must be sent again.
    private func light(_ message: MIDIMessage, _ port: any MIDIPort) -> SendResult {
        let (place, isOn) = (message.address.number, message.raw > 0)
        let zone = port.send(MIDIMessage(MessageAddress(.cc, number: 12), raw: UInt32(place >> 3)), to: surface)
        guard zone == .sent else { return zone }
        return port.send(MIDIMessage(MessageAddress(.cc, number: 44), raw: UInt32(place & 7) | (isOn ? 0x40 : 0)), to: surface)
    }

    private func send(_ words: [UInt8], _ port: any MIDIPort) { _ = port.send((Self.header + words + [0xF7]).span, to: surface) }

    func adopt(_ old: any SurfaceProtocol) -> Bool {
        guard let old = old as? TalkingProtocol else { return false }
        (phase, zone, nextPing, lastPong, restsUntil) = (old.phase, old.zone, old.nextPing, old.lastPong, old.restsUntil)
        return true
    }
}
