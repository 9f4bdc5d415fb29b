internal import FaderValues

/// A key in the query of a URI.
package struct QueryKey: Sendable {
    package enum Kind: Sendable {
        /// Any text; `refusal` does not check it.
        case text
        /// True or false; the key alone, as in `?dry-run`, means true.
        case flag
        /// Patterns that select parameters, separated by commas.
        case patterns
        case number(ClosedRange<Int>)
    }

    package let name: String
    package let kind: Kind

    init(_ name: String, _ kind: Kind = .text) { (self.name, self.kind) = (name, kind) }

    /// Why the value does not fit; nil if it does.
    package func refusal(of value: String) -> String? {
        switch kind {
        case .text: nil
        case .patterns:
            IDPatterns(separatedByCommas: value).words.count <= IDPatterns.most
                ? nil : "\"\(name)\" takes at most \(IDPatterns.most) words; send several requests, or none for all parameters"
        case .flag: ["", "true", "false"].contains(value) ? nil : "\"\(name)\" must be true or false, for example ?\(name)=true"
        case .number(let range):
            Int(value).map(range.contains) ?? false
                ? nil
                : "\"\(name)\" must be a whole number \(range.lowerBound)…\(range.upperBound), for example ?\(name)=\(range.lowerBound)"
        }
    }

    static let locale = "locale"
    static let session = QueryKey("session")
    static let prefix = QueryKey("prefix", .patterns)
}

extension [QueryKey] {
    /// How a client wants numbers written and read.
    package static let viewer = [
        QueryKey(QueryKey.locale), QueryKey("default-locale"), QueryKey("decimals", .number(0...15)), QueryKey("minus", .flag),
    ]
}
