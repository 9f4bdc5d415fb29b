extension RevisionCondition {
    /// `If-Match` (RFC 9110, 13.1.1); nil without one. A well-formed tag that is weak, or that no revision can have, never matches. Throws
    /// for a malformed header.
    static func read(_ values: [String]) throws(HTTPFailure) -> RevisionCondition? {
        guard !values.isEmpty else { return nil }
        let text = values.joined(separator: ",")
        if text == "*" { return .any }
        var rest = Substring(text)
        var revisions: [UInt64] = []
        var isEmpty = true
        while true {
            rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," }
            guard !rest.isEmpty else { break }
            isEmpty = false
            let isWeak = rest.hasPrefix("W/")
            if isWeak { rest = rest.dropFirst(2) }
            guard let tag = quoted(&rest) else { throw malformed }
            if !isWeak, let revision = UInt64(tag), "\(revision)" == tag { revisions.append(revision) }
        }
        guard !isEmpty else { throw malformed }
        return .oneOf(revisions)
    }

    /// Removes the tag from the start; nil if it is malformed. A comma or the end must follow it.
    private static func quoted(_ rest: inout Substring) -> Substring? {
        guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else { return nil }
        let tag = rest[rest.index(after: rest.startIndex)..<end]
        rest = rest[rest.index(after: end)...].drop { $0 == " " || $0 == "\t" }
        guard rest.isEmpty || rest.first == "," else { return nil }
        return tag.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F } ? tag : nil
    }

    private static var malformed: HTTPFailure {
        .malformed("\"If-Match\" takes revisions in quotes, such as \"12\", separated by commas, or * alone")
    }
}
