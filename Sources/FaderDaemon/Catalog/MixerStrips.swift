internal import FaderAPI
internal import FaderConsole
internal import FaderModel

/// The mixer strips of a page: which of its parameters belong together.
///
/// Those belong together that have the same word of a list between the dots of their ids; else those with the same id before the last dot, and
/// an id with those below it (`browser`, `browser.mute`).
struct MixerStrips {
    private enum Key: Hashable {
        case word(String, list: String)
        case group(String)
    }

    private let words: [Substring: (key: Key, label: String)]

    init(_ lists: [NameList]) {
        var words: [Substring: (key: Key, label: String)] = [:]
        for list in lists {
            for entry in list.entries where words[Substring(entry.word)] == nil {
                words[Substring(entry.word)] = (.word(entry.word, list: list.name), entry.label)
            }
        }
        self.words = words
    }

    /// The strips, each where its first parameter is.
    func strips(of shown: [(id: String, label: String)]) -> [MixerStripResource] {
        let groups = Set(shown.compactMap { Self.group(of: $0.id) })
        let labels = Dictionary(shown) { first, _ in first }
        var places: [Key: Int] = [:]
        var strips: [MixerStripResource] = []
        for (id, label) in shown {
            let word = id.split(separator: ".").lazy.compactMap { words[$0] }.first
            let group = groups.contains(id) ? id : Self.group(of: id) ?? id
            let key = word?.key ?? .group(group)
            if let place = places[key] {
                // The label of the first one is for it alone.
                if word == nil, strips[place].ids.count == 1 { strips[place].label = labels[group] ?? group }
                strips[place].ids.append(id)
            } else {
                places[key] = strips.count
                strips.append(MixerStripResource(label: word?.label ?? label, ids: [id]))
            }
        }
        return strips
    }

    /// An id without its last word; nil if it has only one.
    private static func group(of id: String) -> String? { id.lastIndex(of: ".").map { String(id[..<$0]) } }
}

extension Catalog {
    /// What a page shows, in its order. The parts of ranges and colors only if it names them exactly.
    func shown(on page: PageSpec) -> [(id: String, label: String)] {
        var (ids, seen): ([String], Set<String>) = ([], [])
        let all = wholes.map { configuration.id(of: $0) }
        for pattern in page.show {
            if items[pattern] != nil {
                if seen.insert(pattern).inserted { ids.append(pattern) }
                continue
            }
            let glob = ClientGlob(pattern)
            let prefix = glob.literalPrefix
            guard prefix != pattern else { continue }
            for id in all where id.hasPrefix(prefix) && glob.matches(id) && seen.insert(id).inserted { ids.append(id) }
        }
        return ids.map { id in
            switch items[id] {
            case .parameter(let index): (id, configuration.parameters[index].label)
            case .group(let index): (id, configuration.groups[index].label)
            case nil: (id, id)
            }
        }
    }
}
