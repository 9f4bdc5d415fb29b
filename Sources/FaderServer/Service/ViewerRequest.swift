/// How a client wants numbers written. It never changes a parameter.
public struct ViewerRequest: Sendable, Equatable {
    /// Such as `sv_SE`; an unknown one is refused.
    public var locale: String?
    /// `Accept-Language`, used if `locale` is nil: the first known locale in it counts.
    public var languages: String?
    /// Of the user's environment, used if neither the request nor the config names a known one. An unknown one is ignored.
    public var defaultLocale: String?
    /// 0…15; nil: the parameter's.
    public var decimals: Int?
    /// U+2212 where the locale has a hyphen.
    public var hasMinusSign: Bool

    /// Without arguments, the config decides.
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
