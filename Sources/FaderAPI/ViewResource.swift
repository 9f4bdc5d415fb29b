/// What a surface or wide surface shows: the answer to `page`, `bank` and `select`, and the data of the events `page`, `bank` and
/// `selected`.
public struct ViewResource: WireObject, Equatable {
    /// The name of the surface or wide surface.
    public var surface: String
    public var page: String
    /// All pages, in the order of the config; the first is that of the surface's own strips.
    public var pages: [String]
    /// The first strip that is shown, from 1.
    public var bank: Int
    /// How many strips are shown at present.
    public var shown: Int
    public var strips: Int
    public var modifiers: [String]
    /// The word of the selected strip; nil if none is selected.
    public var selected: String?

    package init(surface: String, page: String, pages: [String], bank: Int, shown: Int, strips: Int, modifiers: [String] = []) {
        self.surface = surface
        self.page = page
        self.pages = pages
        self.bank = bank
        self.shown = shown
        self.strips = strips
        self.modifiers = modifiers
    }
}

/// The body of `POST /v1/surfaces/{name}/page`.
public struct PageRequest: WireRequest, Equatable {
    /// The name of a page, or `next` or `previous`.
    public var page: String

    package init(page: String) { self.page = page }
}

/// The body of `POST /v1/surfaces/{name}/select`.
public struct SelectRequest: WireRequest, Equatable {
    /// The word of a strip; nil: none is selected.
    public var selected: String?

    package init(_ selected: String?) { self.selected = selected }
}

/// The body of `POST /v1/surfaces/{name}/bank`: exactly one of the two.
public enum BankRequest: Sendable, Equatable {
    /// Shows this strip first, counted from 1, or the nearest one that can be the first.
    case to(Int)
    /// Moves on by this many strips, or back if negative.
    case by(Int)
}

extension BankRequest: WireObject {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case bank, by
    }

    /// Reads an object with exactly one of the two keys.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(besides: CodingKeys.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard container.allKeys.count == 1, let key = container.allKeys.first else {
            throw DecodingError.refusal("the body must hold exactly one of \"bank\" and \"by\"")
        }
        let number = try container.decode(Int.self, forKey: key)
        self = key == .bank ? .to(number) : .by(number)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .to(let strip): try container.encode(strip, forKey: .bank)
        case .by(let count): try container.encode(count, forKey: .by)
        }
    }
}
