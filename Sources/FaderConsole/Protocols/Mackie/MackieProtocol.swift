internal import FaderValues

/// Mackie Control, Logic Control and their extenders, and compatible devices. Apple's manual "Logic Pro 7 Dedicated Control Surface
/// Support", appendix B, and NicoG60/TouchMCU; where they say nothing, what Ardour does.
final class MackieProtocol: SurfaceProtocol {
    private let surface: SurfaceIndex
    private let spec: MackieSpec
    private var table = InputTable()
    private var greeting: MackieGreeting
    /// The device has not answered, and is used all the same.
    private var isUnanswered = false
    /// The strips whose overload lamp is lit, and those whose meter was switched on; one bit each. Before a meter is switched on, it is unknown
    /// whether its overload lamp is lit.
    private var overloads: UInt8 = 0
    private var meters: UInt8 = 0

    init(_ surfaceSpec: SurfaceSpec, _ spec: MackieSpec, _ surface: SurfaceIndex, firstControl: ControlIndex) {
        self.surface = surface
        self.spec = spec
        greeting = MackieGreeting(spec)
        for (place, control) in surfaceSpec.controls.enumerated() { table.add(control, at: firstControl.advanced(by: place)) }
    }

    // MARK: What the device says

    @inline(__always)
    func receive(_ message: MIDIMessage, in act: Act) -> SurfaceEvent {
        switch message.address.kind {
        case .pitchbend: return table.event(of: message)
        // Some devices (Euphonix) send zero detents to mean one: no turn is lost.
        case .cc where message.raw & 0x3F == 0 && Self.isWheel(message.address):
            return table.event(of: MIDIMessage(message.address, raw: message.raw | 1))
        // Buttons and touch sensors: any velocity is a press.
        case .note where Self.isKey(message.address): return table.event(of: MIDIMessage(message.address, raw: message.raw > 0 ? 127 : 0))
        default: return table.event(of: message)
        }
    }

    // The messages of controls that a config adds keep their usual meaning.
    private static func isWheel(_ address: MessageAddress) -> Bool {
        address.channel == 0 && ((0x10...0x17).contains(address.number) || address.number == 0x3C)
    }

    private static func isKey(_ address: MessageAddress) -> Bool { address.channel == 0 && address.number <= 0x76 }

    func receive(_ message: Span<UInt8>, in act: Act) -> SurfaceEvent {
        let event = perform(greeting.receive(message, at: act.now), in: act)
        guard isUnanswered, event == .ready || event == .nonsense else { return event }
        isUnanswered = false
        return event == .ready ? .answered : event
    }

    // MARK: The conversation

    func connect(in act: Act) -> SurfaceEvent {
        isUnanswered = false
        return perform(greeting.begin(at: act.now), in: act)
    }

    func reset(in act: Act) -> SurfaceEvent {
        var message = message(0x08)
        message.add(0)
        _ = message.send(to: surface, act.port)
        return connect(in: act)
    }

    var deadline: MonotonicTime { greeting.deadline }

    func advance(in act: Act) -> SurfaceEvent {
        while greeting.deadline <= act.now {
            let event = perform(greeting.advance(to: act.now), in: act)
            if event == .ready { isUnanswered = true }
            if event != .nothing { return event }
        }
        return .nothing
    }

    private func perform(_ step: MackieGreeting.Step, in act: Act) -> SurfaceEvent {
        switch step {
        case .nothing: return .nothing
        case .ask:
            var message = message(0x00, to: greeting.asked)
            _ = message.send(to: surface, act.port)
            return .nothing
        case .reply, .silent:
            var message = self.message(0x02)
            message.add(greeting.reply.span)
            if message.send(to: surface, act.port) != .sent { greeting.missReply(at: act.now) }
            return step == .silent ? .silent : .nothing
        case .confirmed:
            var message = self.message(0x13)
            message.add(0)
            _ = message.send(to: surface, act.port)
            fallthrough
        case .ready:
            (overloads, meters) = (0, 0)
            return .ready
        case .later: return .restarted
        case .again:
            (overloads, meters) = (0, 0)
            return .answered
        case .nonsense: return .nonsense
        case .refused: return .refused
        }
    }

    func disconnect() { greeting.end() }

    func forgetInput() { table.forgetSelections() }

    func adopt(_ old: any SurfaceProtocol) -> Bool {
        guard let old = old as? MackieProtocol, old.spec == spec else { return false }
        (greeting, isUnanswered, overloads, meters) = (old.greeting, old.isUnanswered, old.overloads, old.meters)
        table.adoptSelections(of: old.table)
        return true
    }

    // MARK: What the device is sent

    var sendsAsIs: Bool { true }

    @inline(__always)
    func show(_ message: MIDIMessage, in act: Act) -> SendResult { act.port.sendWhole(message, to: surface) }

    func write(_ text: Span<UInt8>, at offset: Int, of display: UInt8, in act: Act) -> SendResult {
        guard display == 0, offset + text.count <= 112, text.count <= Self.longestText else { return .sent }
        var message = message(0x12)
        message.add(UInt8(offset))
        message.add(text)
        return message.send(to: surface, act.port)
    }

    func showMeter(_ level: UInt8, of strip: Int, in act: Act) -> SendResult {
        guard (0..<8).contains(strip) else { return .sent }
        let bit = UInt8(1) << strip
        if meters & bit == 0 {
            // Switches on its signal lamp, peaks and bar.
            var message = message(0x20)
            message.add(UInt8(strip))
            message.add(7)
            let result = message.send(to: surface, act.port)
            guard result == .sent else { return result }
        }
        let isOver = level >= Meter.overload
        if meters & bit == 0 || isOver != (overloads & bit != 0) {
            let result = show(pressure(strip, isOver ? 0x0E : 0x0F), in: act)
            guard result == .sent else { return result }
            overloads = isOver ? overloads | bit : overloads & ~bit
            meters |= bit
        }
        return show(pressure(strip, min(level, 13)), in: act)
    }

    private func pressure(_ strip: Int, _ value: UInt8) -> MIDIMessage {
        MIDIMessage(MessageAddress(.pressure), raw: UInt32(strip) << 4 | UInt32(value))
    }

    func showDigit(_ character: UInt8, at place: Int, in act: Act) -> SendResult {
        guard (0..<12).contains(place) else { return .sent }
        // Controllers: the ten digits of the timecode are 0x49 (left) to 0x40 (right), the two of the assignment 0x4B and 0x4A.
        let number = UInt16(place < 10 ? 0x49 - place : 0x4B + 10 - place)
        let (isDotted, letter) = (character & 0x80 != 0, character & 0x7F)
        let code = (letter >= 0x60 ? letter - 0x20 : letter) & 0x3F
        return show(MIDIMessage(MessageAddress(.cc, number: number), raw: UInt32(code) | (isDotted ? 0x40 : 0)), in: act)
    }

    func showColors(_ colors: Span<UInt8>, in act: Act) -> SendResult {
        guard spec.hasColors else { return .sent }
        var message = message(0x72)
        for strip in 0..<8 { message.add(strip < colors.count ? colors[strip] & 7 : 0) }
        return message.send(to: surface, act.port)
    }

    private func message(_ command: UInt8) -> ExclusiveMessage { message(command, to: greeting.device) }

    private func message(_ command: UInt8, to device: UInt8) -> ExclusiveMessage {
        var message = ExclusiveMessage([0x00, 0x00, 0x66, device])
        message.add(command)
        return message
    }
}
