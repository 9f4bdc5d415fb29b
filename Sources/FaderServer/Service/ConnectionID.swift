/// One client connection, as the owner of what lives as long as it does. A server never uses the same one twice.
public struct ConnectionID: Hashable, Sendable {
    private let number: UInt64

    /// The connection of that number.
    public init(_ number: UInt64) { self.number = number }
}
