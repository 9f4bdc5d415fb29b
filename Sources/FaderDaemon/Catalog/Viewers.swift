internal import FaderConfig
internal import FaderLocale
internal import FaderModel
internal import FaderServer

extension Settings {
    /// Whoever reads numbers as the config says.
    var viewer: Viewer { Viewer(symbols: symbols) }
}

/// Finds the locale that a request wants. Safe to use from anywhere.
enum Viewers {
    /// The viewer for a wish; an unknown locale asked for by name is refused.
    static func viewer(_ wish: ViewerRequest, _ settings: Settings) throws(ServiceError) -> Viewer {
        guard let locale = wish.locale else { return lenient(wish, settings) }
        guard let symbols = Locales.symbols(for: locale) else {
            let nearest = Suggester.nearest(to: locale, among: Locales.identifiers)
            throw .refused("there is no locale \"\(locale)\"; \(nearest.map { "did you mean \"\($0)\"?" } ?? "for example \"sv_SE\"")")
        }
        return viewer(wish, symbols)
    }

    /// The same for a client that cannot be refused: an unknown locale counts as none.
    static func lenient(_ wish: ViewerRequest, _ settings: Settings) -> Viewer {
        var symbols: NumberSymbols?
        if let locale = wish.locale {
            symbols = Locales.symbols(for: locale)
        } else if let languages = wish.languages {
            symbols = Locales.symbols(acceptLanguage: languages)
        }
        if symbols == nil, !settings.isLocaleChosen, let locale = wish.defaultLocale {
            symbols = Locales.symbols(for: locale)
        }
        return viewer(wish, symbols ?? settings.symbols)
    }

    private static func viewer(_ wish: ViewerRequest, _ symbols: NumberSymbols) -> Viewer {
        var viewer = Viewer(symbols: symbols, decimals: wish.decimals)
        if wish.hasMinusSign { viewer.symbols.minus = symbols.minus.replacing("-", with: "−") }
        return viewer
    }
}
