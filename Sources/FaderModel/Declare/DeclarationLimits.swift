/// How much programs may declare.
public struct DeclarationLimits: Sendable, Equatable {
    /// Ids that one owner keeps alive.
    public var ofOneOwner: Int
    /// Ids in all.
    public var inAll: Int
    /// Declarers of one id.
    public var declarers: Int
    /// Bytes of all the bodies that are kept for reading them again.
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
    /// The owner keeps as many ids alive as it may.
    case tooManyOfOneOwner(limit: Int)
    /// As many ids are declared in all as may be.
    case tooManyInAll(limit: Int)
    /// The id has as many declarers as it may.
    case tooManyDeclarers(limit: Int)
    /// The bodies to keep would take more bytes than allowed.
    case tooLarge
}
