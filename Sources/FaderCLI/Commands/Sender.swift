/// The controller that messages came from.
struct Sender: Hashable {
    /// Nil for a controller without one. That has a client, and a port if the client has several.
    var surface: String?
    var client: String?
    var port: Int?
}

extension Sender {
    init(_ message: MonitorResource) { self.init(surface: message.surface, client: message.client, port: message.port) }

    var words: String {
        surface ?? [client?.withoutControls() ?? "?", port.map { "port \($0)" }].compactMap { $0 }.joined(separator: " ")
    }
}
