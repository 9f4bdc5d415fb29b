internal import CRealtime
public import FaderConsole
public import FaderModel
public import FaderThreads
internal import Synchronization

/// The embedded virtual surface, for use without hardware. From outside it is a Mackie Control with colored strips: eight strips with a
/// motor fader, touch, an encoder with a ring, buttons with lamps, a display of two rows and a meter; a master fader, a jog wheel, and
/// every other button.
///
/// It speaks like such a device: `VirtualFront` keeps what it is sent, and the hands here make it send. This class is the side of the
/// hands; `VirtualPort` is that of the MIDI thread. Safe to use from anywhere.
public final class VirtualSurface: Sendable {
    /// Its client name; a surface with `match: "faderd virtual"` finds it.
    public static let clientName = "faderd virtual"
    /// How many strip faders there are. The master comes after them.
    public static let faderCount = VirtualFront.stripCount
    /// The most detents of one turn.
    public static let mostDetents = 240
    /// The most presses of a button in one call.
    public static let mostClicks = 16
    /// Its device id in system exclusive messages: a Mackie Control.
    static let device: UInt8 = 0x14

    /// Which surface of a configuration it is.
    public enum Model: Sendable, Equatable {
        /// The surface whose match names it.
        case plain
        /// The same if that surface speaks Mackie Control, else the first that does: it stands in for a device that is not there.
        case mackie
        /// The first surface with this profile: it stands in for a device of that model.
        case profile(String)
    }

    let inputs = RingBuffer<MIDIMessage>(capacity: 1024)
    let bell: Doorbell
    let front = VirtualFront()
    private let model: Model
    private let hands = Mutex<Void>(())
    /// The surface that it stands for, and the device that it then is; no device if it is a Mackie Control.
    private struct Attachment {
        var name: String?
        var device: VirtualDevice?
    }

    private let attached = Mutex(Attachment())
    /// System exclusive messages that have not been read yet, byte after byte.
    let exclusive = RingBuffer<UInt8>(capacity: 4096)
    /// How many times `attach` was called.
    let attachments = Atomic<Int>(0)

    /// A surface with all faders at the bottom, everything else dark and blank.
    public init(_ model: Model = .plain) throws(ThreadError) {
        self.model = model
        bell = try Doorbell()
    }

    // MARK: What a hand does

    /// What a hand can hold.
    public enum Hold: Sendable, Hashable {
        /// A fader (0-based).
        case fader(Int)
        /// The button of a note.
        case button(UInt8)
        /// A fader or a button of a device with a profile, by its index among the controls.
        case control(Int)
    }

    /// How many positions a fader passes through when a hand moves it.
    private static let sweepSteps = 8

    /// The positions on the way from one to another; only the last one if they are the same.
    static func way(from start: Double, to end: Double, steps: Int) -> [Double] {
        guard start != end, steps > 1 else { return [end] }
        return (1...steps).map { $0 == steps ? end : start + (end - start) * Double($0) / Double(steps) }
    }

    /// Moves a fader (0-based) by hand: a finger touches, moves and releases it, unless one is already on it.
    ///
    /// - Parameter isSweep: whether it goes there by way of several positions, as a hand does.
    public func move(_ fader: Int, to position: Position, isSweep: Bool = false) throws(EngineError) {
        let raw = position.raw(of: MessageKind.pitchbend.maximumRaw)
        try send {
            let way = Self.way(from: self.fader(fader).position.fraction, to: position.fraction, steps: isSweep ? Self.sweepSteps : 1)
            let moves = way.map {
                MIDIMessage(
                    MessageAddress(.pitchbend, channel: UInt8(fader)), raw: Position($0).raw(of: MessageKind.pitchbend.maximumRaw))
            }
            if front.touches[fader].load(ordering: .relaxed) { return moves }
            return [Self.touch(of: fader, true)] + moves + [Self.touch(of: fader, false)]
        } noting: {
            front.positions[fader].store(raw, ordering: .relaxed)
        }
    }

    /// Lays a finger on a fader (0-based), or lifts it.
    public func touch(_ fader: Int, isTouched: Bool) throws(EngineError) { try hold(.fader(fader), isTouched) }

    /// Takes hold of a fader or a button, or releases it. A button that is already down is not pressed again.
    public func hold(_ part: Hold, _ isHeld: Bool) throws(EngineError) {
        switch part {
        case .fader(let fader):
            try send {
                [Self.touch(of: fader, isHeld)]
            } noting: {
                front.touches[fader].store(isHeld, ordering: .relaxed)
            }
        case .button(let note):
            try send {
                isPressed(note) == isHeld ? [] : [Self.press(of: note, isHeld)]
            } noting: {
                front.presses[Int(note)].store(isHeld, ordering: .relaxed)
            }
        case .control(let control): try hold(control, isHeld)
        }
    }

