internal import FaderAPI
internal import FaderConfig
internal import FaderConsole
internal import FaderValues

/// The mixer strips of a page: which of its parameters belong together.
///
/// Parameters belong together if the same word of the same list is between the dots of their ids, or else if their ids are the same up to
/// the last dot; the parameter with that id belongs to them (`browser`, `browser.mute`). If two lists share a word, a result of a template
/// belongs to the list that the template names first, any other id to the first list that has the word.
struct MixerStrips {
    private struct Place: Hashable {
        let list: String
        let word: String
    }

    private let lists: [NameList]
    private var labels: [Place: String] = [:]
    private let templates: [String: String]

    init(_ lists: [NameList], templates: [String: String] = [:]) {
        (self.lists, self.templates) = (lists, templates)
        for list in lists {
            for entry in list.entries { labels[Place(list: list.name, word: entry.word)] = entry.label }
        }
    }

    func strips(of shown: [(id: String, label: String)]) -> [MixerStripResource] {
        var (groups, names): (Set<String>, [String: String]) = ([], [:])
        for (id, label) in shown {
            names[id] = label
            if let group = Self.group(of: id) { groups.insert(group) }
        }
        // A key without a list has an empty list name.
        var places: [Place: Int] = [:]
        var strips: [MixerStripResource] = []
        for (id, label) in shown {
            let word = word(in: id)
            let group = groups.contains(id) ? id : Self.group(of: id) ?? id
            let key = word ?? Place(list: "", word: group)
            if let place = places[key] {
                // A strip of several parameters does not use the label of the first.
                if strips[place].ids.count == 1 { strips[place].label = word.flatMap { labels[$0] } ?? names[group] ?? group }
                strips[place].ids.append(id)
            } else {
                places[key] = strips.count
                // Without a configured label, a parameter's label is its id, and a word's label is the word. A configured label takes precedence.
                let name = word.flatMap { place in labels[place].flatMap { $0 == place.word && label != id ? nil : $0 } }
                strips.append(MixerStripResource(label: name ?? label, word: word?.word, ids: [id]))
            }
        }
        return strips
    }

    /// The first part of an id that is a word of a list.
    private func word(in id: String) -> Place? {
        let parts = id.split(separator: ".").map(String.init)
        let own = templates[id].flatMap { template in lists.first { $0.name == Self.list(of: template) } }
        for part in parts {
            let has = { (list: NameList) in labels[Place(list: list.name, word: part)] != nil }
            if let list = own.map({ has($0) ? $0 : nil }) ?? lists.first(where: has) { return Place(list: list.name, word: part) }
        }
        return nil
    }

    /// The list that a template such as `{ch}.{mon}` names first.
    private static func list(of template: String) -> String {
        let name = template.drop { $0 != "{" }.dropFirst().prefix { $0 != "}" && $0 != "." }
        return String(name)
    }

    private static func group(of id: String) -> String? { id.lastIndex(of: ".").map { String(id[..<$0]) } }
}

extension Catalog {
    func resource(_ page: PageSpec, _ strips: [MixerStripResource]) -> PageResource {
        let view: PageResource.View =
            switch page.view ?? suggestedView(of: strips) {
            case .mixer: .mixer
            case .list: .list
            case .pads: .pads
            }
        let buttons = page.buttons.compactMap { id, button -> (String, PageButtonResource)? in
            guard let first = job(button.first) else { return nil }
            var resource = PageButtonResource(first)
            (resource.long, resource.double) = (button.long.flatMap(job), button.double.flatMap(job))
            (resource.longAfter, resource.doubleWithin) = (button.longAfter, button.doubleWithin)
            (resource.confirm, resource.repeat) = (button.confirm, button.repeats)
            return (id, resource)
        }
        return PageResource(
            name: page.name, view: view, show: page.show, strips: strips,
            buttons: buttons.isEmpty ? nil : Dictionary(buttons, uniquingKeysWith: { $1 }))
    }

    /// What a button does, as the API shows it; nil if its parameter is gone.
    private func job(_ job: PageSpec.Job) -> PageButtonResource.Job? {
        guard case .parameter(let index)? = items[job.parameter] else { return nil }
        func resource(
            _ action: PageButtonResource.Action, number: Double? = nil, option: String? = nil, by: Double? = nil,
            size: StepLength? = nil
        ) -> PageButtonResource.Job {
            PageButtonResource.Job(
                parameter: job.parameter, action: action,
                value: number.map { value(of: $0, parameter: index) } ?? option.map { .word($0) },
                position: number.flatMap { isText(index) ? nil : texts[index].position(of: $0).fraction }, by: by,
                size: size)
        }
        return switch job.act {
        case .hold(let number): resource(.hold, number: number)
        case .holdOption(let option): resource(.hold, option: option)
        case .follow: PageButtonResource.Job(parameter: job.parameter, action: .follow, value: .flag(true))
        case .offset(let distance): resource(.offset, by: distance)
        case .toggle: resource(.toggle)
        case .step(let count, let size): resource(.step, by: Double(count), size: size == .ordinary ? nil : size)
        case .cycle(let count): resource(.cycle, by: Double(count))
        case .set(let number): resource(.set, number: number)
        case .setOption(let option): resource(.set, option: option)
        case .reset: resource(.reset)
        case .press: resource(.press)
        }
    }

    /// A mixer, if several strips have a number and also a toggle or the word of a list (as a musician's sends have), and more than half of
    /// the parameters are in such strips.
    private func suggestedView(of strips: [MixerStripResource]) -> PageSpec.View {
        let mixed = strips.filter { strip in
            let kinds = strip.ids.compactMap(kind)
            return (strip.word != nil || kinds.contains { $0.type.isSwitch }) && kinds.contains { $0.isNumber }
        }
        let count = { (strips: [MixerStripResource]) in strips.reduce(0) { $0 + $1.ids.count } }
        return mixed.count > 1 && 2 * count(mixed) > count(strips) ? .mixer : .list
    }

    private func kind(of id: String) -> ParameterKind? { index(of: id).map { configuration.parameters[$0].kind } }

    func contents(ofPage name: String) -> PageContents {
        guard let page = settings.pages.first(where: { $0.name == name }) else { return PageContents(name: name) }
        var (ids, siblings): (Set<String>, Set<String>) = ([], [])
        for id in shown(on: page).map(\.id) + page.buttons.values.flatMap({ $0.jobs.map(\.parameter) }) {
            ids.insert(id)
            switch items[id] {
            case .compound(let index): ids.formUnion(self.ids(of: configuration.compounds[index].parts))
            case .parameter(let index):
                if let group = compoundSpec(of: index) { siblings.formUnion(self.ids(of: group.parts)) }
            case nil: break
            }
        }
        return PageContents(name: name, ids: ids, siblings: siblings)
    }

    /// What a page shows, in its order. Parts of ranges and colors are included only if the page names their whole id.
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
            case .compound(let index): (id, configuration.compounds[index].label)
            case nil: (id, id)
            }
        }
    }
}
