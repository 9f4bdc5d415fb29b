internal import CRealtime
public import FaderConsole
public import FaderSystem
public import FaderValues
internal import Synchronization

/// The embedded virtual surface: a Mackie Control with colored strips, complete with displays, meters, master, wheel and buttons; with
/// `--virtual=PROFILE` a device of that model. Safe to use from anywhere.
///
/// `VirtualDevice` keeps what it is sent. This class is for the hands that make it send, `VirtualPort` for the MIDI thread.
public final class VirtualSurface: Sendable {
    /// A surface with `match: "faderd virtual"` finds it.
    public static let clientName = "faderd virtual"
    /// The strip faders; the master comes after them.
    public static let faderCount = VirtualPanel.stripCount
    /// The most detents of one turn.
    public static let mostDetents = 240
    /// The most presses of a button in one call.
    public static let mostClicks = 16

    public enum Model: Sendable, Equatable {
        case plain
        /// The first surface that speaks Mackie Control: it stands in for a missing device.
        case mackie
        /// The first surface with this profile: it stands in for a device of that model.
        case profile(String)
    }

    let inputs = RingBuffer<MIDIMessage>(capacity: 1024)
    let bell: Doorbell
    private let model: Model
    private let hands = Mutex<Void>(())
    private let mackie = VirtualDevice.mackie()
    private struct Attachment {
        var name: String?
        var device: VirtualDevice
    }

    private let attached: Mutex<Attachment>
    /// System exclusive messages that have not been read yet, byte after byte.
    let exclusive = RingBuffer<UInt8>(capacity: 4096)
    let attachments = Atomic<Int>(0)

    /// All faders at the bottom, everything else dark and blank.
    public init(_ model: Model = .plain) throws(ThreadError) {
        self.model = model
        attached = Mutex(Attachment(device: mackie))
        bell = try Doorbell()
    }

    // MARK: What a hand does

    private static let sweepSteps = 8

    static func way(from start: Double, to end: Double, steps: Int) -> [Double] {
        guard start != end, steps > 1 else { return [end] }
        return (1...steps).map { $0 == steps ? end : start + (end - start) * Double($0) / Double(steps) }
    }

    /// Moves a fader by hand: a finger touches it, moves it and lets go, unless one is already on it.
    ///
    /// - Parameter isSweep: whether it passes through several positions.
    public func move(_ control: Int, to position: Position, isSweep: Bool = false) throws(EngineError) {
        let device = device
        try send {
            device.moving(control, to: position, steps: isSweep ? Self.sweepSteps : 1)
        } noting: {
            device.note(moved: control, to: position)
        }
    }

    /// Takes hold of a fader or a button, or lets go. A button that is down is not pressed again.
    public func hold(_ control: Int, _ isHeld: Bool) throws(EngineError) {
        let device = device
        // A reload may have made it another device before the finger is lifted.
        guard device.controls.indices.contains(control) else { return }
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

    /// Turns an encoder, to the right if positive; at most `mostDetents`.
    public func turn(_ control: Int, by detents: Int) throws(EngineError) {
        let device = device
        try send({ device.turning(control, by: detents) }, noting: {})
    }

    /// Presses and releases a button, at most `mostClicks` times. One that is held down is released first.
    public func click(_ control: Int, times: Int) throws(EngineError) {
        let device = device
        try send {
            let clicks = (0..<times).flatMap { _ in device.pressing(control, true) + device.pressing(control, false) }
            return device.isPressed(control) ? device.pressing(control, false) + clicks : clicks
        } noting: {
            device.note(pressed: control, false)
        }
    }

    /// Sends single messages as the device would. Its controls are then where they say.
    public func send(_ messages: [MIDIMessage]) throws(EngineError) {
        let device = device
        try send {
            messages
        } noting: {
            for message in messages { device.note(sent: message) }
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

    /// Whether the MIDI thread has read everything that hands did.
    public var isRead: Bool { inputs.isEmpty && exclusive.isEmpty }

    /// Queues a hand's messages and records what it did, or neither if there is no room for all.
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

    // MARK: Which surface it is

    /// Attaches it to a surface of the configuration; nil: none matches.
    public func attach(to surface: SurfaceSpec?) {
        attached.withLock { attached in
            attached.name = surface?.name
            guard let surface, !isMackie(surface) else { return attached.device = mackie }
            // After a reload, its controls are still where they were.
            if !attached.device.isLike(surface) { attached.device = VirtualDevice(surface) }
        }
        attachments.add(1, ordering: .sequentiallyConsistent)
        bell.ring()
    }

    /// The surface of a configuration that this device stands for, if any.
    public func surface(in configuration: Configuration) -> SurfaceSpec? {
        let surfaces = configuration.surfaces.filter { !$0.isRefused }
        if case .profile(let name) = model { return surfaces.first { $0.profile == name } }
        let own = surfaces.first { ClientGlob($0.match.client).matches(Self.clientName) && ($0.match.port ?? 0) == 0 }
        guard model == .mackie, own.map(Self.isUnderstood(by:)) != true else { return own }
        return surfaces.first(where: Self.isUnderstood(by:)) ?? own
    }

    /// Whether a surface of the configuration speaks to the Mackie Control that this is.
    public static func isUnderstood(by surface: SurfaceSpec) -> Bool {
        guard let spec = surface.speaks.mackie else { return false }
        return !spec.isExtender && (spec.device ?? mackieNumber) == mackieNumber
    }

    /// Its number in system exclusive messages, as a Mackie Control.
    static let mackieNumber: UInt8 = 0x14

    /// Always, unless it stands in for a device with another profile.
    private func isMackie(_ surface: SurfaceSpec) -> Bool {
        guard case .profile = model else { return true }
        return Self.isUnderstood(by: surface)
    }

    /// The surface that it is attached to, by name; nil: none matches.
    public var attachedSurface: String? { attached.withLock { $0.name } }

    /// A whole Mackie Control, unless it stands in for another model.
    public var device: VirtualDevice { attached.withLock { $0.device } }

    func isAttached(to name: String) -> Bool { attached.withLock { $0.name == name } }
}

// MARK: What it shows

extension VirtualSurface {
    /// Its faders that belong to strips: not the master of a Mackie Control.
    public var stripFaderCount: Int { device === mackie ? VirtualPanel.stripCount : .max }

    /// The rows of the display of a Mackie Control. Other devices have none, nor colors, meters or digits.
    public var rows: [String] { device.panel?.rows ?? [] }

    /// The colors of the strips: bits 1 red, 2 green, 4 blue.
    public var colors: [UInt8] { device.panel?.colors ?? [] }

    /// How high each is now, 0…13, and whether its lamp for "too loud" is lit.
    public var meters: [(level: Int, isOver: Bool)] {
        let now = faderd_monotonic_ns()
        return device.panel.map { panel in (0..<VirtualPanel.stripCount).map { panel.meter($0, at: now) } } ?? []
    }

    public var digits: (timecode: String, assignment: String) { device.panel?.texts ?? ("", "") }
}