    private func hold(_ control: Int, _ isHeld: Bool) throws(EngineError) {
        // A reload may have made it another device before the finger is lifted.
        guard let device, device.controls.indices.contains(control) else { return }
        if device.kind(of: control) == .button {
            try send {
                device.isPressed(control) == isHeld ? [] : device.pressing(control, isHeld)
            } noting: {
                device.note(pressed: control, isHeld)
            }
        } else {
            try send {
                device.touching(control, isHeld)
            } noting: {
                device.note(touched: control, isHeld)
            }
        }
    }

    /// Moves a fader of a device with a profile, by its index among the controls.
    public func move(control: Int, of device: VirtualDevice, to position: Position, isSweep: Bool) throws(EngineError) {
        try send {
            device.moving(control, to: position, steps: isSweep ? Self.sweepSteps : 1)
        } noting: {
            device.note(moved: control, to: position)
        }
    }

    /// Turns an encoder of a device with a profile; at most `mostDetents`.
    public func turn(control: Int, of device: VirtualDevice, by detents: Int) throws(EngineError) {
        try send({ device.turning(control, by: detents) }, noting: {})
    }

    /// Presses and releases a button of a device with a profile.
    public func click(control: Int, of device: VirtualDevice, times: Int) throws(EngineError) {
        try send {
            let clicks = (0..<times).flatMap { _ in device.pressing(control, true) + device.pressing(control, false) }
            return device.isPressed(control) ? device.pressing(control, false) + clicks : clicks
        } noting: {
            device.note(pressed: control, false)
        }
    }

    /// Sends single messages, as the device would. Its controls are then where the messages say.
    public func send(_ messages: [MIDIMessage]) throws(EngineError) {
        let device = device
        try send {
            messages
        } noting: {
            for message in messages { if let device { device.note(sent: message) } else { front.note(sent: message) } }
        }
    }

    /// Sends a system exclusive message, from F0 to F7.
    public func send(exclusive message: [UInt8]) throws(EngineError) {
        let isSent = hands.withLock { _ in
            guard exclusive.room >= message.count else { return false }
            for byte in message { _ = exclusive.push(byte) }
            bell.ring()
            return true
        }
        if !isSent { throw .busy }
    }

    /// Presses and releases a button `times` times, at most `mostClicks`. A button that is held down is released first.
    public func click(_ note: UInt8, times: Int) throws(EngineError) {
        try send {
            let clicks = (0..<times).flatMap { _ in [Self.press(of: note, true), Self.press(of: note, false)] }
            return isPressed(note) ? [Self.press(of: note, false)] + clicks : clicks
        } noting: {
            front.presses[Int(note)].store(false, ordering: .relaxed)
        }
    }

    /// Turns the encoder with this controller number by `detents`, to the right if positive; at most `mostDetents`.
    public func turn(_ number: UInt8, by detents: Int) throws(EngineError) {
        // At most 15 per message, as real devices do.
        var rest = detents.magnitude
        var messages: [MIDIMessage] = []
        while rest > 0 {
            let count = min(rest, 15)
            rest -= count
            let raw = UInt32(count) | (detents < 0 ? 0x40 : 0)
            messages.append(MIDIMessage(MessageAddress(.cc, number: UInt16(number)), raw: raw))
        }
        try send({ messages }, noting: {})
    }

    /// Whether the MIDI thread has read everything that hands did.
    public var isRead: Bool { inputs.isEmpty && exclusive.isEmpty }

    /// Queues the messages that a hand causes, and records what the hand did. If there is no room for all messages, does neither.
    private func send(_ messages: () -> [MIDIMessage], noting note: () -> Void) throws(EngineError) {
        let isSent = hands.withLock { _ in
            let messages = messages()
            guard inputs.room >= messages.count else { return false }
            note()
            for message in messages { _ = inputs.push(message) }
            if !messages.isEmpty { bell.ring() }
            return true
        }
        if !isSent { throw .busy }
    }

    private static func touch(of fader: Int, _ isTouched: Bool) -> MIDIMessage { press(of: UInt8(0x68 + fader), isTouched) }

    private static func press(of note: UInt8, _ isPressed: Bool) -> MIDIMessage {
        MIDIMessage(MessageAddress(.note, number: UInt16(note)), raw: isPressed ? 127 : 0)
    }

    // MARK: Which surface it is

    /// Attaches it to a surface of the configuration; nil: none matches.
    public func attach(to surface: SurfaceSpec?) {
        attached.withLock { attached in
            attached.name = surface?.name
            guard let surface, !isMackie(surface) else { return attached.device = nil }
            // After a reload, its controls are still where they were.
            if attached.device?.isLike(surface) != true { attached.device = VirtualDevice(surface) }
        }
        attachments.add(1, ordering: .sequentiallyConsistent)
        bell.ring()
    }

