internal import CICU
public import FaderValues
internal import Synchronization

/// How locales write numbers, from the data of the system's ICU, which is opened at the first call. Without ICU all of them write numbers
/// as the C locale does. Any thread but the MIDI thread.
public enum Locales {
    /// Names such as `sv_SE`, `sv-SE`, `sv_SE.UTF-8` or `ar-EG-u-nu-latn`; `C` and `POSIX` give `.plain`. Nil if there is no such language,
    /// or if ICU has no data for it in that country. Without ICU, `.plain` for any name.
    public static func symbols(for identifier: String) -> NumberSymbols? {
        guard isReadable(identifier) else { return nil }
        return remembered(identifier, in: named) {
            guard let name = LocaleName(identifier) else { return ICU.isThere ? nil : .plain }
            return name.isPlain ? .plain : NumberFormatData.symbols(of: name)
        }
    }

    /// Why there is no ICU, for people to read; nil if there is. Opens it.
    public static var missing: String? { ICU.missing }

    /// Called when something needs ICU and it is missing, or now if that is known already. Only the last `tell` is kept.
    public static func whenMissing(_ tell: @escaping @Sendable (String) -> Void) { ICU.whenMissing(tell) }

    /// Whether it is the C locale, which needs no ICU.
    public static func isPlain(_ identifier: String) -> Bool { LocaleName(identifier)?.isPlain ?? false }

    /// The symbols of the available locale that the header prefers most (RFC 9110; lookup as in RFC 4647). Nil if none of its languages is
    /// available before it accepts any language (`*`).
    public static func symbols(acceptLanguage: String) -> NumberSymbols? {
        remembered(acceptLanguage, in: accepted) { preferred(acceptLanguage) }
    }

    private static func preferred(_ acceptLanguage: String) -> NumberSymbols? {
        for range in AcceptedLanguage.parse(acceptLanguage) {
            if range.tag == "*" { return nil }
            var subtags = range.tag.split(separator: "-")
            while !subtags.isEmpty {
                if let symbols = symbols(for: subtags.joined(separator: "-")) { return symbols }
                // A single-letter subtag only introduces the one just removed, so it is removed too.
                repeat { subtags.removeLast() } while subtags.last?.count == 1
            }
        }
        return nil
    }

    /// The locale of a language in the country where it is spoken most, for example `sv_SE` for `sv_XX`; nil if there is no such language.
    public static func usual(for identifier: String) -> String? { isReadable(identifier) ? LocaleName.usual(for: identifier) : nil }

    /// Whether a text can be given to ICU as the name of a locale.
    private static func isReadable(_ identifier: String) -> Bool {
        identifier.utf8.count <= 64 && identifier.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }

    /// The names of all locales that ICU has data for, for example `sv_SE`, sorted. For suggestions.
    public static var identifiers: [String] { LocaleName.available.sorted() }

    /// The results for names and for headers, also for unknown ones: a browser asks for the same locale with every request.
    private static let named = Mutex<[String: NumberSymbols?]>([:])
    private static let accepted = Mutex<[String: NumberSymbols?]>([:])

    private static func remembered(
        _ key: String, in cache: borrowing Mutex<[String: NumberSymbols?]>, _ read: () -> NumberSymbols?
    ) -> NumberSymbols? {
        if let known = cache.withLock({ $0[key] }) { return known }
        let symbols = read()
        cache.withLock { results in
            // Requests may name any number of locales, but only a few are in use at a time.
            if results.count >= 64 { results.removeAll() }
            results[key] = .some(symbols)
        }
        return symbols
    }
}
