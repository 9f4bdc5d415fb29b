/// The controller that a control's messages came from.
struct Sender: Hashable {
    /// The surface; nil for a controller that belongs to none. That has a client, and a port if the client has several.
    var surface: String?
    var client: String?
    var port: Int?
}

extension Sender {
    init(_ message: MonitorResource) { self.init(surface: message.surface, client: message.client, port: message.port) }

    /// Its name for people: the surface, or the client, with its port if it has several.
    var words: String {
        surface ?? [client?.withoutControls() ?? "?", port.map { "port \($0)" }].compactMap { $0 }.joined(separator: " ")
    }
}
