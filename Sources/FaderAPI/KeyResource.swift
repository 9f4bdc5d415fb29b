/// What a key allows.
public enum KeyScope: String, Codable, Sendable, CaseIterable {
    /// All parameters, snapshots, the history and what surfaces show, but neither the config nor what only programs need.
    case everything
}

/// A key: what a page in a browser shows instead of the token. `GET /v1/keys` answers with a list of these; nobody is shown the key itself.
public struct KeyResource: WireType, Equatable {
    /// Its name, for example `web-7373`.
    public var name: String
    /// What it allows.
    public var allows: KeyScope
    /// When it was registered, in RFC 3339 format.
    public var since: String
    /// The process whose session it belongs to.
    public var process: Int?

    package init(name: String, allows: KeyScope, since: String, process: Int?) {
        self.name = name
        self.allows = allows
        self.since = since
        self.process = process
    }

    package static let notes: KeyNotes = [
        "since": .time, "process": .from(1, "the id of the process whose session it belongs to"),
    ]
}

/// The body of `POST /v1/keys`.
public struct KeyRequest: WireRequest, Equatable {
    /// The name, with which the key is listed and revoked.
    public var name: String
    /// The key, which its maker has made at random.
    public var key: String
    /// True: it allows everything that a key can allow.
    public var everything: Bool

    package init(name: String, key: String, everything: Bool = true) {
        self.name = name
        self.key = key
        self.everything = everything
    }

    /// Reads an object with all three keys.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        key = try container.decode(String.self, forKey: .key)
        everything = try container.decode(Bool.self, forKey: .everything)
        guard Self.hasOnly(name, lengths: Self.nameLengths, besides: "-_.") else {
            throw DecodingError.refusal("\"name\" must have 1 to 64 letters, digits, dots, - and _")
        }
        guard Self.hasOnly(key, lengths: Self.keyLengths, besides: "-_") else {
            throw DecodingError.refusal("\"key\" must be at random, 22 to 42 letters, digits, - and _, for example 32 hexadecimal digits")
        }
        guard everything else { throw DecodingError.refusal("\"everything\" must be true: a key that allows less is not possible yet") }
    }

    private static let nameLengths = 1...64
    /// At least 128 random bits. Tokens are longer, so that nothing can take one for the other.
    private static let keyLengths = 22...42

    private static func hasOnly(_ text: String, lengths: ClosedRange<Int>, besides others: String) -> Bool {
        lengths.contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { letter in
                letter.isASCII && (letter.properties.isAlphabetic || ("0"..."9").contains(letter) || others.unicodeScalars.contains(letter))
            }
    }

    package static let notes: KeyNotes = [
        "name": .with(#""pattern": "^[A-Za-z0-9._-]{1,64}$""#, "with which it is listed and revoked"),
        "key": .with(#""pattern": "^[A-Za-z0-9_-]{22,42}$""#, "made at random by whoever registers it: at least 128 bits"),
        "everything": .of(#""const": true"#, "it allows everything that a key can allow"),
    ]
}
