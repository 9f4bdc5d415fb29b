internal import CICU

/// A locale that there are data for, by the name ICU has for it.
struct LocaleName: Equatable {
    /// As `sv_SE` or `ar_EG@numbers=latn`.
    let canonical: String
    /// Whether it is the C locale.
    let isPlain: Bool

    /// Names a locale; nil for what is none. ICU itself would answer for an unknown language with that of the process.
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
            Self.languages.contains(language), country.isEmpty || Self.countries.contains(country)
        else { return nil }
        self.canonical = canonical
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

    /// Every locale that has data of its own.
    static let available: [String] = (0..<cicu_available_count()).compactMap { index in
        unsafe cicu_available(index).map { unsafe String(cString: $0) }
    }

    /// Also those that others are only another name for, as Norwegian `no` is for `nb`.
    private static let languages = Set(available.compactMap { name in name.split(separator: "_").first.map(String.init) })
        .union(["no", "iw", "in", "tl", "sh", "mo"])

    /// Two letters each, and the regions of the world that locales have, as 419 for Latin America.
    private static let countries: Set<String> = {
        var countries = Set(available.compactMap { name in unsafe asked { unsafe cicu_country(name, $0, $1, &$2) } })
        guard var next = unsafe cicu_countries() else { return countries }
        while let country = unsafe next.pointee {
            unsafe countries.insert(String(cString: country))
            unsafe next += 1
        }
        return countries
    }()

    /// What ICU writes into a buffer; nil where it fails or the buffer is too small.
    private static func asked(_ call: (UnsafeMutablePointer<CChar>, Int32, inout UErrorCode) -> Int32) -> String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 160) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            var error = U_ZERO_ERROR
            let length = unsafe Int(call(start, Int32(buffer.count), &error))
            guard cicu_failed(error) == 0, length >= 0, length < buffer.count else { return nil }
            return unsafe String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
}
