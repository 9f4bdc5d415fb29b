internal import CRealtime
public import FaderConsole
internal import FaderSystem
public import FaderValues
internal import Synchronization

/// The virtual surface as another port. Owned by the MIDI thread.
///
/// An answer of the device is kept here until it is read; for it, the MIDI thread rings its own doorbell.
public final class VirtualPort: MIDIPort {
    private let surface: VirtualSurface
    private var names: [String]
    private var index: SurfaceIndex?
    /// The surface it was attached to before, if it has not been reported yet that it left.
    private var left: SurfaceIndex?
    private var isArrival = false
    private var seenAttachments: Int
    private var device: VirtualDevice
    private var announced: VirtualDevice
    /// The answer to a single message that has not been read yet.
    private var owed: MIDIMessage?
    private var (owesGreeting, owesVersion) = (false, false)
    /// The number of the Mackie Control that answers.
    private var answering = VirtualSurface.mackieNumber
    private var answer = InlineArray<18, UInt8>(repeating: 0)
    private var answerLength = 0

    public init(_ surface: VirtualSurface, surfaces names: [String]) {
        self.surface = surface
        self.names = names
        seenAttachments = surface.attachments.load(ordering: .sequentiallyConsistent)
        index = names.firstIndex(where: surface.isAttached).map { SurfaceIndex($0) }
        device = surface.device
        announced = device
    }

    /// The eventfd that is rung when a hand does something.
    public var pollDescriptor: Int32 { surface.bell.descriptor }

    public func read() -> PortInput {
        while true {
            if let change = attachment() { return change }
            if let index, composeAnswer() || popExclusive() { return .systemExclusive(surface: index) }
            if let index, let owed {
                self.owed = nil
                return .message(surface: index, owed)
            }
            if let message = surface.inputs.pop() {
                if let index { return .message(surface: index, message) }
                continue
            }
            surface.bell.clear()
            // A hand may have moved between the `pop` and the `clear`.
            if surface.isRead, isSeen { return .none }
        }
    }

    private var isSeen: Bool { surface.attachments.load(ordering: .sequentiallyConsistent) == seenAttachments }

    /// The next surface whose connections changed because the device was attached to another.
    private func attachment() -> PortInput? {
        if !isSeen {
            let before = index
            arrange(names, previous: [])
            if index != before {
                (left, isArrival) = (before, index != nil)
                (owesGreeting, owesVersion, owed) = (false, false, nil)
                // To the host it is another surface, which was just switched on.
                device.clear()
            }
        }
        if device !== announced {
            // Another device shows nothing yet.
            device.clear()
            (left, isArrival, owed) = (index, index != nil, nil)
            announced = device
        }
        if let left {
            self.left = nil
            return .connections(surface: left)
        }
        guard isArrival, let index else { return nil }
        isArrival = false
        return .connections(surface: index)
    }

    public func send(_ message: MIDIMessage, to target: SurfaceIndex) -> SendResult {
        guard target == index else { return .sent }
        let now = message.address.kind == .pressure ? faderd_monotonic_ns() : 0
        guard let answer = device.receive(message, at: now) else { return .sent }
        owed = answer
        surface.bell.ring()
        return .sent
    }

    /// The device shows it, or answers at the next `read`.
    public func send(_ message: Span<UInt8>, to target: SurfaceIndex) -> SendResult {
        guard target == index else { return .sent }
        switch device.receive(message) {
        case .none: return .sent
        case .greeting: owesGreeting = true
        case .version: owesVersion = true
        }
        answering = message[4]
        surface.bell.ring()
        return .sent
    }

    /// Lends the answer that was read last.
    public func withPiece(_ use: (Span<UInt8>) -> Void) { use(answer.span.extracting(first: answerLength)) }

    /// The next bytes of a hand's system exclusive message into `answer`; false if there are none.
    private func popExclusive() -> Bool {
        answerLength = 0
        while answerLength < answer.count, let byte = surface.exclusive.pop() { add(byte) }
        return answerLength > 0
    }

    /// The device's next answer into `answer`; false if it owes none.
    private func composeAnswer() -> Bool {
        guard owesGreeting || owesVersion else { return false }
        answerLength = 0
        let header: InlineArray<5, UInt8> = [0xF0, 0x00, 0x00, 0x66, answering]
        for place in header.indices { add(header[place]) }
        if owesGreeting {
            owesGreeting = false
            // Its serial number, and a challenge to which newer models expect no reply.
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

    /// One each way for the surface that it is attached to.
    public func connections(of target: SurfaceIndex) -> Connections {
        target == index ? Connections(inputs: 1, outputs: 1) : Connections()
    }

    public func arrange(_ names: [String], previous: [SurfaceIndex?]) {
        seenAttachments = surface.attachments.load(ordering: .sequentiallyConsistent)
        self.names = names
        (left, isArrival) = (nil, false)
        device = surface.device
        index = names.firstIndex(where: surface.isAttached).map { SurfaceIndex($0) }
    }

    public func close() {}
}
