internal import FaderValues

/// Builds a tree of nodes from a file. Anchors, aliases, tags, merge keys and a second document are reported: a config has none.
struct TreeBuilder {
    private let source: Source
    private let events: YAMLEvents
    /// Reported once the whole file has been read.
    private var notes: [(location: Location, message: String)] = []
    private var nodes = 0
    /// Brackets and braces that are not closed yet, by line, the outermost first.
    private var openFlows: [Int] = []
    /// The last quoted text that spans several lines.
    private var longQuote: (start: Location, endLine: Int)?
    private var secrets = SecretPlaces()
    /// The keys of entries of `targets:` whose values are no secrets.
    private let shownKeys: ShownKeys
    /// Values that may be secret and are being read.
    private var openSecrets = 0
    /// The line (0-based) where the last event ended.
    private var lastLine = 0
    /// 0-based, of the last text's or bracket's end. Blocks on lines end only where the next text begins.
    private var lastContent = 0

    /// Nil if it has none, which is reported. If a part is not YAML, that is the last error, because the rest could mean anything.
    static func tree(of source: Source, report: Report, _ secrecy: Secrecy = .none) -> Node? {
        guard TextCheck.passes(source, report) else { return nil }
        guard let events = YAMLEvents(source.bytes) else { return report.error(source.whole, "not enough memory to read the file") }
        var builder = TreeBuilder(source: source, events: events, shownKeys: report.shownKeys)
        do {
            let root = try builder.document(secrecy)
            report.conceal(builder.secrets, in: source)
            builder.tell(report)
            return root
        } catch {
            switch error {
            case .syntax(var problem):
                var (location, message) = problem.explained(in: source, flow: builder.openFlows.first, quote: builder.longQuote)
                if builder.concealsRest(from: location.line - 1, through: problem.line) {
                    problem.mayQuote = false
                    (location, message) = problem.explained(in: source, flow: builder.openFlows.first, quote: builder.longQuote)
                }
                report.conceal(builder.secrets, in: source)
                // Another error on the same line is the same mistake.
                builder.tell(report, before: location.line)
                return report.error(location, message)
            case .limit(let line, let column, let message):
                _ = builder.concealsRest(from: line - 1, through: line - 1)
                report.conceal(builder.secrets, in: source)
                builder.tell(report)
                return report.error(Location(source: source, line: line, column: column), message)
            case .empty: return report.error(source.whole, "the file is empty; it begins with \"version: 1\"")
            }
        }
    }

    private enum Stop: Error {
        case syntax(SyntaxProblem)
        case limit(line: Int, column: Int, String)
        case empty
    }

    private init(source: Source, events: YAMLEvents, shownKeys: ShownKeys) {
        self.shownKeys = shownKeys
        self.source = source
        self.events = events
    }

    private func tell(_ report: Report, before line: Int = .max) {
        for note in notes where note.location.line < line { report.error(note.location, note.message) }
    }

    private mutating func note(_ location: Location, _ message: String) { notes.append((location, message)) }

    private mutating func next() throws(Stop) -> YAMLEvents.Event {
        do {
            let event = try events.next()
            lastLine = event.endLine
            switch event.kind {
            case .listEnd, .blockEnd: break
            default: lastContent = lastLine
            }
            return event
        } catch {
            throw .syntax(error)
        }
    }

    /// Hides the lines through those given (0-based) if there may be secrets after the last event. Returns whether there may be.
    private mutating func concealsRest(from first: Int, through last: Int) -> Bool {
        let lines = min(first, lastLine)...max(first, last, lastLine)
        let isSuspect = lines.contains { line in source.line(line + 1).map { Secrets.mayBegin(in: $0) } ?? true }
        guard openSecrets > 0 || isSuspect else { return false }
        secrets.hide(lines: lines)
        return true
    }

    private func location(_ event: YAMLEvents.Event) -> Location {
        Location(source: source, line: event.line + 1, column: event.column + 1)
    }

    private func limit(_ location: Location, _ message: String) -> Stop { .limit(line: location.line, column: location.column, message) }

    private mutating func document(_ secrecy: Secrecy) throws(Stop) -> Node {
        guard case .documentStart = try next().kind else { throw .empty }
        let root = try node(from: next(), depth: 0, secrecy)
        _ = try next()
        let after = try next()
        if case .documentStart = after.kind { note(location(after), "a second document begins here, but a file can have only one") }
        if root.isEmpty { throw .empty }
        return root
    }

