/// How much programs may declare.
public struct DeclarationLimits: Sendable, Equatable {
    /// The most ids that one owner may keep alive.
    public var ofOneOwner: Int
    /// The most ids altogether.
    public var inAll: Int
    /// The most declarers that one id may have.
    public var declarers: Int
    /// The most bytes of all bodies that are kept for reading again.
    public var bytes: Int

    public init(ofOneOwner: Int = 100, inAll: Int = 1000, declarers: Int = 100, bytes: Int = 4 << 20) {
        self.ofOneOwner = ofOneOwner
        self.inAll = inAll
        self.declarers = declarers
        self.bytes = bytes
    }
}

public struct DeclarationBody: Sendable, Equatable {
    /// The name of the program that sent it.
    public var name: String
    /// The declaration as JSON.
    public var bytes: [UInt8]

    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

public enum DeclarationRefusal: Error, Equatable, Sendable {
    case unknown
    /// Only others have declared it, and only they can take it back: their names.
    case ofOthers([String])
    /// One of its ids, the id of the declaration that has it, and the names of that one's declarers.
    case taken(String, by: String, of: [String])
    case tooManyOfOneOwner(limit: Int)
    case tooManyInAll(limit: Int)
    case tooManyDeclarers(limit: Int)
    case tooLarge
}
