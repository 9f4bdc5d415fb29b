/// The connections that targets share, by their peers. Each is opened for the first target that needs it. Owned by the event loop.
final class ConnectionPool<Key: Hashable, Connection> {
    private var connections: [Key: Connection] = [:]
    private let open: (Key) -> Connection
    private let close: (Connection) -> Void

    init(open: @escaping (Key) -> Connection, close: @escaping (Connection) -> Void) { (self.open, self.close) = (open, close) }

    var all: [Connection] { Array(connections.values) }

    func existing(_ key: Key) -> Connection? { connections[key] }

    subscript(key: Key) -> Connection {
        if let connection = connections[key] { return connection }
        let connection = open(key)
        connections[key] = connection
        return connection
    }

    /// Closes all others.
    func keep(_ kept: Set<Key>) {
        for (key, connection) in connections where !kept.contains(key) {
            connections[key] = nil
            close(connection)
        }
    }
}
