internal import FaderModel

/// A key in the query of a URI.
package struct QueryKey: Sendable {
    /// Which values a key can have.
    package enum Kind: Sendable {
        /// A text. The JSON schema describes it, but `refusal` does not check it.
        case text(schema: String = #"{"type": "string"}"#)
        /// True or false; the key alone, as in `?dry-run`, means true.
        case flag
        /// Words that select parameters, separated by commas.
        case patterns
        /// A whole number.
        case number(ClosedRange<Int>)
    }

    package let name: String
    package let kind: Kind
    /// A description for `openapi.json`; may be empty.
    package let note: String

    init(_ name: String, _ kind: Kind = .text(), _ note: String = "") { (self.name, self.kind, self.note) = (name, kind, note) }

    package var schema: String {
        switch kind {
        case .text(let schema): schema
        case .patterns: #"{"type": "string"}"#
        case .flag: #"{"enum": ["", "true", "false"]}"#
        case .number(let range): #"{"type": "integer", "minimum": \#(range.lowerBound), "maximum": \#(range.upperBound)}"#
        }
    }

    /// Why a value does not fit; nil if it does.
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

    /// The name of the first of the keys of viewers.
    static let locale = "locale"
    static let session = QueryKey(
        "session", .text(), "new: begins a session, which lives as long as this stream and 5 s more; or the name of one that goes on")
    static let prefix = QueryKey(
        "prefix", .patterns,
        "only parameters whose ids begin with one of these words, separated by commas; a word with * or ? is a pattern of the whole id; none need match"
    )
}

extension [QueryKey] {
    /// How a client wants numbers written and read. These keys never change a parameter.
    package static let viewer = [
        QueryKey(
            QueryKey.locale, .text(schema: #"{"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_.@=;-]*$"}"#),
            "a locale, for example sv_SE; an unknown one is refused (422). Default: Accept-Language, else the config's locale"),
        QueryKey(
            "default-locale", .text(),
            "the locale of the user's environment: used if neither the request nor the config names one; an unknown one is ignored"),
        QueryKey("decimals", .number(0...15)),
        QueryKey("minus", .flag, "writes numbers with a minus sign (U+2212) where the locale has a hyphen"),
    ]
}
