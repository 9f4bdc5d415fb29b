public import FaderConsole
public import FaderEngine
public import FaderModel

extension Daemon {
    /// The parts around the daemon that differ between the real sequencer and the virtual surface.
    public struct Surroundings: Sendable {
        /// The virtual surface, if the daemon runs on it.
        public var virtualSurface: VirtualSurface?
        /// Tells the hot-plug side about a new configuration once it is in force.
        public var configure: @Sendable (Configuration) -> Void
        /// The devices found for the surfaces, in the configuration's order.
        public var devices: @Sendable () -> [Device]
        /// The connected controllers that belong to no surface. With `asks`, each is asked what it is. Every call looks anew, and may wait
        /// for the system and for the devices.
        public var strangers: @Sendable (_ asks: Bool) -> [Controller]
        /// Sets the receiver of messages from controllers without a surface, which may be called on any thread; nil for none. Calls `ready`
        /// once, on any thread, when they are heard, or when it is known that they cannot be.
        public var listen: Listen
        /// As `listen`.
        public typealias Listen =
            @Sendable (
                _ heard: (@Sendable (ControllerMessage) -> Void)?, _ ready: @escaping @Sendable () -> Void
            ) -> Void
        /// The revision of parameters that have not changed since the start; nil for one above all that an earlier daemon reported.
        public var firstRevision: Revision?

        /// Surroundings from their parts.
        public init(
            virtualSurface: VirtualSurface?, firstRevision: Revision? = nil,
            configure: @escaping @Sendable (Configuration) -> Void,
            devices: @escaping @Sendable () -> [Device], strangers: @escaping @Sendable (_ asks: Bool) -> [Controller] = { _ in [] },
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

    /// A device that was found for a surface.
    public struct Device: Sendable, Equatable {
        /// The surface's name.
        public var surface: String
        /// The sequencer client's name, which `match` is compared with.
        public var client: String
        /// The port's name.
        public var port: String
        /// Why it is not connected, and what to do about it; nil if it is.
        public var trouble: String?
        /// Why its ports allow one direction only where its surface needs both, and what to do about it; nil if they do not.
        public var oneWay: String?
        /// Which of several devices of its model it is; nil if it is not on USB.
        public var usb: USBDevice?
        /// The name of its sound card; nil for a program.
        public var card: String?
        /// The name of the port that it is sent to, if that is another one.
        public var output: String?

        /// A device from its parts.
        public init(
            surface: String, client: String, port: String, trouble: String? = nil, oneWay: String? = nil, usb: USBDevice? = nil,
            card: String? = nil, output: String? = nil
        ) {
            self.surface = surface
            self.client = client
            self.port = port
            self.trouble = trouble
            self.oneWay = oneWay
            self.usb = usb
            self.card = card
            self.output = output
        }
    }
}
