public import FaderConsole
public import FaderValues
internal import Synchronization

/// The device inside the virtual surface, with the controls of a surface.
///
/// The MIDI thread writes what is sent to it; hands write what they do. Every value is an atomic of its own, so nobody ever waits.
public final class VirtualDevice: Sendable {
    public enum Kind: Sendable {
        /// Move it and, if it has a touch sensor, touch it.
        case fader
        case encoder
        case button
        case lamp
    }

    public enum Lamp: Sendable { case off, on, flashing }

    enum Question { case none, greeting, version }

    /// What is known of a control, so that the MIDI thread need not look it up, and its state.
    private final class Cell: Sendable {
        let kind: Kind
        let isMotor: Bool
        let (inputRange, motorRange): (RawRange, RawRange)
        /// Its position, as the raw value that it sends.
        let raw: Atomic<UInt32>
        let shown = Atomic<UInt32>(0)
        let isTouched = Atomic<Bool>(false)
        let isPressed = Atomic<Bool>(false)

        init(_ control: ControlSpec, of speaks: ProtocolSpec) {
            kind =
                speaks.kind.isOnlyReceived(control.input)
                ? .lamp : control.encoder != nil ? .encoder : ButtonRule.isButton(control) ? .button : .fader
            isMotor = kind == .fader && control.motor != nil && control.ring == nil
            inputRange = control.inputRange ?? RawRange(control.input)
            motorRange = control.motorRange ?? RawRange(control.motor ?? control.input)
            raw = Atomic(VirtualDevice.raw(of: control, at: Position(0)))
        }
    }

    private enum Part: UInt8 { case whole, upper, lower }

    public let speaks: ProtocolSpec
    /// Its controls, in the order of the surface.
    public let controls: [ControlSpec]
    /// What it shows beside its controls; nil if it is not a Mackie Control.
    let panel: VirtualPanel?
    private let cells: [Cell]
    private let indicators: [MessageAddress: (control: Int, part: Part)]
    private let lamps: [MessageAddress: Int]
    private let exclusiveLamps: [Int]
    /// The lamps whose number depends on the color, by the messages of these colors, and how much higher each number is.
    private let shades: [MessageAddress: (control: Int, number: UInt32)]
    private let inputs: [MessageAddress: (control: Int, part: Part)]
    private let sensors: [MessageAddress: Int]
    /// What the protocol keeps from one message to the next.
    private let memory = Atomic<UInt8>(0)

    /// A device with the controls of a surface, at the bottom of their travels and dark.
    init(_ surface: SurfaceSpec) {
        (speaks, controls) = (surface.speaks, surface.controls)
        panel = speaks.mackie == nil ? nil : VirtualPanel()
        cells = surface.controls.map { Cell($0, of: surface.speaks) }
        indicators = Self.table(surface.controls.map { $0.lamp?.messages.isEmpty == false ? nil : $0.motor })
        (lamps, exclusiveLamps) = Self.lamps(of: surface.controls)
        shades = Self.shades(of: surface.controls)
        inputs = Self.table(surface.controls.map(\.input))
        sensors = Dictionary(
            surface.controls.enumerated().compactMap { index, control in control.touch.map { ($0, index) } }, uniquingKeysWith: { $1 })
    }

    /// A whole Mackie Control with colored strips, without its pedal.
    static func mackie() -> VirtualDevice {
        let speaks = ProtocolSpec.mackie(MackieSpec(device: VirtualSurface.mackieNumber, hasColors: true))
        let controls = speaks.controls.filter { $0.input.kind != .cc || $0.encoder != nil }
        var surface = SurfaceSpec(name: "", match: SurfaceMatch(client: ""), controls: controls)
        surface.speaks = speaks
        return VirtualDevice(surface)
    }

    private static func lamps(of controls: [ControlSpec]) -> (byMessage: [MessageAddress: Int], exclusive: [Int]) {
        var (lamps, exclusive): ([MessageAddress: Int], [Int]) = ([:], [])
        for (index, control) in controls.enumerated() {
            for message in control.lamp?.messages ?? [] {
                if let address = message.address { lamps[address] = index } else if exclusive.last != index { exclusive.append(index) }
            }
        }
        return (lamps, exclusive)
    }

    private static func shades(of controls: [ControlSpec]) -> [MessageAddress: (control: Int, number: UInt32)] {
        var shades: [MessageAddress: (control: Int, number: UInt32)] = [:]
        for (index, control) in controls.enumerated() where control.changesNumber {
            for number in control.lamp?.numbers ?? [] where number > 0 {
                guard var address = control.motor else { continue }
                address.number += UInt16(number)
                shades[address] = (index, number)
            }
        }
        return shades
    }

    private static func table(_ addresses: [MessageAddress?]) -> [MessageAddress: (control: Int, part: Part)] {
        var table: [MessageAddress: (control: Int, part: Part)] = [:]
        for (index, address) in addresses.enumerated() {
            guard let address else { continue }
            table[address] = (index, .whole)
            guard address.namesHalves else { continue }
            (table[address.halves.msb], table[address.halves.lsb]) = ((index, .upper), (index, .lower))
        }
        return table
    }

