internal import FaderValues

/// PreSonus FaderPort 8 and 16 in their own mode, with texts and meters. The 16 also needs a sign of life every second. Facts: Ardour
/// libs/surfaces/faderport8.
final class FaderPortProtocol: SurfaceProtocol {
    static let lifePause = MonotonicTime.Interval.milliseconds(1000)
    /// How long the device needs for each byte; it loses messages that arrive faster. Ardour faderport8.cc, `tx_midi`.
    private static let bytePause = MonotonicTime.Interval(nanoseconds: 400_000)
    /// The same in bytes per second.
    static let pacing = Int(1_000_000_000 / bytePause.nanoseconds)
    /// Characters in a line of a strip's display.
    static let width = 9
    /// How many lines a strip's display has.
    static let lines = 3

    private let surface: SurfaceIndex
    private let spec: FaderPortSpec
    private var table = InputTable()
    private(set) var deadline = MonotonicTime.never
    /// The strips whose display layout has been set, one bit each.
    private var looks: UInt16 = 0
    /// When the device will have processed everything that it was sent.
    private var freeAt = MonotonicTime.zero
    /// What the displays show: the first line of all strips, then the next.
    private var text = InlineArray<432, UInt8>(repeating: 0x20)

    init(_ surfaceSpec: SurfaceSpec, _ spec: FaderPortSpec, _ surface: SurfaceIndex, firstControl: ControlIndex) {
        self.surface = surface
        self.spec = spec
        for (place, control) in surfaceSpec.controls.enumerated() { table.add(control, at: firstControl.advanced(by: place)) }
    }

    /// Receives a message. A note with a velocity of 0x40 (64) does not count as pressed yet.
    func receive(_ message: MIDIMessage, in act: Act) -> SurfaceEvent {
        guard message.address.kind == .note else { return table.event(of: message) }
        return table.event(of: MIDIMessage(message.address, raw: message.raw > 64 ? 127 : 0))
    }

    func connect(in act: Act) -> SurfaceEvent {
        looks = 0
        for place in text.indices { text[place] = 0x20 }
        _ = advance(in: act)
        return .ready
    }

    func advance(in act: Act) -> SurfaceEvent {
        guard spec.strips == 16 else { return .nothing }
        deadline = act.now + Self.lifePause
        let life = MIDIMessage(MessageAddress(.polypressure), raw: 0)
        // It does not wait for `freeAt`: if it came late, the device would take the host for gone.
        if act.port.send(life, to: surface) == .sent { carry(life.address, at: act.now) }
        return .nothing
    }

    func disconnect() { deadline = .never }

    func forgetInput() { table.forgetSelections() }

    func adopt(_ old: any SurfaceProtocol) -> Bool {
        guard let old = old as? FaderPortProtocol, old.spec == spec else { return false }
        (deadline, looks, freeAt, text) = (old.deadline, old.looks, old.freeAt, old.text)
        table.adoptSelections(of: old.table)
        return true
    }

    func show(_ message: MIDIMessage, in act: Act) -> SendResult {
        guard freeAt <= act.now else { return .pausing(until: freeAt) }
        let result = act.port.sendWhole(message, to: surface)
        if result == .sent { carry(message.address, at: act.now) }
        return result
    }

    func show(_ message: inout ExclusiveMessage, on surface: SurfaceIndex, in act: Act) -> SendResult { send(message, in: act) }

    private func carry(_ address: MessageAddress, at now: MonotonicTime) {
        carry(address.kind == .pressure || address.kind == .program ? 2 : 3, at: now)
    }

    private func carry(_ bytes: Int, at now: MonotonicTime) {
        freeAt = max(freeAt, now) + MonotonicTime.Interval(nanoseconds: Self.bytePause.nanoseconds * UInt64(bytes))
    }

    private func send(_ message: ExclusiveMessage, in act: Act) -> SendResult {
        guard freeAt <= act.now else { return .pausing(until: freeAt) }
        var message = message
        let result = message.send(to: surface, act.port)
        if result == .sent { carry(message.count + 1, at: act.now) }
        return result
    }

    /// The cells of all strips are one display, with three lines of nine characters per strip.
    func write(_ new: Span<UInt8>, at offset: Int, of display: UInt8, in act: Act) -> SendResult {
        guard display == 0, !new.isEmpty, offset >= 0, offset + new.count <= spec.strips * Self.width * Self.lines else { return .sent }
        for place in new.indices { text[offset + place] = new[place] }
        for cell in offset / Self.width...(offset + new.count - 1) / Self.width {
            let (line, strip) = cell.quotientAndRemainder(dividingBy: spec.strips)
            let result = send(line, of: strip, in: act)
            guard result == .sent else { return result }
        }
        return .sent
    }

    private func send(_ line: Int, of strip: Int, in act: Act) -> SendResult {
        let bit = UInt16(1) << strip
        if looks & bit == 0 {
            // Three lines, cleared.
            var message = message(0x13, strip)
            message.add(0x10)
            let result = send(message, in: act)
            guard result == .sent else { return result }
            looks |= bit
        }
        var message = message(0x12, strip)
        message.add(UInt8(line))
        message.add(0)
        let first = (line * spec.strips + strip) * Self.width
        // The device centers a shorter text.
        var end = first + Self.width
        while end > first, text[end - 1] == 0x20 { end -= 1 }
        for place in first..<end { message.add(text[place]) }
        return send(message, in: act)
    }

    /// The meters have 128 steps: Ardour fp8_strip.cc.
    func showMeter(_ level: UInt8, of strip: Int, in act: Act) -> SendResult {
        guard (0..<spec.strips).contains(strip) else { return .sent }
        let raw = UInt32(min(level, 127))
        let address =
            strip < 8 ? MessageAddress(.pressure, channel: UInt8(strip)) : MessageAddress(.program, channel: UInt8(strip - 8))
        return show(MIDIMessage(address, raw: raw), in: act)
    }

    private func message(_ command: UInt8, _ strip: Int) -> ExclusiveMessage {
        var message = ExclusiveMessage([0x00, 0x01, 0x06, spec.strips == 16 ? 0x16 : 0x02])
        message.add(command)
        message.add(UInt8(strip))
        return message
    }
}
