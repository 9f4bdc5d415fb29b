/// How a client wants numbers written. It never changes a parameter.
public struct ViewerRequest: Sendable, Equatable {
    /// The locale that the request names, for example `sv_SE`; an unknown one is refused.
    public var locale: String?
    /// `Accept-Language`, used if `locale` is nil: the first known locale in it counts.
    public var languages: String?
    /// The locale of the user's environment, used if neither the request nor the config names a known one. An unknown one is ignored.
    public var defaultLocale: String?
    /// The number of decimals, 0…15; nil for that of the parameter.
    public var decimals: Int?
    /// Whether numbers have a minus sign (U+2212) if the locale has a hyphen.
    public var hasMinusSign: Bool

    /// A request from its parts; without arguments, the config decides.
    public init(
        locale: String? = nil, languages: String? = nil, defaultLocale: String? = nil, decimals: Int? = nil, hasMinusSign: Bool = false
    ) {
        self.locale = locale
        self.languages = languages
        self.defaultLocale = defaultLocale
        self.decimals = decimals
        self.hasMinusSign = hasMinusSign
    }
}
