/// How much programs may declare.
public struct DeclarationLimits: Sendable, Equatable {
    /// Ids that live with one owner.
    public var ofOneOwner: Int
    /// Ids in all.
    public var inAll: Int
    /// Declarers of one id.
    public var declarers: Int
    /// Bytes of all bodies that are kept to be read again.
    public var bytes: Int

    /// The limits of the daemon.
    public init(ofOneOwner: Int = 100, inAll: Int = 1000, declarers: Int = 100, bytes: Int = 4 << 20) {
        self.ofOneOwner = ofOneOwner
        self.inAll = inAll
        self.declarers = declarers
        self.bytes = bytes
    }
}

/// The bytes of one declaration, and the program that sent them.
public struct DeclarationBody: Sendable, Equatable {
    /// The program's name.
    public var name: String
    /// JSON.
    public var bytes: [UInt8]

    /// A body.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

/// Why a parameter is not declared, or not taken back.
public enum DeclarationRefusal: Error, Equatable, Sendable {
    /// Nothing of that id is declared.
    case unknown
    /// Others have declared it, and only they can take it back: their names.
    case ofOthers([String])
    /// One of its ids belongs to a declaration by others under another id.
    case taken(String, by: String, of: [String])
    /// One owner has declared as many as it may.
    case tooManyOfOneOwner(limit: Int)
    /// Nobody can declare any more.
    case tooManyInAll(limit: Int)
    /// One id has as many declarers as it may.
    case tooManyDeclarers(limit: Int)
    /// The bodies kept would take more bytes than allowed.
    case tooLarge
}
