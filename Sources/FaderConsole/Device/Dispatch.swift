/// Messages that a trigger sends to a surface.
public struct Dispatch: Sendable, Equatable {
    public var surface: String
    public var messages: [DeviceMessage]

    public init(surface: String, messages: [DeviceMessage]) {
        self.surface = surface
        self.messages = messages
    }
}
