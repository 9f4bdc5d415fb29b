/// A MIDI device of this machine, as a `match:` names it.
public struct ConsoleDevice: Sendable, Hashable {
    /// A glob on the name of its client.
    public var client: String
    /// Which of its ports, from 0; nil for the first that sends and receives.
    public var port: Int?

    public init(client: String, port: Int? = nil) { (self.client, self.port) = (client, port) }

    var name: String { "\"\(client)\"" + (port.map { " port \($0 + 1)" } ?? "") }
}
