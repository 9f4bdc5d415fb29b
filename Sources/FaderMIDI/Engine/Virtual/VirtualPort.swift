internal import CRealtime
public import FaderConsole
internal import FaderSystem
public import FaderValues
internal import Synchronization

/// The virtual surface as the MIDI thread sees it: another port. Owned by the MIDI thread.
///
/// A message from the daemon costs a few lookups in tables and stores to atomics, and for a meter a look at the clock. An answer of the
/// device is kept here until it is read; only then does the MIDI thread ring its own doorbell.
public final class VirtualPort: MIDIPort {
    private let surface: VirtualSurface
    /// The surfaces of the configuration.
    private var names: [String]
    /// The surface it is attached to.
    private var index: SurfaceIndex?
    /// The surface it was attached to before, if it has not been reported yet that it left.
    private var left: SurfaceIndex?
    private var isArrival = false
    private var seenAttachments: Int
    /// The device that it is.
    private var device: VirtualDevice
    /// The device that was last reported as connected.
    private var announced: VirtualDevice
    /// The answer to a single message that has not been read yet.
    private var owed: MIDIMessage?
    /// Answers that have not been read yet.
    private var (owesGreeting, owesVersion) = (false, false)
    /// The number of the Mackie Control that answers.
    private var answering = VirtualSurface.mackieNumber
    private var answer = InlineArray<18, UInt8>(repeating: 0)
    private var answerLength = 0

    /// A port for the surfaces of a configuration, in order.
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

    /// The next input from a hand.
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

    /// The next surface whose connections changed because the device has been attached to another one.
    private func attachment() -> PortInput? {
        if !isSeen {
            let before = index
            arrange(names, previous: [])
            if index != before {
                (left, isArrival) = (before, index != nil)
                (owesGreeting, owesVersion, owed) = (false, false, nil)
                // To the host, it is now another surface, so start as if it had just been switched on.
                device.clear()
            }
        }
        if device !== announced {
            // It is another device now, which shows nothing yet.
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

    /// Makes the device show a message.
    public func send(_ message: MIDIMessage, to target: SurfaceIndex) -> SendResult {
        guard target == index else { return .sent }
        let now = message.address.kind == .pressure ? faderd_monotonic_ns() : 0
        guard let answer = device.receive(message, at: now) else { return .sent }
        owed = answer
        surface.bell.ring()
        return .sent
    }

    /// Passes a system exclusive message to the device, which shows it, or will answer it at the next `read`.
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

    /// Puts the next bytes of a system exclusive message that a hand sends into `answer`; false if there are none.
    private func popExclusive() -> Bool {
        answerLength = 0
        while answerLength < answer.count, let byte = surface.exclusive.pop() { add(byte) }
        return answerLength > 0
    }

    /// Puts the next answer of the device into `answer`; false if none is owed.
    private func composeAnswer() -> Bool {
        guard owesGreeting || owesVersion else { return false }
        answerLength = 0
        let header: InlineArray<5, UInt8> = [0xF0, 0x00, 0x00, 0x66, answering]
        for place in header.indices { add(header[place]) }
        if owesGreeting {
            owesGreeting = false
            // Its serial number, and a challenge; newer models do not expect a reply to that.
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

    /// One connection each way for the surface that it is attached to; none for others.
    public func connections(of target: SurfaceIndex) -> Connections {
        target == index ? Connections(inputs: 1, outputs: 1) : Connections()
    }

    /// Finds its surface among those of a new configuration.
    public func arrange(_ names: [String], previous: [SurfaceIndex?]) {
        seenAttachments = surface.attachments.load(ordering: .sequentiallyConsistent)
        self.names = names
        (left, isArrival) = (nil, false)
        device = surface.device
        index = names.firstIndex(where: surface.isAttached).map { SurfaceIndex($0) }
    }

    /// Does nothing: there is nothing to give back.
    public func close() {}
}
