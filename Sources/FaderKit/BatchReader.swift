internal import FaderClient
internal import FaderJSON

/// Reads batches of events. It remembers in which order ids came: they come in the same order again, so an id need not be read and looked up,
/// but is compared with the one that is expected. Owned by `Faders`.
struct BatchReader {
    private struct Known {
        let box: Box
        /// Where in `spellings` stands how it is written.
        let spelling: Range<Int>
        /// The place of the id that came after it; this one comes first.
        var next: Int
    }

    private var known: [Known] = []
    private var spellings: [UInt8] = []
    private var places: [String: Int] = [:]
    /// The place of the id that came first in a batch.
    private var first = 0
    /// Which boxes `known` is about.
    private var version: UInt64?
    /// Who asked for the changes, as it is written: mostly it is the same as before.
    private var origin: (origin: Origin, spelling: [UInt8]) = (.api, Array("\"api\"".utf8))

    /// Reads `[[id, revision, position, text, touched, value, origin], …]`, with `false` at the end of an entry whose value is not known, entry by
    /// entry. Passes on those that are about boxes of the board.
    mutating func read(_ data: [UInt8], _ board: Board, each: (Box, Seen) -> Void) throws(ClientError) {
        let newest = board.version
        if version != newest { (version, known, spellings, places, first) = (newest, [], [], [:], 0) }
        // The place of the id before.
        var last: Int?
        var isAsExpected = true
        do throws(JSONProblem) {
            try JSONReader.readList(data) { reader throws(JSONProblem) in
                try reader.beginList()
                let place = try place(&reader, after: last, board)
                let revision = try reader.numberItem().whole
                let position = try Self.position(&reader)
                let (text, isTouched) = (try reader.textItem(), try reader.flagItem())
                let value = try FaderValue(&reader)
                let origin = try origin(&reader)
                let isKnown = try reader.flagItemIfNext() ?? true
                try reader.endList()
                guard let revision, let value else {
                    isAsExpected = false
                    return
                }
                guard let place else { return }
                last = place
                each(
                    known[place].box,
                    Seen(
                        value: value, text: text, position: position, origin: origin, isTouched: isTouched, isKnown: isKnown,
                        revision: revision))
            }
        } catch {
            isAsExpected = false
        }
        guard isAsExpected else { throw .unexpectedAnswer("a batch of events without values") }
    }

    /// Reads an id. Returns its place; nil if the program does not know it.
    private mutating func place(_ reader: inout JSONReader, after last: Int?, _ board: Board) throws(JSONProblem) -> Int? {
        let expected = last.map { known[$0].next } ?? first
        if expected < known.count, try reader.skipItem(writtenAs: spellings.span.extracting(known[expected].spelling)) { return expected }
        let id = try reader.textItem()
        guard let place = places[id] ?? add(id, board) else { return nil }
        if let last { known[last].next = place } else { first = place }
        return place
    }

    private mutating func add(_ id: String, _ board: Board) -> Int? {
        guard let box = board.box(id) else { return nil }
        let start = spellings.count
        JSONWriter.append(quoted: id, to: &spellings)
        places[id] = known.count
        known.append(Known(box: box, spelling: start..<spellings.count, next: known.count + 1))
        return known.count - 1
    }

    private static func position(_ reader: inout JSONReader) throws(JSONProblem) -> Double? {
        if let number = try reader.numberItemIfNext() { return number.double }
        _ = try reader.anyItem()
        return nil
    }

    private mutating func origin(_ reader: inout JSONReader) throws(JSONProblem) -> Origin {
        if try reader.skipItem(writtenAs: origin.spelling.span) { return origin.origin }
        let word = try reader.textItem()
        var spelling: [UInt8] = []
        JSONWriter.append(quoted: word, to: &spelling)
        origin = (Origin(rawValue: word) ?? .api, spelling)
        return origin.origin
    }
}

extension FaderValue {
    /// Reads a value; nil if it is none.
    fileprivate init?(_ reader: inout JSONReader) throws(JSONProblem) {
        if let number = try reader.numberItemIfNext() {
            guard let number = number.double else { return nil }
            self = .number(number)
            return
        }
        switch try reader.anyItem().content {
        case .null: self = .nothing
        case .flag(let flag): self = .flag(flag)
        case .text(let word): self = .word(word)
        case .list(let ends):
            guard ends.count == 2, let low = ends[0].end, let high = ends[1].end else { return nil }
            self = .pair(low, high)
        // A number was read above.
        case .number, .object: return nil
        }
    }
}

extension JSONNode {
    /// The end of a range.
    fileprivate var end: Double? {
        switch content {
        case .text("-inf"): -.infinity
        case .number(let spelling): Double(spelling)
        default: nil
        }
    }
}