    private mutating func node(from event: YAMLEvents.Event, depth: Int, _ secrecy: Secrecy) throws(Stop) -> Node {
        let location = location(event)
        nodes += 1
        guard nodes <= Limits.nodes else { throw limit(location, "the file has more than \(Limits.nodes) keys and values") }
        guard depth <= Limits.depth else { throw limit(location, "nested deeper than \(Limits.depth) levels") }
        if event.hasAnchor { note(location, "anchors (\"&name\") are not supported; a text that begins with \"&\" must be in quotes") }
        if event.hasTag { note(location, "tags (\"!type\") are not supported; a text that begins with \"!\" must be in quotes") }
        switch event.kind {
        case .scalar(let text, let isPlain):
            if !isPlain, event.endLine > event.line { longQuote = (location, event.endLine) }
            if !secrecy.shows(text) { secrets.hide(event, in: source) } else if text.contains("@") { secrets.hideLogin(event, in: source) }
            if case .unknown = secrecy { secrets.doubt(event, in: source) }
            return scalar(text, isPlain: isPlain, at: location)
        case .listStart, .blockStart:
            if event.isFlow { openFlows.append(event.line) }
            if secrecy != .none { openSecrets += 1 }
            let content: Node.Content =
                if case .listStart = event.kind {
                    .list(try list(depth: depth + 1, secrecy))
                } else {
                    .block(try block(depth: depth + 1, secrecy))
                }
            if event.isFlow {
                openFlows.removeLast()
                lastContent = lastLine
            }
            if secrecy != .none { openSecrets -= 1 }
            return Node(location: location, content: content)
        default:
            if secrecy != .none { secrets.hide(event, in: source) }
            note(location, "aliases (\"*name\") are not supported; a text that begins with \"*\" must be in quotes")
            return Node(location: location, content: .unusable)
        }
    }

    /// A text. If it is unquoted, curly quotes and unusual blanks at its ends are reported and dropped.
    private mutating func scalar(_ text: String, isPlain: Bool, at location: Location) -> Node {
        guard isPlain, let mended = LookAlike.mended(text) else {
            return Node(location: location, content: .scalar(Node.Scalar(text: text, isPlain: isPlain)))
        }
        note(location, mended.message)
        return Node(location: location, content: .scalar(Node.Scalar(text: mended.text, isPlain: mended.isPlain)))
    }

    private mutating func list(depth: Int, _ secrecy: Secrecy) throws(Stop) -> [Node] {
        var items: [Node] = []
        while true {
            let event = try next()
            if case .listEnd = event.kind { return items }
            items.append(try node(from: event, depth: depth, secrecy.ofItem(items.count)))
        }
    }

    private mutating func block(depth: Int, _ secrecy: Secrecy) throws(Stop) -> [Node.Entry] {
        var entries: [Node.Entry] = []
        var known: [String: Location] = [:]
        while true {
            let event = try next()
            if case .blockEnd = event.kind { return entries }
            let key = try node(from: event, depth: depth, .none)
            if secrecy != .none, let word = key.text, !secrecy.shows(key: word) { secrets.hide(event, in: source) }
            let before = notes.count
            let inner = key.text.map { secrecy.of($0, inBlock: depth, showing: shownKeys) } ?? .all
            let value = try node(from: next(), depth: depth, inner)
            // Inside of it, comments are guarded already.
            if secrecy == .none, inner != .none { secrets.guardComments(in: event.line...max(event.line, lastContent)) }
            guard case .scalar(let scalar) = key.content else {
                if !key.isUnusable {
                    let isBraces = if case .block = key.content { true } else { false }
                    note(
                        key.location,
                        isBraces ? SyntaxProblem.bareBraces + ", as \"{ch}.level\":" : "a key must be a word, found \(key.described)")
                }
                continue
            }
            if scalar.isPlain, scalar.text == "<<" {
                // Errors about its value would only repeat this one.
                notes.removeSubrange(before...)
                note(
                    key.location, "merge keys (\"<<\") are not supported; put keys that several parameters share into a type, under types:")
                continue
            }
            entries.append(entry(scalar, at: key.location, value, known: &known))
        }
    }

    /// The key is a word. `known` has the keys of its block so far.
    private mutating func entry(
        _ key: Node.Scalar, at location: Location, _ value: Node, known: inout [String: Location]
    ) -> Node.Entry {
        var (word, value) = (key.text, value)
        if key.isPlain, value.isEmpty, let split = LookAlike.missingSpace(key.text) {
            note(location, split.message)
            (word, value) = (split.key, Node(location: value.location, content: .unusable))
        }
        let first = known[word]
        known[word] = first ?? location
        if let first {
            note(location, "duplicate key \"\(word.forDisplay)\", first given at \(first.described(from: location))")
        }
        return Node.Entry(key: word, keyLocation: location, value: value, isRepeated: first != nil)
    }
}
