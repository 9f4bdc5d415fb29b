/// One language of an `Accept-Language` header.
struct AcceptedLanguage: Equatable {
    /// Such as `sv-SE`, or `*` for any language.
    let tag: String
    /// Its quality value, 0…1: how much it is preferred.
    let quality: Double

    /// The most entries of a header that are read.
    private static let limit = 32

    /// The most preferred first; those of equal quality keep their order. Languages with `q=0` are left out, and malformed entries are
    /// ignored, as RFC 9110 allows.
    static func parse(_ header: String) -> [AcceptedLanguage] {
        let languages = header.split(separator: ",").prefix(limit).compactMap { entry -> AcceptedLanguage? in
            let parts = entry.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard let tag = parts.first, isTag(tag), parts.count <= 2 else { return nil }
            guard parts.count == 2 else { return AcceptedLanguage(tag: tag, quality: 1) }
            guard parts[1].lowercased().hasPrefix("q="), let quality = Double(String(parts[1].dropFirst(2))), (0...1).contains(quality)
            else { return nil }
            return AcceptedLanguage(tag: tag, quality: quality)
        }
        // Entries of equal quality must keep their order, which `sorted` does not guarantee.
        return languages.filter { $0.quality > 0 }.enumerated()
            .sorted { ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset) }.map(\.element)
    }

    private static func isTag(_ text: String) -> Bool {
        if text == "*" { return true }
        return text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { subtag in
            (1...8).contains(subtag.utf8.count) && subtag.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
    }
}
