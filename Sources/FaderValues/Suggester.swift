/// Finds the valid word that was probably meant.
public struct Suggester {
    /// Cells of the distance table: a file full of mistakes must not keep the reader busy for seconds.
    private var budget = 20_000_000

    public init() {}

    /// The nearest of `candidates` to a single word, with a full budget of its own.
    public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
        var suggester = Suggester()
        return suggester.nearest(to: word, among: candidates)
    }

    /// The first, if several are equally near. If none is near enough to be a typing slip, the shortest one that the word abbreviates.
    public mutating func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
        let wanted = Array(word.lowercased().utf8.prefix(64))
        guard !wanted.isEmpty else { return nil }
        var abbreviated: String?
        var best: (distance: Int, word: String)?
        for candidate in candidates where candidate != word {
            let length = min(wanted.count, candidate.utf8.count)
            // Another letter in a word of one letter is no slip.
            let limit = best.map { $0.distance - 1 } ?? (length > 1 ? max(1, length / 3) : 0)
            guard limit >= 0, budget > 0 else { break }
            if Self.abbreviates(wanted, candidate), candidate.utf8.count < abbreviated?.utf8.count ?? .max { abbreviated = candidate }
            guard abs(candidate.utf8.count - wanted.count) <= limit else { continue }
            budget -= wanted.count * candidate.utf8.count + 64
            let distance = Self.distance(wanted, Array(candidate.lowercased().utf8))
            if distance <= limit { best = (distance, candidate) }
        }
        return best?.word ?? abbreviated
    }

    /// Whether a word of three letters or more is a candidate with letters left out, but not its first: `parm` of `parameters`.
    private static func abbreviates(_ word: [UInt8], _ candidate: String) -> Bool {
        var rest = word[...]
        let letters = candidate.lowercased().utf8
        guard word.count >= 3, letters.first == rest.first else { return false }
        for letter in letters where letter == rest.first { rest.removeFirst() }
        return rest.isEmpty
    }

    /// Insertions, deletions, replacements and swaps of neighbors.
    static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
        var before: [Int] = []
        var last = Array(0...b.count)
        for i in 1...a.count {
            var row = [i]
            row.reserveCapacity(b.count + 1)
            for j in 1...b.count {
                let replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
                var cost = min(last[j] + 1, row[j - 1] + 1, replaced)
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { cost = min(cost, before[j - 2] + 1) }
                row.append(cost)
            }
            before = last
            last = row
        }
        return last[b.count]
    }
}
