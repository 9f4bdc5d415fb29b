internal import FaderLocale
internal import FaderValues

/// Reads the keys of a parameter one by one, without checking whether they fit together. Nil: the value is wrong.
struct KeyReader {
    let report: Report
    /// How numbers are written in the config's locale.
    let symbols: NumberSymbols
    let formats: FormatCheck

    init(report: Report, symbols: NumberSymbols) {
        self.report = report
        self.symbols = symbols
        formats = FormatCheck(report: report, symbols: symbols)
    }

    func kind(_ node: Node) -> KindWord? { report.choice(node, "kind", of: KindWord.self) }

    func label(_ node: Node) -> String? { report.word(node, "the label", limit: Limits.label) }

    /// The label on displays. Its characters must be those that displays have, or be replaceable by those.
    func short(_ node: Node) -> String? {
        guard let text = report.word(node, "the short label", limit: Limits.label) else { return nil }
        let written = DisplayText.ascii(text, locale: symbols.locale)
        if written.contains("_"), !text.contains("_"), let missing = Locales.missing {
            report.warning(
                node.location, "the short label \(node.described) needs ICU; displays show \(written.forDisplay), because \(missing)")
            return text
        } else if written.contains("_"), !text.contains("_") {
            report.error(node.location, "displays cannot show \(node.described): they have letters, digits and signs of ASCII only")
        } else if written.count > Limits.cell {
            report.error(node.location, "the short label is longer than \(Limits.cell) characters, the widest cell of a display")
        } else {
            return text
        }
        return nil
    }

    func color(_ node: Node) -> StripColor? {
        guard let word = node.isEmpty ? "" : report.word(node, "a color", limit: Limits.word) else { return nil }
        if let color = StripColor(word) { return color }
        // To YAML an unquoted #ff8800 is a comment, so the value is empty.
        let found = node.isEmpty ? "nothing" : node.described
        return report.error(node.location, "color must be a name such as red, or \"#ff8800\" in quotes; found \(found)")
    }

    func recallSafe(_ node: Node) -> Bool? { report.truth(node, "recall-safe") }

    func notify(_ node: Node) -> Bool? { report.truth(node, "notify") }

    func decimals(_ node: Node) -> Int? { report.integer(node, "decimals", in: 0...15) }

    /// The value of `min`, which may be `-inf`.
    func minimum(_ node: Node) -> Double? { bottom(node) ? -.infinity : report.number(node, "min") }

    func bottom(_ node: Node) -> Bool { node.plainText.map(NumberSyntax.isMinusInfinity) ?? false }

    func step(_ node: Node) -> Double? { number(node, "step", if: { $0 >= 0 }, else: "step cannot be negative; 0 is continuous") }

    func otherStep(_ node: Node, _ key: String) -> Double? { number(node, key, if: { $0 > 0 }, else: "\(key) must be above 0") }

    func gap(_ node: Node) -> Double? { number(node, "gap", if: { $0 >= 0 }, else: "gap cannot be negative") }

    private func number(_ node: Node, _ key: String, if isAllowed: (Double) -> Bool, else message: String) -> Double? {
        guard let number = report.number(node, key) else { return nil }
        if isAllowed(number) { return number }
        return report.error(node.location, message)
    }

    func meet(_ node: Node) -> Meet? { report.choice(node, "meet", of: Meet.self) }

    func outOfRange(_ node: Node) -> OutOfRange? { report.choice(node, "out-of-range", of: OutOfRange.self) }

    func maximumLength(_ node: Node) -> Int? { report.integer(node, "max-length", in: 1...Limits.text) }

    /// Shown and typed after the number, so it must not look like part of the number.
    func unit(_ node: Node) -> String? {
        guard let unit = report.text(node, "the unit", limit: Limits.unit) else { return nil }
        if unit.first?.isWhitespace == true || unit.last?.isWhitespace == true {
            report.error(node.location, "the unit begins or ends with a space")
        } else if unit.isLikeNumber {
            report.error(node.location, "the unit \(node.described) could be mistaken for part of a number")
        } else {
            return unit
        }
        return nil
    }

    /// Checks a key of a type, as far as this can be done before the type is used.
    func check(_ entry: Node.Entry) {
        let node = entry.value
        switch entry.key {
        case "kind": _ = kind(node)
        case "label": _ = label(node)
        case "short": _ = short(node)
        case "color": _ = color(node)
        case "recall-safe": _ = recallSafe(node)
        case "notify": _ = notify(node)
        case "min": _ = minimum(node)
        case "max": _ = report.number(node, "max")
        case "unit": _ = unit(node)
        case "currency": _ = CurrencyReader(report: report, symbols: symbols).read(node)
        case "decimals": _ = decimals(node)
        case "wrap": _ = report.truth(node, "wrap")
        case "taper": _ = TaperReader(report: report).read(node, range: nil)
        case "step": _ = step(node)
        case "big-step", "fine-step": _ = otherStep(node, entry.key)
        case "out-of-range": _ = outOfRange(node)
        case "format": _ = FormatReader(report: report).read(node)
        case "words": _ = ToggleReader(report: report).words(node)
        case "options": _ = ChoiceReader(report: report).options(node)
        case "pattern": _ = PatternReader(report: report).read(node)
        case "max-length": _ = maximumLength(node)
        case "gap": _ = gap(node)
        case "meet": _ = meet(node)
        // `type` is looked up when it is resolved, and `default` depends on the other keys.
        default: break
        }
    }
}
