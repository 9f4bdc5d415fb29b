internal import CICU

/// The ICU name of a locale that ICU has data for. Without ICU there is only the C locale.
struct LocaleName: Equatable {
    /// ICU's name, for example `sv_SE` or `ar_EG@numbers=latn`; empty for the C locale.
    let canonical: String
    /// Whether it is the C locale, which is also called `POSIX`.
    let isPlain: Bool

    /// Nil if ICU has no data for the locale. For an unknown language ICU itself would fall back to the process's locale.
    init?(_ identifier: String) {
        let plain = identifier.split(separator: ".").first?.uppercased()
        isPlain = plain == "C" || plain == "POSIX"
        guard !isPlain else {
            canonical = ""
            return
        }
        guard let canonical = unsafe Self.asked({ unsafe cicu_canonicalize(identifier, $0, $1, &$2) }),
            let language = unsafe Self.asked({ unsafe cicu_language(canonical, $0, $1, &$2) }),
            let country = unsafe Self.asked({ unsafe cicu_country(canonical, $0, $1, &$2) }),
            country.isEmpty ? Self.languages.contains(language) : Self.pairs.contains("\(Self.modern[language] ?? language)_\(country)")
        else { return nil }
        self.canonical = canonical
    }

    /// The locale of a language in the country where it is spoken most; nil for a language that ICU has no data for.
    static func usual(for identifier: String) -> String? {
        guard let language = unsafe asked({ unsafe cicu_language(identifier, $0, $1, &$2) }), languages.contains(language),
            let likely = unsafe asked({ unsafe cicu_likely(language, $0, $1, &$2) }),
            let country = unsafe asked({ unsafe cicu_country(likely, $0, $1, &$2) })
        else { return nil }
        return LocaleName("\(language)_\(country)")?.canonical
    }

    /// The same locale with the digits 0…9.
    var withLatinDigits: String? {
        unsafe Self.asked { buffer, capacity, error in
            let bytes = Array(canonical.utf8) + [0]
            guard bytes.count <= Int(capacity) else { return capacity + 1 }
            for (index, byte) in bytes.enumerated() { unsafe buffer[index] = CChar(bitPattern: byte) }
            return unsafe cicu_set_keyword("numbers", "latn", buffer, capacity, &error)
        }
    }

    static let available: [String] = (0..<(ICU.isThere ? cicu_available_count() : 0)).compactMap { index in
        unsafe cicu_available(index).map { unsafe String(cString: $0) }
    }

    /// Maps other names of a language to the one in ICU's data: `no` (Norwegian) to `nb`.
    private static let modern = ["no": "nb", "iw": "he", "in": "id", "tl": "fil", "sh": "sr", "mo": "ro"]

    private static let languages = Set(available.compactMap { name in name.split(separator: "_").first.map(String.init) })
        .union(modern.keys)

    /// Language and country or region, for example `sv_SE` and `es_419`, regardless of script.
    private static let pairs = Set(
        available.compactMap { name -> String? in
            guard let language = name.split(separator: "_").first, let country = unsafe asked({ unsafe cicu_country(name, $0, $1, &$2) }),
                !country.isEmpty
            else { return nil }
            return "\(language)_\(country)"
        })

    /// Nil if the call fails or the buffer is too small.
    private static func asked(_ call: (UnsafeMutablePointer<CChar>, Int32, inout UErrorCode) -> Int32) -> String? {
        guard ICU.isThere else { return nil }
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 160) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            var error = U_ZERO_ERROR
            let length = unsafe Int(call(start, Int32(buffer.count), &error))
            guard cicu_failed(error) == 0, length >= 0, length < buffer.count else { return nil }
            return unsafe String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
}
