public import FaderConsole
public import FaderModel
internal import FaderThreads
internal import Synchronization

/// The virtual surface as the MIDI thread sees it: one more port. Owned by the MIDI thread.
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
            if index != before { (left, isArrival) = (before, index != nil) }
        }
        if let left {
            self.left = nil
            return .connections(surface: left)
        }
        guard isArrival, let index else { return nil }
        isArrival = false
        return .connections(surface: index)
    }

    /// Moves a motor.
    public func send(_ message: MIDIMessage, to target: SurfaceIndex) -> SendResult {
        if target == index { surface.drive(message) }
        return .sent
    }

    /// The virtual surface has nothing that a system exclusive message could be for: it ignores them, as such a device does.
    public func send(_ message: Span<UInt8>, to target: SurfaceIndex) -> SendResult { .sent }

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
