public import FaderValues

/// A device that was found for a surface.
public struct FoundDevice: Sendable, Equatable {
    public var surface: String
    /// The name of the sequencer client, which is compared with `match`.
    public var client: String
    public var port: String
    /// Why it is not connected, and what to do about it; nil if it is.
    public var trouble: String?
    /// Why its ports allow only one direction although its surface needs both, and what to do about it; nil if they allow what is needed.
    public var oneWay: String?
    /// What tells it from other devices of its model; nil if it is not on USB.
    public var usb: USBDevice?
    /// The name of its sound card; nil for a program.
    public var card: String?
    /// The name of the port that messages to it are sent to, if it is another one.
    public var output: String?

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
