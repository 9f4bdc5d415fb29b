internal import CICU
public import FaderCore
internal import Synchronization

/// How the world writes numbers, from the locale data of the system's ICU. Nothing of ICU is loaded into memory before the first call.
///
/// Any thread but the MIDI thread.
public enum Locales {
    /// The symbols of a locale by its name: `sv_SE`, `sv-SE`, `sv_SE.UTF-8`, `ar-EG-u-nu-latn`. `C` and `POSIX` are no locale at all:
    /// `.plain`. Nil where there is no such language, or nobody has data of it in that country.
    public static func symbols(for identifier: String) -> NumberSymbols? {
        guard identifier.utf8.count <= 64, identifier.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        let known = cache.withLock { $0[identifier] }
        if let known { return known }
        let symbols = LocaleName(identifier).flatMap { $0.isPlain ? NumberSymbols.plain : NumberFormatData.symbols(of: $0) }
        cache.withLock { cache in
            // Requests may name as many locales as they like; few are in use.
            if cache.count >= 64 { cache.removeAll() }
            cache[identifier] = symbols
        }
        return symbols
    }

    /// The symbols of what an `Accept-Language` header likes best of all there is (RFC 9110, lookup of RFC 4647). Nil where nothing of
    /// it is usable, or where anything will do (`*`).
    public static func symbols(acceptLanguage: String) -> NumberSymbols? {
        for range in AcceptedLanguage.parse(acceptLanguage) {
            if range.tag == "*" { return nil }
            var subtags = range.tag.split(separator: "-")
            while !subtags.isEmpty {
                if let symbols = symbols(for: subtags.joined(separator: "-")) { return symbols }
                // A single letter only introduces what has just been dropped.
                repeat { subtags.removeLast() } while subtags.last?.count == 1
            }
        }
        return nil
    }

    /// The locale of a language in the country where it is spoken most, as `sv_SE` for `sv_XX`; nil where there is no such language.
    public static func usual(for identifier: String) -> String? {
        guard identifier.utf8.count <= 64, identifier.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        return LocaleName.usual(for: identifier)
    }

    /// Every locale there are data for, as `sv_SE`, sorted: for did-you-mean.
    public static var identifiers: [String] { LocaleName.available.sorted() }

    /// Also what no locale was found for is worth remembering, but anybody could fill the memory with that.
    private static let cache = Mutex<[String: NumberSymbols]>([:])
}
