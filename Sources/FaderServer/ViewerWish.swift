/// How whoever asks wants numbers written. Their matter alone: it never changes a parameter.
public struct ViewerWish: Sendable, Equatable {
    /// The locale asked for by name, as `sv_SE`; an unknown one is refused.
    public var locale: String?
    /// The header `Accept-Language`: the first locale in it that is known, else the config's.
    public var languages: String?
    /// Decimals, 0…15; nil: the parameter's own.
    public var decimals: Int?

    /// A wish; without any: as the config has it.
    public init(locale: String? = nil, languages: String? = nil, decimals: Int? = nil) {
        self.locale = locale
        self.languages = languages
        self.decimals = decimals
    }

    /// The keys of a query that say it.
    static let queryKeys = ["locale", "decimals"]

    /// The wish of a query.
    init(query: [String: String], languages: String?) throws(HTTPFailure) {
        locale = query["locale"]
        self.languages = languages
        guard let text = query["decimals"] else { return }
        guard let number = Int(text), (0...15).contains(number) else {
            throw .malformed("\"decimals\" must be a whole number 0…15, for example ?decimals=2")
        }
        decimals = number
    }
}
