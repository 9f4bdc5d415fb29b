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

    /// The limits of the daemon.
    public init(ofOneOwner: Int = 100, inAll: Int = 1000, declarers: Int = 100, bytes: Int = 4 << 20) {
        self.ofOneOwner = ofOneOwner
        self.inAll = inAll
        self.declarers = declarers
        self.bytes = bytes
    }
}

/// The bytes of one declaration, and the name of the program that sent them.
public struct DeclarationBody: Sendable, Equatable {
    /// The program's name.
    public var name: String
    /// The declaration as JSON.
    public var bytes: [UInt8]

    /// A body.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

/// Why a parameter cannot be declared or taken back.
public enum DeclarationRefusal: Error, Equatable, Sendable {
    /// Nothing is declared under this id.
    case unknown
    /// Only others have declared it, and only they can take it back: their names.
    case ofOthers([String])
    /// One of its ids belongs to another declaration: this id, the id of the other declaration, and the names of its declarers.
    case taken(String, by: String, of: [String])
    /// The owner already keeps `limit` ids alive.
    case tooManyOfOneOwner(limit: Int)
    /// Altogether, `limit` ids are declared already.
    case tooManyInAll(limit: Int)
    /// The id already has `limit` declarers.
    case tooManyDeclarers(limit: Int)
    /// The bodies to keep would have more bytes than allowed.
    case tooLarge
}
