public import FaderConsole
public import FaderModel
public import FaderThreads
internal import Synchronization

/// The embedded virtual surface: eight motorized, touch-sensitive faders in the process, for use without hardware.
///
/// It speaks as such a device does: pitch bend on channels 1…8, touch as notes 104…111 on channel 1 (the messages of Mackie Control
/// faders). This is the hand's side; `VirtualPort` is the MIDI thread's. Safe to use from anywhere.
public final class VirtualSurface: Sendable {
    /// Its client name; a surface with `match: "faderd virtual"` finds it.
    public static let clientName = "faderd virtual"
    /// How many faders it has.
    public static let faderCount = 8

    let inputs = Ring<MIDIMessage>(capacity: 1024)
    let bell: Doorbell
    private let hands = Mutex<Void>(())
    /// Where the motors stand, as 14-bit raw values, and which faders a finger is on.
    private let positions = (0..<VirtualSurface.faderCount).map { _ in AtomicFader() }
    private let attached = Mutex<String?>(nil)
    /// How often `attach` was called.
    let attachments = Atomic<Int>(0)

    final class AtomicFader: Sendable {
        let raw = Atomic<UInt32>(0)
        let isTouched = Atomic<Bool>(false)
    }

    /// A surface with all faders at the bottom.
    public init() throws(ThreadError) { bell = try Doorbell() }

    /// One fader as it stands.
    public struct Fader: Sendable, Equatable {
        /// Where the motor or a hand has put it.
        public var position: Position
        /// Whether a finger is on it.
        public var isTouched: Bool
    }

    /// All faders as they stand.
    public var faders: [Fader] {
        positions.map {
            Fader(
                position: Position(raw: $0.raw.load(ordering: .relaxed), of: MessageKind.pitchbend.maximumRaw),
                isTouched: $0.isTouched.load(ordering: .relaxed))
        }
    }

    /// Moves a fader (0-based) by hand: a finger comes, moves it and leaves, unless one is on it already.
    public func move(_ fader: Int, to position: Position) throws(EngineError) {
        let raw = position.raw(of: MessageKind.pitchbend.maximumRaw)
        let move = MIDIMessage(Self.motion(of: fader), raw: raw)
        let touch = Self.touch(of: fader)
        let isPushed = hands.withLock { _ in
            positions[fader].raw.store(raw, ordering: .relaxed)
            if positions[fader].isTouched.load(ordering: .relaxed) { return push([move]) }
            return push([MIDIMessage(touch, raw: 127), move, MIDIMessage(touch, raw: 0)])
        }
        if !isPushed { throw .busy }
    }

    /// Lays a finger on a fader (0-based), or lifts it.
    public func touch(_ fader: Int, isTouched: Bool) throws(EngineError) {
        let message = MIDIMessage(Self.touch(of: fader), raw: isTouched ? 127 : 0)
        let isPushed = hands.withLock { _ in
            positions[fader].isTouched.store(isTouched, ordering: .relaxed)
            return push([message])
        }
        if !isPushed { throw .busy }
    }

    private func push(_ messages: [MIDIMessage]) -> Bool {
        guard inputs.room >= messages.count else { return false }
        for message in messages { _ = inputs.push(message) }
        bell.ring()
        return true
    }

    /// Says which surface of the configuration it is, by name; nil: none matches.
    public func attach(to surface: String?) {
        attached.withLock { $0 = surface }
        attachments.add(1, ordering: .sequentiallyConsistent)
        bell.ring()
    }

    /// The first surface of a configuration that means this device.
    public func surface(in configuration: Configuration) -> SurfaceSpec? {
        configuration.surfaces.first { ClientGlob($0.match.client).matches(Self.clientName) && ($0.match.port ?? 0) == 0 }
    }

    /// The surface it is, by name; nil: none matches.
    public var attachedSurface: String? { attached.withLock { $0 } }

    func isAttached(to name: String) -> Bool { attached.withLock { $0 == name } }

    /// A motor message reached it. Under a finger the fader stays where it is.
    func drive(_ message: MIDIMessage) {
        guard message.address.kind == .pitchbend, Int(message.address.channel) < positions.count else { return }
        let fader = positions[Int(message.address.channel)]
        if !fader.isTouched.load(ordering: .relaxed) { fader.raw.store(message.raw, ordering: .relaxed) }
    }

    private static func motion(of fader: Int) -> MessageAddress { MessageAddress(.pitchbend, channel: UInt8(fader)) }

    private static func touch(of fader: Int) -> MessageAddress { MessageAddress(.note, number: UInt16(104 + fader)) }
}
