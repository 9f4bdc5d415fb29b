/// The body of `POST /v1/surfaces/{name}/send`: the bytes that the device of a virtual surface sends.
public struct VirtualBytes: WireRequest, Equatable {
    /// Whole MIDI messages, two hexadecimal digits a byte, with or without blanks.
    public var bytes: String

    package init(bytes: String) { self.bytes = bytes }
}

/// The messages that the device of a virtual surface has sent.
public struct VirtualSent: WireObject, Equatable {
    /// The surface that has received it.
    public var surface: String
    /// The messages, as the monitor prints them.
    public var messages: [String]

    package init(surface: String, messages: [String]) { (self.surface, self.messages) = (surface, messages) }
}
