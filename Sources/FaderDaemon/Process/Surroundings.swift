public import FaderConsole
public import FaderMIDI
public import FaderValues

/// What differs between the real sequencer and the virtual surface.
public struct Surroundings: Sendable {
    /// The virtual surface, if the daemon runs on it.
    public var virtualSurface: VirtualSurface?
    /// Passes a new configuration to the watcher of devices once it is in force.
    public var configure: @Sendable (Configuration) -> Void
    /// The devices found for surfaces, in the configuration's order.
    public var devices: @Sendable () -> [FoundDevice]
    /// The connected controllers without a surface; `asks`: each is asked what it is. Every call looks again, and may wait for the system
    /// and the devices.
    public var strangers: @Sendable (_ asks: Bool) -> [Controller]
    /// Sets the receiver of messages from controllers without a surface; nil for none. Any thread may call the receiver. `ready` is called
    /// once, on any thread, when messages arrive there or cannot.
    public var listen: Listen
    public typealias Listen =
        @Sendable (
            _ heard: (@Sendable (ControllerMessage) -> Void)?, _ ready: @escaping @Sendable () -> Void
        ) -> Void
    /// The revision of parameters that have not changed since the start; nil for one above all that an earlier daemon reported.
    public var firstRevision: Revision?

    public init(
        virtualSurface: VirtualSurface?, firstRevision: Revision? = nil,
        configure: @escaping @Sendable (Configuration) -> Void,
        devices: @escaping @Sendable () -> [FoundDevice], strangers: @escaping @Sendable (_ asks: Bool) -> [Controller] = { _ in [] },
        listen: @escaping Listen = { _, ready in ready() }
    ) {
        self.virtualSurface = virtualSurface
        self.firstRevision = firstRevision
        self.configure = configure
        self.devices = devices
        self.strangers = strangers
        self.listen = listen
    }
}
