internal import FaderValues

/// The contents of `format:`, before its parameter is known.
struct FormatEntry {
    /// `min`, `max` and `middle` are the parameter's.
    enum Key: Equatable {
        case minimum, maximum, middle
        case number(Double)
    }

    struct Word {
        let key: Key
        let keyLocation: Location
        let word: String
        let location: Location
    }

    var format = TextFormat()
    var words: [Word] = []
    let location: Location
}

/// Checks what does not depend on the parameter.
struct FormatReader {
    let report: Report

    private static let keys = ["prefix", "suffix", "sign", "grouping", "negative", "positive", "words"]

    /// The format as it is given; nil if the node is not a block.
    func read(_ node: Node) -> FormatEntry? {
        guard let fields = Fields(node, of: "a format", keys: Self.keys, report: report) else { return nil }
        var entry = FormatEntry(location: node.location)
        entry.format.prefix = fields["prefix"].flatMap(prefix) ?? ""
        entry.format.suffix = fields["suffix"].flatMap(suffix) ?? ""
        entry.format.showsPlus = report.choice(fields, "sign", of: [("auto", false), ("always", true)]) ?? false
        entry.format.isGrouped = report.truth(fields, "grouping") ?? false
        entry.format.negativeSign = fields["negative"].flatMap { sign($0, "negative") }
        entry.format.positiveSign = fields["positive"].flatMap { sign($0, "positive") }
        if let node = fields["positive"], let positive = entry.format.positiveSign,
            positive.lowercased() == (entry.format.negativeSign ?? "-").lowercased()
        {
            report.error(node.location, "positive and negative numbers could not be told apart: both begin with \(node.described)")
            entry.format.positiveSign = nil
        }
        entry.words = fields["words"].map(words) ?? []
        return entry
    }

    private func prefix(_ node: Node) -> String? {
        guard let text = report.text(node, "the prefix", limit: Limits.unit), !text.isEmpty else { return nil }
        if text.contains(where: \.isNumber) {
            report.error(node.location, "the prefix \(node.described) could be mistaken for part of the number: it contains digits")
        } else if let last = text.last, "+-−.,(".contains(last) {
            report.error(node.location, "the prefix \(node.described) could be mistaken for part of the number: it ends in \"\(last)\"")
        } else {
            return text
        }
        return nil
    }

    private func suffix(_ node: Node) -> String? {
        guard let text = report.text(node, "the suffix", limit: Limits.unit), let first = text.first else { return nil }
        if first.isNumber || text.isLikeNumber {
            return report.error(
                node.location,
                "the suffix \(node.described) could be mistaken for part of the number: its first character could continue it")
        }
        return text
    }

    /// The text in place of a sign; nil also for an empty text.
    private func sign(_ node: Node, _ key: String) -> String? {
        guard let text = report.text(node, "the sign of \(key) numbers", limit: Limits.unit), !text.isEmpty else { return nil }
        let isOther = key == "negative" ? text == "+" : text == "-" || text == "−"
        if text.contains(where: { $0.isNumber || "., ".contains($0) }) || isOther {
            return report.error(
                node.location, "\(node.described) cannot be the sign of \(key) numbers: it could be mistaken for part of a number")
        }
        return text
    }

    private func words(_ node: Node) -> [FormatEntry.Word] {
        guard let entries = report.entries(node, of: "the words for values") else { return [] }
        guard entries.count <= Limits.words else {
            report.error(node.location, "more than \(Limits.words) words")
            return []
        }
        return entries.compactMap { entry in
            guard !entry.isRepeated else { return nil }
            let key = key(entry)
            guard let word = report.plainWord(entry.value, "the word for \(entry.key.forDisplay)"), let key else { return nil }
            return FormatEntry.Word(key: key, keyLocation: entry.keyLocation, word: word, location: entry.value.location)
        }
    }

    private func key(_ entry: Node.Entry) -> FormatEntry.Key? {
        switch entry.key {
        case "min": return .minimum
        case "max": return .maximum
        case "middle": return .middle
        case _ where NumberSyntax.isMinusInfinity(entry.key): return .number(-.infinity)
        default: break
        }
        if let number = NumberSyntax.number(entry.key), number.isFinite { return .number(number) }
        let form = "a number, -inf, min, middle or max"
        let suggestion = NumberSyntax.suggestion(for: entry.key)
        if let suggestion {
            report.error(entry.keyLocation, "expected \(form) before a word, found \"\(entry.key.forDisplay)\"", suggestion: suggestion)
        } else {
            report.error(
                entry.keyLocation, "expected \(form) before a word, found \"\(entry.key.forDisplay)\"", instead: entry.key,
                of: ["min", "middle", "max", "-inf"])
        }
        return nil
    }
}
