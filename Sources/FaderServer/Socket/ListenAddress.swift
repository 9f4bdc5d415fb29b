/// A TCP address on this machine's loopback interface.
public struct ListenAddress: Sendable, Equatable, CustomStringConvertible {
    /// A numeric address: `127.0.0.1` or another in 127.0.0.0/8, or `::1`.
    public let host: String
    /// The port; 0 lets the system choose.
    public let port: Int

    /// `HOST:PORT`; an IPv6 host is in brackets, and `localhost` is 127.0.0.1.
    public init(_ text: String) throws(ServerError) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else { throw .badAddress(text) }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        guard !host.isEmpty else { throw .badAddress(text) }
        if host.lowercased() == "localhost" { host = "127.0.0.1" }
        guard BrowserRules.isLoopback(host) else { throw .notLoopback(text) }
        self.host = host
        self.port = Int(port)
    }

    /// The same address with the port that the system chose.
    init(_ wanted: ListenAddress, port: Int?) {
        host = wanted.host
        self.port = port ?? wanted.port
    }

    /// The address as it is written on the command line.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
