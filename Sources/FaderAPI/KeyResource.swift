internal import FaderValues

public enum KeyScope: String, Codable, Sendable, CaseIterable {
    /// All parameters, snapshots, the history and what surfaces show, but neither the config nor the routes that only programs need.
    case everything
    /// The parameters of one page, its triggers, and undo of its own changes.
    case page
    /// It allows what a second machine asks its leader for, and nothing else.
    case follow
}

/// A key, which a page in a browser shows instead of the token. Nobody is shown the key itself.
public struct KeyResource: WireObject, Equatable {
    /// Its name, for example `web-7373`.
    public var name: String
    public var allows: KeyScope
    /// With `page`: the name of the page.
    public var page: String?
    /// When it was registered, in RFC 3339 format.
    public var since: String
    /// The process whose session it belongs to.
    public var process: Int?
    /// True if it lasts until it is revoked; else it ends with its session.
    public var lasting: Bool?

    package init(name: String, page: String?, since: String, process: Int?, isLasting: Bool = false, isOfFollower: Bool = false) {
        lasting = isLasting ? true : nil
        self.name = name
        allows = isOfFollower ? .follow : page == nil ? .everything : .page
        self.page = page
        self.since = since
        self.process = process
    }
}

/// The body of `POST /v1/keys`.
public struct KeyRequest: WireRequest, Equatable {
    /// The name, with which the key is listed and revoked.
    public var name: String
    /// The key, which its maker has made at random.
    public var key: String
    /// The page whose parameters it allows; nil: it allows everything that a key can allow.
    public var page: String?
    /// Whether it lasts until it is revoked, over restarts; not with everything.
    public var isLasting: Bool
    /// Whether it is for a second machine, which follows this one.
    public var isOfFollower: Bool

    package init(name: String, key: String, page: String? = nil, isLasting: Bool = false, isOfFollower: Bool = false) {
        (self.isLasting, self.isOfFollower) = (isLasting, isOfFollower)
        self.name = name
        self.key = key
        self.page = page
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case name, key, page, everything, follow, lasting
    }

    /// Reads an object with `name`, `key`, and one of `page`, `everything` and `follow`; perhaps `lasting`, but not with `everything`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        key = try container.decode(String.self, forKey: .key)
        page = try container.decodeIfPresent(String.self, forKey: .page)
        let everything = try container.decodeIfPresent(Bool.self, forKey: .everything)
        let follow = try container.decodeIfPresent(Bool.self, forKey: .follow)
        isOfFollower = follow ?? false
        isLasting = try container.decodeIfPresent(Bool.self, forKey: .lasting) ?? false
        guard BearerToken.hasOnly(name, lengths: Self.nameLengths, besides: "-_.") else {
            throw DecodingError.refusal("\"name\" must have 1 to 64 letters, digits, dots, - and _")
        }
        guard BearerToken.hasOnly(key, lengths: Self.keyLengths, besides: "-_") else {
            throw DecodingError.refusal("\"key\" must be random: 22 to 42 letters, digits, - and _, for example 32 hexadecimal digits")
        }
        guard everything != false else { throw DecodingError.refusal("\"everything\" can only be true; a key for less names a \"page\"") }
        guard follow != false else { throw DecodingError.refusal("\"follow\" can only be true") }
        guard [page != nil, everything != nil, follow != nil].filter({ $0 }).count == 1 else {
            throw DecodingError.refusal(
                "a key is for a page, \"page\": NAME, or for everything, \"everything\": true, or for a second machine, \"follow\": true")
        }
        guard !isLasting || everything == nil else { throw DecodingError.refusal("a key that lasts is for a page or a second machine") }
        guard page.map({ Names.isPlain($0) }) ?? true else {
            throw DecodingError.refusal("\"page\" must be the name of a page of the config")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(key, forKey: .key)
        if let page {
            try container.encode(page, forKey: .page)
        } else {
            try container.encode(true, forKey: isOfFollower ? .follow : .everything)
        }
        if isLasting { try container.encode(true, forKey: .lasting) }
    }

    private static let nameLengths = 1...64
    /// At least 128 random bits. Tokens are longer, so that nothing can take one for the other.
    private static let keyLengths = 22...42
}

/// The token that requests over TCP need.
public struct TokenResource: WireObject, Equatable {
    public var token: String

    package init(token: String) { self.token = token }
}
