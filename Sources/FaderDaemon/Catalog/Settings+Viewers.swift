internal import FaderConfig
internal import FaderLocale
internal import FaderServer
internal import FaderValues

extension Settings {
    var viewer: Viewer { Viewer(symbols: symbols) }

    /// A locale that is named and unknown is refused.
    func viewer(for wish: ViewerRequest) throws(ServiceError) -> Viewer {
        guard let locale = wish.locale else { return lenientViewer(for: wish) }
        guard let symbols = Locales.symbols(for: locale) else {
            let nearest = Suggester.nearest(to: locale, among: Locales.identifiers)
            throw .refused("there is no locale \"\(locale)\"; \(nearest.map { "did you mean \"\($0)\"?" } ?? "for example \"sv_SE\"")")
        }
        return Self.viewer(wish, symbols)
    }

    /// The same for a client that cannot be refused: an unknown locale is ignored.
    func lenientViewer(for wish: ViewerRequest) -> Viewer {
        var wished: NumberSymbols?
        if let locale = wish.locale {
            wished = Locales.symbols(for: locale)
        } else if let languages = wish.languages {
            wished = Locales.symbols(acceptLanguage: languages)
        }
        if wished == nil, !isLocaleChosen, let locale = wish.defaultLocale {
            wished = Locales.symbols(for: locale)
        }
        return Self.viewer(wish, wished ?? symbols)
    }

    private static func viewer(_ wish: ViewerRequest, _ symbols: NumberSymbols) -> Viewer {
        var viewer = Viewer(symbols: symbols, decimals: wish.decimals)
        if wish.hasMinusSign { viewer.symbols.minus = symbols.minus.replacing("-", with: "−") }
        return viewer
    }
}
