internal import FaderJSON

/// The strips of a surface, as far as the page can change them: a row of controls for all, such as `fader: "{}.level"`. One learned control
/// is enough for its row.
struct MappingStrips {
    /// What `{}` stands for; nil without strips, or if they are written one by one.
    let words: [String]?
    /// What each kind of controls drives.
    let rows: [String: String]
    /// The surface has strips, in whatever form.
    let isThere: Bool
    /// The list that `each` names; nil if the words are written there.
    private let list: String?
    private let path: [String]
    private let map: [String: JSONValue]

    init(_ content: JSONValue, surface: String) {
        let (surfaceContent, path) = (content["surfaces"][surface], ["surfaces", surface])
        let strips = surfaceContent["strips"]
        isThere = strips != .null
        (self.path, map) = (path, surfaceContent["map"].members)
        rows = strips.members.filter { $0.key != "each" }.compactMapValues { $0.text ?? $0["parameter"].text }
        let each = strips["each"]
        list = each.items == nil ? each.text : nil
        words = each.items?.compactMap(\.word) ?? list.map { Self.words(of: content["lists"][$0]) }
    }

    private static func words(of list: JSONValue) -> [String] { list.items?.compactMap(\.word) ?? list.members.keys.sorted() }

    /// The kinds of controls whose rows drive a parameter, by the parameter's id.
    var kinds: [String: [String]] {
        var kinds: [String: [String]] = [:]
        for (kind, pattern) in rows.sorted(by: { $0.key < $1.key }) {
            for word in words ?? [] {
                let id = pattern.replacing("{}", with: word).replacing(list.map { "{\($0)}" } ?? "{}", with: word)
                kinds[id, default: []].append(kind)
            }
        }
        return kinds
    }

    /// The control in each strip then drives the strip's own parameter: `fader: "{}.level"` for `kick.level`. `all` is in order.
    func edits(row control: String, driving id: String, of all: [ParameterResource], _ content: JSONValue) throws(Failure) -> [JSONValue] {
        let surface = path[1]
        guard let dot = control.lastIndex(of: "."), control[control.index(after: dot)...].allSatisfy(\.isNumber) else {
            throw Self.failure("\(control) of \(surface) is not part of a row; the controls of a row have numbers, such as fader.1")
        }
        let kind = String(control[..<dot])
        if isThere, words == nil {
            throw Self.failure("the strips of \(surface) are written one by one; add \(kind) to each of them in the file")
        }
        guard let family = Family(of: id, in: all, words) else {
            let reason = words.map { "\(id) belongs to none of its strips, \($0.prefix(8).joined(separator: ", "))" }
            throw Self.failure(reason ?? "no other parameter has an id like \(id) with another word, as kick.level and snare.level have")
        }
        // If the row is a block with other keys, such as span, only its parameter changes.
        let isBlock = content["surfaces"][surface]["strips"][kind]["parameter"] != .null
        let row = path + ["strips", kind] + (isBlock ? ["parameter"] : [])
        var edits: [JSONValue] = []
        if !isThere {
            let name = content["lists"].members.keys.sorted().first {
                Set(Self.words(of: content["lists"][$0])) == Set(family.words)
            }
            edits.append(.setting(path + ["strips", "each"], to: name.map { .text($0) } ?? .list(family.words.map { .text($0) })))
        }
        edits.append(.setting(row, to: .text(family.pattern)))
        // Mappings of single strips would take precedence over the row.
        let ids = Set(family.words.map(family.id))
        for (control, mapping) in map.sorted(by: { $0.key < $1.key }) where control.hasPrefix("\(kind).") {
            if let driven = mapping.text ?? mapping["parameter"].text, ids.contains(driven) {
                edits.append(.removing(path + ["map", control]))
            }
        }
        return edits
    }

    private static func failure(_ sentence: String) -> Failure { Failure(.refused, sentence) }

    /// Parameters whose ids differ in one word: `kick.level`, `snare.level`.
    struct Family: Equatable {
        /// The id with `{}` in place of the word that differs.
        let pattern: String
        /// The words that stand for `{}`, in the order of the parameters.
        let words: [String]

        /// With `words`, the family that has those. Otherwise the largest one; of equally large ones, the one whose word comes first in the
        /// id.
        init?(of id: String, in all: [ParameterResource], _ words: [String]?) {
            let parts = id.split(separator: ".").map(String.init)
            let kind = all.first { $0.id == id }?.kind
            var found: Family?
            for place in parts.indices {
                func pattern(_ word: String) -> [String] { parts.enumerated().map { $0 == place ? word : $1 } }
                let whole = pattern("{}").joined(separator: ".")
                if let words {
                    if words.contains(parts[place]) { found = found ?? Family(pattern: whole, words: words) }
                    continue
                }
                let own = all.filter { $0.kind == kind && $0.declaredBy?.isEmpty != false }.compactMap { other -> String? in
                    let others = other.id.split(separator: ".").map(String.init)
                    return others.count == parts.count && others == pattern(others[place]) ? others[place] : nil
                }
                if own.count > max(1, found?.words.count ?? 0), parts.count > 1 { found = Family(pattern: whole, words: own) }
            }
            guard let found else { return nil }
            self = found
        }

        private init(pattern: String, words: [String]) { (self.pattern, self.words) = (pattern, words) }

        func id(_ word: String) -> String { pattern.replacing("{}", with: word) }
    }
}
