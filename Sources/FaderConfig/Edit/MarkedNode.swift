/// A piece of a YAML file with the bytes that it is written with, so that an edit can replace these and no others.
struct MarkedNode {
    /// The bytes of the node. A missing value, as in `key:`, is an empty range after the colon.
    let range: Range<Int>
    /// How many characters are before it on its line.
    let column: Int
    let content: Content

    enum Content {
        case text(String, Style)
        case list([MarkedNode], isFlow: Bool)
        case block([Entry], isFlow: Bool)
    }

    /// How a text is written. `lines` is a text after `|` or `>`.
    enum Style { case plain, single, double, lines }

    struct Entry {
        let key: String
        let keyRange: Range<Int>
        let keyColumn: Int
        /// The offset after the colon; nil if none follows on the line of the key: `{key}`, `? key`.
        let colon: Int?
        let value: MarkedNode
        var end: Int { max(value.range.upperBound, colon ?? keyRange.upperBound) }
    }

    var isEmpty: Bool {
        if case .text("", .plain) = content { return true }
        return false
    }

    var isOnLines: Bool {
        switch content {
        case .text: false
        case .list(_, let isFlow), .block(_, let isFlow): !isFlow
        }
    }

    /// Nil if it is no text.
    var style: Style? { if case .text(_, let style) = content, !isEmpty { style } else { nil } }

    var value: EditValue {
        switch content {
        case .text(let text, let style): .text(text, isBare: style == .plain)
        case .list(let items, _): .list(items.map(\.value))
        case .block(let entries, _): .block(entries.map { EditValue.Member(key: $0.key, value: $0.value.value) })
        }
    }
}

/// Builds a tree of marked nodes from a file that `TreeBuilder` finds no error in.
struct MarkedTree {
    private let source: Source
    private let events: YAMLEvents
    /// The byte at which each character begins; empty if every character is one byte.
    private let offsets: [Int]

    /// A file with YAML errors is refused, because nothing in it can be located reliably.
    static func read(_ source: Source) throws(ConfigEditRefusal) -> MarkedNode {
        let report = Report()
        guard TreeBuilder.tree(of: source, report: report) != nil, !report.hasErrors, let events = YAMLEvents(source.bytes) else {
            throw .invalid(report.diagnostics())
        }
        let tree = MarkedTree(source: source, events: events, offsets: offsets(of: source.bytes))
        do throws(SyntaxProblem) {
            _ = try events.next()
            return try tree.node(events.next())
        } catch {
            preconditionFailure("libyaml read the same bytes twice, with an error the second time only: \(error.said)")
        }
    }

    private static func offsets(of bytes: [UInt8]) -> [Int] {
        guard bytes.contains(where: { $0 >= 0x80 }) else { return [] }
        return bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } + [bytes.count]
    }

    /// The byte at a mark of libyaml. A mark counts characters.
    private func offset(_ mark: Int) -> Int { offsets.isEmpty ? mark : offsets[mark] }

    private func node(_ event: YAMLEvents.Event) throws(SyntaxProblem) -> MarkedNode {
        let start = offset(event.start)
        func node(to end: Int, _ content: MarkedNode.Content) -> MarkedNode {
            MarkedNode(range: start..<max(start, end), column: event.column, content: content)
        }
        switch event.kind {
        case .listStart:
            let (items, end) = try items()
            return node(to: event.isFlow ? end : items.last?.range.upperBound ?? start, .list(items, isFlow: event.isFlow))
        case .blockStart:
            let (entries, end) = try entries()
            return node(to: event.isFlow ? end : entries.last?.end ?? start, .block(entries, isFlow: event.isFlow))
        case .scalar(let text, let isPlain):
            let style = isPlain ? .plain : style(at: start)
            let end = offset(event.end)
            return node(to: style == .lines ? trimmed(end, text) : end, .text(text, style))
        default: preconditionFailure("an alias was found by TreeBuilder")
        }
    }

    private func items() throws(SyntaxProblem) -> ([MarkedNode], end: Int) {
        var items: [MarkedNode] = []
        while true {
            let event = try events.next()
            if case .listEnd = event.kind { return (items, offset(event.end)) }
            items.append(try node(event))
        }
    }

    private func entries() throws(SyntaxProblem) -> ([MarkedNode.Entry], end: Int) {
        var entries: [MarkedNode.Entry] = []
        while true {
            let event = try events.next()
            if case .blockEnd = event.kind { return (entries, offset(event.end)) }
            guard case .scalar(let key, _) = event.kind else { preconditionFailure("a key that is no word was found by TreeBuilder") }
            let keyRange = offset(event.start)..<offset(event.end)
            let colon = colon(after: keyRange.upperBound)
            var value = try node(events.next())
            // For an empty value in braces, libyaml gives the place of the next token.
            if value.isEmpty {
                let place = colon ?? keyRange.upperBound
                value = MarkedNode(range: place..<place, column: value.column, content: value.content)
            }
            entries.append(
                MarkedNode.Entry(key: key, keyRange: keyRange, keyColumn: event.column, colon: colon, value: value))
        }
    }

    private func colon(after key: Int) -> Int? {
        let rest = source.bytes[key...]
        guard let place = rest.firstIndex(where: { $0 != 0x20 && $0 != 0x09 }), rest[place] == UInt8(ascii: ":") else { return nil }
        return place + 1
    }

    private func style(at start: Int) -> MarkedNode.Style {
        switch source.bytes[start] {
        case UInt8(ascii: "'"): .single
        case UInt8(ascii: "\""): .double
        default: .lines
        }
    }

    /// The end of a text on lines, without the empty lines below it, unless they are part of it.
    private func trimmed(_ end: Int, _ text: String) -> Int {
        guard !text.hasSuffix("\n\n"), text != "\n" else { return end }
        var end = end
        while let line = source.line(endingAt: end), source.isBlank(line) { end = source.lines[line].lowerBound }
        return end
    }
}
