/// Messages that a trigger sends to a surface.
public struct Dispatch: Sendable, Equatable {
    /// The name of the surface that they go to.
    public var surface: String
    /// In the order in which they are sent.
    public var messages: [DeviceMessage]

    /// Messages for a surface.
    public init(surface: String, messages: [DeviceMessage]) {
        self.surface = surface
        self.messages = messages
    }
}
