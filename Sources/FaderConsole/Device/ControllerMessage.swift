/// The content of a message that is only reported.
public enum MessageContent: Sendable, BitwiseCopyable, Equatable {
    /// A message that a control can use.
    case message(MIDIMessage)
    /// A system exclusive message, or a piece of one: its length in bytes, including F0 and F7.
    case systemExclusive(length: Int)
    /// Another message: its status byte and its length in bytes.
    case other(status: UInt8, length: Int)
}

/// A connected controller that belongs to no surface.
public struct Controller: Sendable, Equatable {
    /// The sequencer client's name, which `match` is compared with.
    public var client: String
    /// The USB identity of its sound card; nil if that is not on USB.
    public var usb: USBIdentity?
    /// Which of the client's ports it is behind, 0-based; nil if the client has only one, or if no particular port is meant.
    public var port: Int?
    /// The names of the client's ports, in the order in which a `match` counts them; empty if they are not known.
    public var ports: [String]
    /// What it says it is; nil if it was not asked or did not answer.
    public var identity: DeviceIdentity?

    public init(
        client: String, usb: USBIdentity? = nil, port: Int? = nil, ports: [String] = [], identity: DeviceIdentity? = nil
    ) {
        self.ports = ports
        self.client = client
        self.usb = usb
        self.port = port
        self.identity = identity
    }
}

/// A message from a controller that belongs to no surface.
public struct ControllerMessage: Sendable, Equatable {
    /// The sequencer client's name, which `match` is compared with.
    public var client: String
    /// Which of the client's ports it came from, 0-based; nil if the client has only one.
    public var port: Int?
    /// What the controller sent.
    public var content: MessageContent
    /// The bytes of a short system exclusive message; empty for any other.
    public var bytes: [UInt8]
    /// How many messages at least were lost before it, because they were not read in time.
    public var missed: UInt64

    public init(client: String, port: Int?, content: MessageContent, bytes: [UInt8] = [], missed: UInt64) {
        self.client = client
        self.port = port
        self.content = content
        self.bytes = bytes
        self.missed = missed
    }
}
