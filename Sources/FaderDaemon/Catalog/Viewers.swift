internal import FaderConsole
internal import FaderLocale
internal import FaderModel
internal import FaderServer
internal import Synchronization

/// Finds the locale that a request wants. Safe to use from anywhere.
///
/// Reading locale data takes a while, so results are remembered: a browser asks for the same locale with every request.
final class Viewers: Sendable {
    private let known = Mutex<[String: NumberSymbols?]>([:])
    /// How many results are remembered at most.
    private static let most = 64

    /// The viewer for a wish; an unknown locale asked for by name is refused.
    func viewer(_ wish: ViewerWish, _ configuration: Configuration) throws(ServiceError) -> Viewer {
        guard let locale = wish.locale else { return lenient(wish, configuration) }
        guard let symbols = remembered("l\(locale)", { Locales.symbols(for: locale) }) else {
            let nearest = Suggester.nearest(to: locale, among: Locales.identifiers)
            throw .refused("there is no locale \"\(locale)\"; \(nearest.map { "did you mean \"\($0)\"?" } ?? "for example \"sv_SE\"")")
        }
        return Viewer(symbols: symbols, decimals: wish.decimals)
    }

    /// The same for a client that cannot be refused: an unknown locale counts as none.
    func lenient(_ wish: ViewerWish, _ configuration: Configuration) -> Viewer {
        var symbols: NumberSymbols?
        if let locale = wish.locale {
            symbols = remembered("l\(locale)") { Locales.symbols(for: locale) }
        } else if let languages = wish.languages {
            symbols = remembered("a\(languages)") { Locales.symbols(acceptLanguage: languages) }
        }
        if symbols == nil, !configuration.isLocaleChosen, let locale = wish.defaultLocale {
            symbols = remembered("l\(locale)") { Locales.symbols(for: locale) }
        }
        return Viewer(symbols: symbols ?? configuration.symbols, decimals: wish.decimals)
    }

    private func remembered(_ key: String, _ read: () -> NumberSymbols?) -> NumberSymbols? {
        if let known = known.withLock({ $0[key] }) { return known }
        let symbols = read()
        known.withLock { known in
            if known.count >= Self.most { known = [:] }
            known[key] = symbols
        }
        return symbols
    }
}
