/// Makes a tree of nodes of a file, and reports what YAML has but a config does not: aliases, tags, several documents.
struct TreeBuilder {
    private let source: Source
    private let report: Report
    private let events: YAMLEvents
    private var nodes = 0

    /// The tree of a file; nil where there is none, which has been reported.
    static func tree(of source: Source, report: Report) -> Node? {
        guard TextCheck.passes(source, report) else { return nil }
        guard let events = YAMLEvents(source.bytes) else {
            report.error(source.whole, "not enough memory to read the file")
            return nil
        }
        var builder = TreeBuilder(source: source, report: report, events: events)
        do {
            return try builder.document()
        } catch .syntax(let problem) {
            problem.tell(report, in: source)
        } catch .limit(let line, let column, let message) {
            report.error(Place(source: source, line: line, column: column), message)
        } catch {
            report.error(source.whole, "the file is empty; it begins with \"version: 1\"")
        }
        return nil
    }

    private enum Stop: Error {
        case syntax(SyntaxProblem)
        case limit(line: Int, column: Int, String)
        case empty
    }

    private init(source: Source, report: Report, events: YAMLEvents) {
        self.source = source
        self.report = report
        self.events = events
    }

    private func next() throws(Stop) -> YAMLEvents.Event {
        do { return try events.next() } catch { throw .syntax(error) }
    }

    private func place(_ event: YAMLEvents.Event) -> Place { Place(source: source, line: event.line + 1, column: event.column + 1) }

    private func limit(_ place: Place, _ message: String) -> Stop { .limit(line: place.line, column: place.column, message) }

    private mutating func document() throws(Stop) -> Node {
        guard case .documentStart = try next().kind else { throw .empty }
        let root = try node(from: next(), depth: 0)
        _ = try next()
        let after = try next()
        if case .documentStart = after.kind { report.error(place(after), "a second document begins here; a file holds one") }
        if root.isEmpty { throw .empty }
        return root
    }

    private mutating func node(from event: YAMLEvents.Event, depth: Int) throws(Stop) -> Node {
        let place = place(event)
        nodes += 1
        guard nodes <= Limits.nodes else { throw limit(place, "the file has more than \(Limits.nodes) keys and values") }
        guard depth <= Limits.depth else { throw limit(place, "nested deeper than \(Limits.depth) levels") }
        if event.hasAnchor { report.error(place, "anchors (\"&name\") are not supported; a text that begins with \"&\" must be in quotes") }
        if event.hasTag { report.error(place, "tags (\"!type\") are not supported; a text that begins with \"!\" must be in quotes") }
        switch event.kind {
        case .scalar(let text, let isPlain):
            return Node(place: place, content: .scalar(Node.Scalar(text: text, isPlain: isPlain)))
        case .listStart: return Node(place: place, content: .list(try list(depth: depth + 1)))
        case .blockStart: return Node(place: place, content: .block(try block(depth: depth + 1)))
        default:
            report.error(place, "aliases (\"*name\") are not supported; a text that begins with \"*\" must be in quotes")
            return Node(place: place, content: .unusable)
        }
    }

    private mutating func list(depth: Int) throws(Stop) -> [Node] {
        var items: [Node] = []
        while true {
            let event = try next()
            if case .listEnd = event.kind { return items }
            items.append(try node(from: event, depth: depth))
        }
    }

    private mutating func block(depth: Int) throws(Stop) -> [Node.Entry] {
        var entries: [Node.Entry] = []
        var known = KnownKeys()
        while true {
            let event = try next()
            if case .blockEnd = event.kind { return entries }
            let key = try node(from: event, depth: depth)
            let value = try node(from: next(), depth: depth)
            guard case .scalar(let scalar) = key.content else {
                if !key.isUnusable { report.error(key.place, "a key must be a word, found \(key.described)") }
                continue
            }
            let first = known.add(scalar.text, in: entries)
            if let first {
                let at = entries[first].keyPlace.described(from: key.place)
                report.error(key.place, "duplicate key \"\(scalar.text.forDisplay)\", first given at \(at)")
            }
            entries.append(Node.Entry(key: scalar.text, keyPlace: key.place, value: value, isRepeated: first != nil))
        }
    }
}

/// The keys of a block so far. A few are compared one by one, which is cheaper than hashing them; of many, a table is made.
private struct KnownKeys {
    private var table: [String: Int] = [:]
    private static let few = 12

    /// Enters the key that is about to be appended to `entries`. The index of the entry that has it already, if there is one.
    mutating func add(_ key: String, in entries: [Node.Entry]) -> Int? {
        if entries.count < Self.few { return entries.firstIndex { $0.key == key } }
        if table.isEmpty {
            for (index, entry) in entries.enumerated() where table[entry.key] == nil { table[entry.key] = index }
        }
        if let first = table[key] { return first }
        table[key] = entries.count
        return nil
    }
}