    func isLike(_ surface: SurfaceSpec) -> Bool {
        speaks == surface.speaks && controls.map(Self.unmapped) == surface.controls.map(Self.unmapped)
    }

    private static func unmapped(_ control: ControlSpec) -> ControlSpec {
        var control = control
        (control.parameter, control.otherEnd, control.action, control.jobs) = (nil, nil, .follow, [])
        control.presses = Presses()
        return control
    }

    /// A control by its name, such as `fader.1`.
    public func control(named id: String) -> Int? { controls.firstIndex { $0.id == id } }

    public func kind(of control: Int) -> Kind { cells[control].kind }

    /// The button that is pressed by pressing a control: for an encoder, the one below its knob.
    public func key(of control: Int) -> Int? {
        switch kind(of: control) {
        case .button: return control
        case .encoder:
            let id = controls[control].id
            return id.hasPrefix("encoder.") ? self.control(named: "push.\(id.dropFirst("encoder.".count))") : nil
        case .fader, .lamp: return nil
        }
    }

    // MARK: What it is sent

    /// Receives a message on the MIDI thread; returns the answer, if any. `now`: the monotonic clock in nanoseconds.
    func receive(_ message: MIDIMessage, at now: UInt64) -> MIDIMessage? {
        var memory = memory.load(ordering: .relaxed)
        let message = speaks.kind.receivedByDevice(message, memory: &memory)
        self.memory.store(memory, ordering: .relaxed)
        if let control = lamps[message.address], let lamp = controls[control].lamp {
            var shown = cells[control].shown.load(ordering: .relaxed)
            for one in lamp.messages { shown = one.raw(shown, after: message) ?? shown }
            cells[control].shown.store(shown, ordering: .relaxed)
            return nil
        }
        if let (control, number) = shades[message.address], indicators[message.address] == nil {
            // One color is put out before another is lit.
            cells[control].shown.store(message.raw > 0 ? LampSpec.raw(message.raw, number: number) : 0, ordering: .relaxed)
            return nil
        }
        guard let (control, part) = indicators[message.address] else {
            panel?.receive(message, at: now)
            return speaks.kind.answer(to: message)
        }
        let shown = cells[control].shown.load(ordering: .relaxed)
        let raw = Self.raw(shown, with: message.raw, as: part)
        cells[control].shown.store(raw, ordering: .relaxed)
        guard cells[control].isMotor else { return nil }
        let (motor, input) = (cells[control].motorRange, cells[control].inputRange)
        // Either both travels are inverted or neither.
        let place = Position(raw: motor.place(of: raw), of: motor.span).raw(of: input.span)
        drive(control, to: input.lowest + place)
        return nil
    }

    /// A fader with a finger on it stays where it is.
    private func drive(_ control: Int, to raw: UInt32) {
        if !isTouched(control) { cells[control].raw.store(raw, ordering: .relaxed) }
    }

    /// Receives a system exclusive message on the MIDI thread, from F0 to F7; returns what the host asks.
    func receive(_ message: Span<UInt8>) -> Question {
        for control in exclusiveLamps {
            guard let lamp = controls[control].lamp else { continue }
            let shown = cells[control].shown.load(ordering: .relaxed)
            for place in lamp.messages.indices {
                guard let raw = lamp.messages[place].raw(shown, after: message) else { continue }
                cells[control].shown.store(raw, ordering: .relaxed)
                return .none
            }
        }
        guard let panel, message.count >= 7, message[1] == 0, message[2] == 0, message[3] == 0x66,
            speaks.mackie?.device.map({ $0 == message[4] }) != false
        else { return .none }
        switch message[5] {
        case 0x00: return .greeting
        case 0x13: return .version
        case 0x61: lower()
        case 0x62: darken()
        case 0x08, 0x63:
            lower()
            clear()
        default: panel.receive(message[5], message.extracting(6..<message.count - 1))
        }
        return .none
    }

    private func lower() {
        for control in cells.indices where cells[control].isMotor { drive(control, to: Self.raw(of: controls[control], at: Position(0))) }
    }

    private func darken() { for cell in cells { cell.shown.store(0, ordering: .relaxed) } }

    /// Resets it to the state after power-on: everything dark and blank. Faders stay where they are.
    func clear() {
        darken()
        panel?.clear()
    }

    private static func raw(_ raw: UInt32, with new: UInt32, as part: Part) -> UInt32 {
        switch part {
        case .whole: new
        case .upper: new << 7 | raw & 127
        case .lower: raw & ~127 | new
        }
    }

    private static func inputRange(of control: ControlSpec) -> RawRange { control.inputRange ?? RawRange(control.input) }

    private static func raw(of control: ControlSpec, at position: Position) -> UInt32 {
        let range = inputRange(of: control)
        let place = position.raw(of: range.span)
        return range.lowest + (control.isInverted ? range.span - place : place)
    }

    // MARK: What it shows

