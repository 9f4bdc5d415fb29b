/// One connection of a client, for what lives as long as it does. No two of a server are ever the same.
public struct ConnectionID: Hashable, Sendable {
    private let number: UInt64

    /// The connection of that number.
    public init(_ number: UInt64) { self.number = number }
}