    /// The surface of a configuration that this device stands for; nil if there is none.
    public func surface(in configuration: Configuration) -> SurfaceSpec? {
        let surfaces = configuration.surfaces.filter { !$0.isRefused }
        if case .profile(let name) = model { return surfaces.first { $0.profile == name } }
        let own = surfaces.first { ClientGlob($0.match.client).matches(Self.clientName) && ($0.match.port ?? 0) == 0 }
        guard model == .mackie, own.map(Self.isUnderstood(by:)) != true else { return own }
        return surfaces.first(where: Self.isUnderstood(by:)) ?? own
    }

    /// Whether a surface of the configuration speaks to a Mackie Control, which this device is.
    public static func isUnderstood(by surface: SurfaceSpec) -> Bool {
        guard let spec = surface.speaks.mackie else { return false }
        return !spec.isExtender && (spec.device ?? device) == device
    }

    /// Whether it is a Mackie Control as that surface: always, unless it stands in for a device with another profile.
    private func isMackie(_ surface: SurfaceSpec) -> Bool {
        guard case .profile = model else { return true }
        return Self.isUnderstood(by: surface)
    }

    /// The surface that it is attached to, by name; nil: none matches.
    public var attachedSurface: String? { attached.withLock { $0.name } }

    /// The device that it is; nil: a Mackie Control.
    public var device: VirtualDevice? { attached.withLock { $0.device } }

    func isAttached(to name: String) -> Bool { attached.withLock { $0.name == name } }
}

// MARK: What it shows

extension VirtualSurface {
    /// The state of one fader.
    public struct Fader: Sendable, Equatable {
        /// Where the motor or a hand has put it.
        public var position: Position
        /// Whether a finger is on it.
        public var isTouched: Bool
    }

    /// The state of a lamp.
    public enum Lamp: Sendable { case off, on, flashing }

    /// The current state of the strips' faders.
    public var faders: [Fader] { (0..<Self.faderCount).map(fader) }

    /// One fader (0-based; the master is 8).
    public func fader(_ index: Int) -> Fader {
        Fader(
            position: Position(raw: front.positions[index].load(ordering: .relaxed), of: MessageKind.pitchbend.maximumRaw),
            isTouched: front.touches[index].load(ordering: .relaxed))
    }

    /// The lamp of a note. Velocity 127 is on, other odd velocities flash, and even ones are off. Source: NicoG60/TouchMCU.
    public func lamp(_ note: UInt8) -> Lamp {
        switch front.lamps[Int(note)].load(ordering: .relaxed) {
        case 127: .on
        case let velocity: velocity & 1 == 1 ? .flashing : .off
        }
    }

    /// Whether the button of a note is down.
    public func isPressed(_ note: UInt8) -> Bool { front.presses[Int(note)].load(ordering: .relaxed) }

    /// The eleven lamps of a ring (0-based) from the left, and whether the lamp below them is lit.
    public func ring(_ index: Int) -> (lamps: [Bool], isMiddleLit: Bool) {
        let value = front.rings[index].load(ordering: .relaxed)
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

    /// The rows of the display. A byte that is not a printable ASCII character is blank.
    public var rows: [String] {
        let characters = (0..<2 * VirtualFront.rowLength).map { place in
            let byte = front.text[place].load(ordering: .relaxed)
            return (0x20...0x7E).contains(byte) ? byte : 0x20
        }
        return [0, VirtualFront.rowLength].map { String(decoding: characters[$0..<$0 + VirtualFront.rowLength], as: UTF8.self) }
    }

    /// The colors of the strips: bits 1 red, 2 green, 4 blue.
    public var colors: [UInt8] { (0..<VirtualFront.stripCount).map { front.colors[$0].load(ordering: .relaxed) } }

    /// How high each meter is now, 0…13, and whether its lamp for "too loud" is lit.
    public var meters: [(level: Int, isOver: Bool)] {
        let now = faderd_monotonic_ns()
        return (0..<VirtualFront.stripCount).map { front.meter($0, at: now) }
    }

    /// The digits of the timecode and of the assignment.
    public var digits: (timecode: String, assignment: String) { (digits(0..<10), digits(10..<12)) }

    private func digits(_ range: Range<Int>) -> String {
        var text = ""
        for place in range {
            let value = front.digits[place].load(ordering: .relaxed)
            let code = value & 0x3F
            text.unicodeScalars.append(Unicode.Scalar(code < 0x20 ? code + 0x40 : code))
            if value & 0x40 != 0 { text += "." }
        }
        return text
    }
}