    public func position(of control: Int) -> Position {
        let range = cells[control].inputRange
        let place = range.place(of: cells[control].raw.load(ordering: .relaxed))
        return Position(raw: controls[control].isInverted ? range.span - place : place, of: range.span)
    }

    public func isTouched(_ control: Int) -> Bool { cells[control].isTouched.load(ordering: .relaxed) }

    public func isPressed(_ control: Int) -> Bool { cells[control].isPressed.load(ordering: .relaxed) }

    /// The lamp of a button or a lamp; nil if it has none. On a Mackie Control, velocity 127 is on, other odd ones flash, even ones are
    /// off. Source: NicoG60/TouchMCU.
    public func lamp(of control: Int) -> Lamp? {
        guard [.button, .lamp].contains(kind(of: control)), controls[control].motor != nil else { return nil }
        let shown = cells[control].shown.load(ordering: .relaxed)
        if let lamp = controls[control].lamp, !lamp.messages.isEmpty { return lamp.isLit(shown) ? .on : .off }
        guard speaks.mackie != nil else { return shown > cells[control].motorRange.lowest ? .on : .off }
        return shown == 127 ? .on : shown & 1 == 1 ? .flashing : .off
    }

    /// The eleven lamps of a Mackie Control's ring, from the left, and whether the lamp below them is lit; nil if it has none.
    public func ring(of control: Int) -> (lamps: [Bool], isMiddleLit: Bool)? {
        guard speaks.mackie != nil, kind(of: control) == .encoder, controls[control].motor != nil else { return nil }
        let value = cells[control].shown.load(ordering: .relaxed)
        let place = Int(value & 0x0F)
        let isLit: (Int) -> Bool =
            switch value >> 4 & 3 {
            case 0: { $0 == place }
            case 1: { min(place, 6) <= $0 && $0 <= max(place, 6) }
            case 2: { $0 <= place }
            default: { abs($0 - 6) < place }
            }
        return ((1...11).map { place > 0 && isLit($0) }, value & 0x40 != 0)
    }

    // MARK: What a hand makes it send

    /// Touches it meanwhile, unless a finger is already on it.
    func moving(_ control: Int, to position: Position, steps: Int) -> [MIDIMessage] {
        let (spec, start) = (controls[control], self.position(of: control).fraction)
        let moves = VirtualSurface.way(from: start, to: position.fraction, steps: steps).flatMap { fraction in
            wire(spec.input, Self.raw(of: spec, at: Position(fraction)), isLSBFirst: spec.isLSBFirst)
        }
        guard spec.touch != nil, !isTouched(control) else { return moves }
        return touching(control, true) + moves + touching(control, false)
    }

    func touching(_ control: Int, _ isTouched: Bool) -> [MIDIMessage] {
        controls[control].touch.map { wire($0, isTouched ? $0.kind.maximumRaw : 0) } ?? []
    }

    /// A button that is known by a value, or sends programs, sends nothing when it comes up.
    func pressing(_ control: Int, _ isPressed: Bool) -> [MIDIMessage] {
        let spec = controls[control]
        if let value = spec.input.value { return isPressed ? wire(spec.input, value) : [] }
        if spec.input.kind == .program { return isPressed ? wire(spec.input, 0) : [] }
        return wire(spec.input, Self.raw(of: spec, at: Position(isPressed ? 1 : 0)))
    }

    func turning(_ control: Int, by detents: Int) -> [MIDIMessage] {
        let spec = controls[control]
        guard let encoder = spec.encoder else { return [] }
        return encoder.values(of: spec.isInverted ? -detents : detents, maximum: cells[control].inputRange.span).flatMap { raw, isDown in
            var address = spec.input
            if isDown { address.number += 1 }
            return wire(address, raw, isLSBFirst: spec.isLSBFirst)
        }
    }

    private func wire(_ address: MessageAddress, _ raw: UInt32, isLSBFirst: Bool = false) -> [MIDIMessage] {
        address.messages(of: raw, isLSBFirst: isLSBFirst).flatMap { speaks.kind.sentByDevice($0) }
    }

    // MARK: What a hand did

    func note(moved control: Int, to position: Position) {
        cells[control].raw.store(Self.raw(of: controls[control], at: position), ordering: .relaxed)
    }

    func note(touched control: Int, _ isTouched: Bool) { cells[control].isTouched.store(isTouched, ordering: .relaxed) }

    func note(pressed control: Int, _ isPressed: Bool) { cells[control].isPressed.store(isPressed, ordering: .relaxed) }

    /// A message was sent as if by a hand: its control is now there.
    func note(sent message: MIDIMessage) {
        if let control = sensors[message.address] { note(touched: control, message.raw > 0) }
        guard let (control, part) = inputs[message.address] else { return }
        switch kind(of: control) {
        case .encoder, .lamp: return
        case .button: note(pressed: control, message.raw != Self.raw(of: controls[control], at: Position(0)))
        case .fader:
            let raw = Self.raw(cells[control].raw.load(ordering: .relaxed), with: message.raw, as: part)
            cells[control].raw.store(raw, ordering: .relaxed)
        }
    }
}
