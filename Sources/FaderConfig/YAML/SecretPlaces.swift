internal import FaderValues

/// Where the secrets of a file are, according to its tree. Lines and columns are 0-based; columns are Unicode scalars.
struct SecretPlaces {
    /// The columns of secrets by line, in order.
    private(set) var columns: [Int: [Range<Int>]] = [:]
    /// Texts whose key no target has. An excerpt shows them, because they may be what is wrong there.
    private var doubtful: [Int: [Range<Int>]] = [:]
    /// Lines of values that may be secret or have secrets in them, so that their comments may, too.
    private(set) var guarded: [ClosedRange<Int>] = []
    /// Lines that were not read to their end, hidden as a whole.
    private var unread: Range<Int> = 0..<0

    /// A file that is not read as YAML is hidden if any line may have a secret.
    static func unknown(in source: Source) -> SecretPlaces {
        var places = SecretPlaces()
        let isHarmless = source.lines.indices.allSatisfy { line in source.line(line + 1).map { !Secrets.mayBegin(in: $0) } ?? false }
        if !isHarmless { places.hide(lines: 0...source.lines.count) }
        return places
    }

    func hides(line: Int) -> Bool { unread.contains(line) }

    /// Hides a text and its quotes.
    mutating func hide(_ event: YAMLEvents.Event, in source: Source) {
        for (line, range) in Self.places(of: event, in: source) { add(range, line: line) }
    }

    /// Hides a text, but only where the whole file is shown.
    mutating func doubt(_ event: YAMLEvents.Event, in source: Source) {
        for (line, range) in Self.places(of: event, in: source) where !range.isEmpty { doubtful[line, default: []].append(range) }
    }

    /// Hides the comments on these lines, but only where the whole file is shown.
    mutating func guardComments(in lines: ClosedRange<Int>) { guarded.append(lines) }

    /// The places of a text, in each of the lines that it is on.
    private static func places(of event: YAMLEvents.Event, in source: Source) -> [(line: Int, columns: Range<Int>)] {
        if event.endLine == event.line { return [(event.line, event.column..<event.column + event.end - event.start)] }
        return (event.line...event.endLine).map { line in
            let start = line == event.line ? event.column : 0
            return (line, start..<max(start, length(of: line, in: source)))
        }
    }

    /// Hides the user and the password in an address.
    mutating func hideLogin(_ event: YAMLEvents.Event, in source: Source) {
        guard event.endLine == event.line else { return hide(event, in: source) }
        let line = Array((source.line(event.line + 1) ?? "").unicodeScalars)
        let place = (event.column..<event.column + event.end - event.start).clamped(to: line.indices)
        if let login = Secrets.login(in: line[place]) { add(login, line: event.line) }
    }

    mutating func hide(lines: ClosedRange<Int>) { unread = Range(lines) }

    private mutating func add(_ range: Range<Int>, line: Int) { if !range.isEmpty { columns[line, default: []].append(range) } }

    private static func length(of line: Int, in source: Source) -> Int { source.line(line + 1)?.unicodeScalars.count ?? 0 }

    /// A line for people who may see the whole file but no secret; nil: all of the line may be secret.
    func hidingAll(in text: String, at line: Int) -> String? {
        guard !hides(line: line) else { return nil }
        let ranges = ((columns[line] ?? []) + (doubtful[line] ?? [])).sorted { $0.lowerBound < $1.lowerBound }
        guard !ranges.isEmpty else { return text }
        let scalars = Array(text.unicodeScalars)
        var (shown, end) = (String.UnicodeScalarView(), 0)
        for range in ranges.map({ $0.clamped(to: scalars.indices) }) where range.upperBound > end {
            shown.append(contentsOf: scalars[end..<max(end, range.lowerBound)])
            // Two that overlap are hidden as one.
            if range.lowerBound >= end { shown.append(contentsOf: Secrets.hidden.unicodeScalars) }
            end = range.upperBound
        }
        shown.append(contentsOf: scalars[end...])
        return String(shown)
    }

    /// The message with the secrets hidden that it quotes.
    func hiding(in message: String, line number: Int, of source: Source) -> String {
        guard let columns = columns[number - 1], let line = source.line(number) else { return message }
        let scalars = Array(line.unicodeScalars)
        var message = message
        for range in columns {
            let isOutside = { (scalar: Unicode.Scalar) in scalar == "\"" || scalar == "'" || scalar == " " }
            let secret = scalars[range.clamped(to: scalars.indices)].drop(while: isOutside)
            let whole = secret[..<((secret.lastIndex { !isOutside($0) } ?? secret.startIndex - 1) + 1)]
            let word = whole.prefix { !" ,]}".unicodeScalars.contains($0) }
            let value: ArraySlice<Unicode.Scalar> = whole.split(separator: ":", maxSplits: 1).last?.prefix { $0 != " " } ?? []
            for secret in [whole, word, word.prefix { $0 != ":" }, value] {
                message = message.hidingQuoted(String(String.UnicodeScalarView(secret)).forDisplay)
            }
        }
        return message
    }
}

extension String {
    /// This text with a secret hidden wherever a quote or an `@` follows it.
    fileprivate func hidingQuoted(_ secret: String) -> String {
        let (text, secret) = (Array(unicodeScalars), Array(secret.unicodeScalars))
        guard !secret.isEmpty else { return self }
        var (hidden, index) = (String.UnicodeScalarView(), 0)
        while index < text.count {
            let end = index + secret.count
            if end < text.count, text[end] == "\"" || text[end] == "@", text[index..<end].elementsEqual(secret) {
                hidden.append(contentsOf: Secrets.hidden.unicodeScalars)
                index = end
            } else {
                hidden.append(text[index])
                index += 1
            }
        }
        return String(hidden)
    }
}
