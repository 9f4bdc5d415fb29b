public import FaderConsole
internal import FaderThreads
internal import Synchronization

/// The virtual surface as the MIDI thread sees it: one more port. Owned by the MIDI thread.
public final class VirtualPort: MIDIPort {
    private let surface: VirtualSurface
    /// The surfaces of the configuration.
    private var names: [String]
    /// Index of the surface it is attached to; −1 for none.
    private var index: Int
    /// Index of the surface it was attached to before, if its leaving has not been reported yet; −1 for none.
    private var left = -1
    private var isArrival = false
    private var seenAttachments: Int

    /// A port for the surfaces of a configuration, in its order.
    public init(_ surface: VirtualSurface, surfaces names: [String]) {
        self.surface = surface
        self.names = names
        seenAttachments = surface.attachments.load(ordering: .sequentiallyConsistent)
        index = names.firstIndex(where: surface.isAttached) ?? -1
    }

    /// The eventfd that a moving hand rings.
    public var pollDescriptor: Int32 { surface.bell.descriptor }

    /// The next thing a hand did.
    public func read() -> PortInput {
        while true {
            if let change = attachment() { return change }
            if let message = surface.inputs.pop() {
                if index >= 0 { return .message(surface: index, message) }
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
            if index != before { (left, isArrival) = (before, index >= 0) }
        }
        if left >= 0 {
            defer { left = -1 }
            return .connections(surface: left)
        }
        guard isArrival else { return nil }
        isArrival = false
        return .connections(surface: index)
    }

    /// Moves a motor.
    public func send(_ message: MIDIMessage, to target: Int) -> SendResult {
        if target == index { surface.drive(message) }
        return .sent
    }

    /// The virtual surface has nothing that a system exclusive message could be for: it ignores them, as such a device does.
    public func send(_ message: Span<UInt8>, to target: Int) -> SendResult { .sent }

    /// One connection each way for the surface it is attached to, none for others.
    public func connections(of target: Int) -> Connections {
        target == index ? Connections(inputs: 1, outputs: 1) : Connections()
    }

    /// Finds its surface among those of a new configuration.
    public func arrange(_ names: [String], previous: [Int?]) {
        seenAttachments = surface.attachments.load(ordering: .sequentiallyConsistent)
        self.names = names
        (left, isArrival) = (-1, false)
        index = names.firstIndex(where: surface.isAttached) ?? -1
    }

    /// Nothing to give back.
    public func close() {}
}
