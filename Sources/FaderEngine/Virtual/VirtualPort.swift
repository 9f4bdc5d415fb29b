internal import CRealtime
public import FaderConsole
public import FaderModel
internal import FaderThreads
internal import Synchronization

/// The virtual surface as the MIDI thread sees it: one more port. Owned by the MIDI thread.
///
/// What the daemon sends costs a few stores to atomics, and for a meter a look at the clock. An answer of the device lies here until it is read; only
/// for that the MIDI thread rings its own bell.
public final class VirtualPort: MIDIPort {
    private let surface: VirtualSurface
    /// The surfaces of the configuration.
    private var names: [String]
    /// The surface it is attached to.
    private var index: SurfaceIndex?
    /// The surface it was attached to before, if its leaving has not been reported yet.
    private var left: SurfaceIndex?
    private var isArrival = false
    private var seenAttachments: Int
    /// The answers that have not been read yet.
    private var (owesGreeting, owesVersion) = (false, false)
    private var answer = InlineArray<18, UInt8>(repeating: 0)
    private var answerLength = 0

    /// A port for the surfaces of a configuration, in its order.
    public init(_ surface: VirtualSurface, surfaces names: [String]) {
        self.surface = surface
        self.names = names
        seenAttachments = surface.attachments.load(ordering: .sequentiallyConsistent)
        index = names.firstIndex(where: surface.isAttached).map { SurfaceIndex($0) }
    }

    /// The eventfd that a moving hand rings.
    public var pollDescriptor: Int32 { surface.bell.descriptor }

    /// The next thing a hand did.
    public func read() -> PortInput {
        while true {
            if let change = attachment() { return change }
            if let index, takeAnswer() { return .systemExclusive(surface: index) }
            if let message = surface.inputs.pop() {
                if let index { return .message(surface: index, message) }
                continue
            }
            surface.bell.clear()
            // A hand may have moved between the `pop` and the `clear`.
            if surface.inputs.isEmpty, isSeen { return .none }
        }
    }

    private var isSeen: Bool { surface.attachments.load(ordering: .sequentiallyConsistent) == seenAttachments }

    /// The next surface whose connections changed because the device is now attached to another one.
    private func attachment() -> PortInput? {
        if !isSeen {
            let before = index
            arrange(names, previous: [])
            if index != before {
                (left, isArrival) = (before, index != nil)
                (owesGreeting, owesVersion) = (false, false)
                // Another host than before: as if it had been switched on.
                surface.front.clear()
            }
        }
        if let left {
            self.left = nil
            return .connections(surface: left)
        }
        guard isArrival, let index else { return nil }
        isArrival = false
        return .connections(surface: index)
    }

    /// The device shows it.
    public func send(_ message: MIDIMessage, to target: SurfaceIndex) -> SendResult {
        guard target == index else { return .sent }
        surface.front.take(message, at: message.address.kind == .pressure ? faderd_monotonic_ns() : 0)
        return .sent
    }

    /// The device shows it, or owes an answer.
    public func send(_ message: Span<UInt8>, to target: SurfaceIndex) -> SendResult {
        guard target == index else { return .sent }
        switch surface.front.take(message) {
        case .none: return .sent
        case .greeting: owesGreeting = true
        case .version: owesVersion = true
        }
        surface.bell.ring()
        return .sent
    }

    /// The answer that was read last.
    public func withPiece(_ use: (Span<UInt8>) -> Void) { use(answer.span.extracting(first: answerLength)) }

    /// Puts the next answer together; false if none is owed.
    private func takeAnswer() -> Bool {
        guard owesGreeting || owesVersion else { return false }
        answerLength = 0
        let header: InlineArray<5, UInt8> = [0xF0, 0x00, 0x00, 0x66, VirtualSurface.device]
        for place in header.indices { add(header[place]) }
        if owesGreeting {
            owesGreeting = false
            // Its serial number, and a challenge, to which the newer models want no reply.
            add(0x01)
            add("FADERD1")
            for byte: UInt8 in 1...4 { add(byte) }
        } else {
            owesVersion = false
            add(0x14)
            add("V1.00")
        }
        add(0xF7)
        return true
    }

    private func add(_ text: StaticString) {
        text.withUTF8Buffer { bytes in
            for index in bytes.indices { unsafe add(bytes[index]) }
        }
    }

    private func add(_ byte: UInt8) {
        answer[answerLength] = byte
        answerLength += 1
    }

    /// One connection each way for the surface it is attached to, none for others.
    public func connections(of target: SurfaceIndex) -> Connections {
        target == index ? Connections(inputs: 1, outputs: 1) : Connections()
    }

    /// Finds its surface among those of a new configuration.
    public func arrange(_ names: [String], previous: [SurfaceIndex?]) {
        seenAttachments = surface.attachments.load(ordering: .sequentiallyConsistent)
        self.names = names
        (left, isArrival) = (nil, false)
        index = names.firstIndex(where: surface.isAttached).map { SurfaceIndex($0) }
    }

    /// Nothing to give back.
    public func close() {}
}
