internal import FaderValues

extension Fields {
    /// Nil if it is not given, or is wrong, which is reported elsewhere.
    var kind: KindWord? { self["kind"]?.text.flatMap { KindWord(rawValue: $0) } }
}

extension KindWord {
    /// Reports keys that do not fit the kind. Of the keys that come from a type, only the first is reported.
    func check(_ fields: Fields, report: Report) {
        var isTypeTold = false
        for entry in fields.values where !takes(entry.key) && !entry.value.isUnusable {
            let isOfType = entry.keyLocation.type != nil
            if isOfType, isTypeTold { continue }
            isTypeTold = isTypeTold || isOfType
            let hint = entry.key == "words" && takes("format") ? "; words for values belong in format" : ""
            report.error(
                entry.keyLocation, "\(entry.key) does not fit \(described): it is for \(Self.kinds(with: entry.key))\(hint)")
        }
    }
}
