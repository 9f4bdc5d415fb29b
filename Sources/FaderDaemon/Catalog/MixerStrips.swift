internal import FaderAPI
internal import FaderConfig
internal import FaderConsole
internal import FaderModel

/// The mixer strips of a page: which of its parameters belong together.
///
/// Those belong together that have the same word of a list between the dots of their ids; else those with the same id before the last dot, and
/// an id with those below it (`browser`, `browser.mute`).
struct MixerStrips {
    /// The labels of the words of all lists.
    private var labels: [String: String] = [:]

    init(_ lists: [NameList]) {
        for list in lists {
            for entry in list.entries where labels[entry.word] == nil { labels[entry.word] = entry.label }
        }
    }

    /// The strips, each where its first parameter is.
    func strips(of shown: [(id: String, label: String)]) -> [MixerStripResource] {
        var (groups, names): (Set<String>, [String: String]) = ([], [:])
        for (id, label) in shown {
            names[id] = label
            if let group = Self.group(of: id) { groups.insert(group) }
        }
        // A word has a dot before it here, so that it is no id.
        var places: [String: Int] = [:]
        var strips: [MixerStripResource] = []
        for (id, label) in shown {
            let word = word(in: id)
            let group = groups.contains(id) ? id : Self.group(of: id) ?? id
            let key = word.map { ".\($0)" } ?? group
            if let place = places[key] {
                // The label of the first one is for it alone.
                if strips[place].ids.count == 1 { strips[place].label = word.flatMap { labels[$0] } ?? names[group] ?? group }
                strips[place].ids.append(id)
            } else {
                places[key] = strips.count
                // A parameter without a label is called by its id, and a word without one by itself; what the config says is more.
                let name = word.flatMap { word in labels[word].flatMap { $0 == word && label != id ? nil : $0 } }
                strips.append(MixerStripResource(label: name ?? label, word: word, ids: [id]))
            }
        }
        return strips
    }

    /// The first word of a list between the dots of an id.
    private func word(in id: String) -> String? {
        for part in id.split(separator: ".") where labels[String(part)] != nil { return String(part) }
        return nil
    }

    /// An id without its last word; nil if it has only one.
    private static func group(of id: String) -> String? { id.lastIndex(of: ".").map { String(id[..<$0]) } }
}

extension Catalog {
    /// A page as the API shows it.
    func resource(_ page: PageSpec, _ strips: [MixerStripResource]) -> PageResource {
        let view: PageResource.View =
            switch page.view ?? suggestedView(of: strips) {
            case .mixer: .mixer
            case .list: .list
            }
        return PageResource(name: page.name, view: view, show: page.show, strips: strips)
    }

    /// A mixer, if more than half of the parameters are in strips that have both a number and a toggle, and there are several such strips.
    private func suggestedView(of strips: [MixerStripResource]) -> PageSpec.View {
        let mixed = strips.filter { strip in
            let kinds = strip.ids.map(kind)
            return kinds.contains(.toggle) && (kinds.contains(.number) || kinds.contains(.integer))
        }
        let count = { (strips: [MixerStripResource]) in strips.reduce(0) { $0 + $1.ids.count } }
        return mixed.count > 1 && 2 * count(mixed) > count(strips) ? .mixer : .list
    }

    private func kind(of id: String) -> KindWord? {
        switch items[id] {
        case .parameter(let index): KindWord(rawValue: configuration.parameters[index].kind.word)
        case .group(let index): KindWord(rawValue: configuration.groups[index].kind.word)
        case nil: nil
        }
    }

    /// What the key of a page may see: what the page shows, and the parts of that.
    func contents(ofPage name: String) -> PageContents {
        guard let page = settings.pages.first(where: { $0.name == name }) else { return PageContents(name: name) }
        var (ids, siblings): (Set<String>, Set<String>) = ([], [])
        for (id, _) in shown(on: page) {
            ids.insert(id)
            switch items[id] {
            case .group(let index): ids.formUnion(self.ids(of: configuration.groups[index].parts))
            case .parameter(let index):
                if let group = groupSpec(of: index) { siblings.formUnion(self.ids(of: group.parts)) }
            case nil: break
            }
        }
        return PageContents(name: name, ids: ids, siblings: siblings)
    }

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
