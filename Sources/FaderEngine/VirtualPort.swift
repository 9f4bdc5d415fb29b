public import FaderCore

/// The virtual surface as the MIDI thread sees it: one more port. Owned by the MIDI thread.
public final class VirtualPort: MIDIPort {
    private let surface: VirtualSurface
    /// Index of the surface it is attached to; −1 for none.
    private var index: Int

    /// A port for the surfaces of a configuration, in its order.
    public init(_ surface: VirtualSurface, surfaces names: [String]) {
        self.surface = surface
        index = names.firstIndex(where: surface.isAttached) ?? -1
    }

    /// The eventfd that a moving hand rings.
    public var pollDescriptor: Int32 { surface.bell.descriptor }

    /// The next thing a hand did.
    public func read() -> PortInput {
        while true {
            if let message = surface.inputs.pop() {
                if index >= 0 { return .message(surface: index, message) }
                continue
            }
            surface.bell.clear()
            // A hand may have moved between the look and the clearing.
            if surface.inputs.isEmpty { return .none }
        }
    }

    /// Moves a motor.
    public func send(_ message: MIDIMessage, to target: Int) -> SendResult {
        if target == index { surface.drive(message) }
        return .sent
    }

    /// One each way where it is attached.
    public func connections(of target: Int) -> Connections {
        target == index ? Connections(inputs: 1, outputs: 1) : Connections()
    }

    /// Finds its surface among those of a new configuration.
    public func arrange(_ names: [String], previous: [Int?]) {
        index = names.firstIndex(where: surface.isAttached) ?? -1
    }

    /// Nothing to give back.
    public func close() {}
}
