internal import FaderAPI
internal import FaderConfig
internal import FaderConsole
internal import FaderValues

struct ConfigComparison: Sendable {
    let old: Catalog
    let new: Catalog

    /// Parameters, then surfaces, each in the order of the new configuration with removed ones last, then the other keys.
    var changes: [ConfigChange] { parameters + surfaces + settings }

    private var settings: [ConfigChange] {
        let (before, after) = (old.settings, new.settings)
        let isSameLocale = before.symbols == after.symbols && before.isLocaleChosen == after.isLocaleChosen
        // Bindings are reported as changes of their parameters.
        let isSamePublished = before.publishers.filter { $0.publication != nil } == after.publishers.filter { $0.publication != nil }
        let settings = [
            ("locale", isSameLocale), ("web", before.pages == after.pages), ("apps", before.apps == after.apps),
            ("targets", isSamePublished), ("osc", before.osc == after.osc), ("follow", before.follow == after.follow),
        ]
        return settings.filter { !$0.1 }.map { ConfigChange(subject: .setting, id: $0.0, change: .changed) }
    }

    private var parameters: [ConfigChange] {
        let before = Dictionary(old.wholes.map { (old.configuration.id(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
        let after = Set(new.wholes.map { new.configuration.id(of: $0) })
        let (formerTargets, targets) = (old.targets, new.targets)
        let (formerActions, actions) = (old.actions, new.actions)
        let (formerLabels, labels) = (old.labels, new.labels)
        let changed = new.wholes.compactMap { item -> ConfigChange? in
            let id = new.configuration.id(of: item)
            let template = new.settings.templates[id]
            guard let former = before[id] else { return ConfigChange(subject: .parameter, id: id, change: .added, template: template) }
            // Making texts for all keys would take seconds for many parameters.
            var keys = old.isSame(former, as: item, of: new) ? [] : Self.difference(old.keys(of: former), new.keys(of: item))
            let isSame = old.targets(of: former, among: formerTargets) == new.targets(of: item, among: targets)
            if !isSame || formerActions[id] != actions[id] { keys.append("target") }
            if formerLabels[id] != labels[id], !keys.contains("label") { keys.insert("label", at: 0) }
            return keys.isEmpty ? nil : ConfigChange(subject: .parameter, id: id, change: .changed, keys: keys, template: template)
        }
        let gone = old.wholes.map { old.configuration.id(of: $0) }.filter { !after.contains($0) }
        return changed
            + gone.map { ConfigChange(subject: .parameter, id: $0, change: .removed, template: old.settings.templates[$0]) }
    }

    private var surfaces: [ConfigChange] {
        let (before, after) = (old.configuration.surfaces, new.configuration.surfaces)
        let changed = after.rowIndices.compactMap { index -> ConfigChange? in
            let name = after[index].name
            guard let former = old.configuration.surface(named: name) else {
                return ConfigChange(subject: .surface, id: name, change: .added)
            }
            let keys = new.keys(ofSurface: index, unlike: former, of: old)
            return keys.isEmpty ? nil : ConfigChange(subject: .surface, id: name, change: .changed, keys: keys)
        }
        let gone = before.filter { former in !after.contains { $0.name == former.name } }
        return changed + gone.map { ConfigChange(subject: .surface, id: $0.name, change: .removed) }
    }

    /// The values that differ from the last reports of the old configuration, in the viewer's numbers.
    func values(_ former: [ParameterReport], _ now: [ParameterReport], for viewer: Viewer) -> [ConfigChange] {
        now.compactMap { report in
            let spec = new.configuration.parameters[report.parameter]
            // An option that a target has renamed is still the same value.
            guard let index = old.index(of: spec.id), !spec.isSupplied else { return nil }
            let before = former[index].value
            let texts = (
                old.text(of: before, parameter: index, for: viewer),
                new.text(of: report.value, parameter: report.parameter, for: viewer)
            )
            let isSame = old.configuration.parameters[index].counts(like: spec)
            let isEqual = old.value(of: before, parameter: index) == new.value(of: report.value, parameter: report.parameter)
            // Only visible differences are reported: neither one that the decimals hide, nor another label or word of the same value.
            guard texts.0 != texts.1, !isSame || !isEqual else { return nil }
            return ConfigChange(
                subject: .value, id: spec.id, change: isSame ? .clamped : .changed, detail: " from \(texts.0) to \(texts.1)")
        }
    }

    private static func difference(_ before: [(key: String, value: String)], _ after: [(key: String, value: String)]) -> [String] {
        let keys = before.map(\.key) + after.map(\.key).filter { key in !before.contains { $0.key == key } }
        return keys.filter { key in before.first { $0.key == key }?.value != after.first { $0.key == key }?.value }
    }
}

extension Catalog {
    fileprivate var targets: [String: [TargetBinding]] { Dictionary(grouping: settings.targets, by: \.parameter) }

    fileprivate var labels: [String: TargetSpec] {
        Dictionary(settings.labels.map { ($0.parameter, $0.target) }, uniquingKeysWith: { first, _ in first })
    }

    fileprivate var actions: [String: [TriggerAction]] {
        Dictionary(settings.triggers.map { ($0.id, $0.actions) }, uniquingKeysWith: { first, _ in first })
    }

    /// The targets of a parameter; for a compound, also those of its parts.
    fileprivate func targets(of item: Item, among targets: [String: [TargetBinding]]) -> [[TargetBinding]] {
        Set([configuration.id(of: item)] + ids(of: parameters(of: item))).sorted().map { targets[$0] ?? [] }
    }

    fileprivate func isSame(_ item: Item, as other: Item, of catalog: Catalog) -> Bool {
        guard case (.parameter(let index), .parameter(let next)) = (item, other) else { return false }
        return configuration.parameters[index] == catalog.configuration.parameters[next]
    }

    fileprivate func keys(of item: Item) -> [(key: String, value: String)] {
        switch item {
        case .parameter(let index):
            let spec = configuration.parameters[index]
            let look = [
                ("label", spec.label), ("short", spec.short ?? ""), ("color", spec.color?.text ?? ""), ("kind", spec.kind.word),
                ("recall-safe", "\(spec.isRecallSafe)"), ("notify", "\(spec.notifies)"), ("read-only", "\(spec.isReadOnly)"),
                ("of", spec.members.joined(separator: " ")),
            ]
            return look + spec.kind.rules.settings(of: spec) + [("default", spec.kind.textRule?.defaultText ?? "\(spec.defaultValue)")]
        case .compound(let index):
            let compound = configuration.compounds[index]
            let parts = compound.parts.map { configuration.parameters[$0] }
            var keys = [
                ("label", compound.label), ("short", compound.short ?? ""), ("color", parts[0].color?.text ?? ""),
                ("kind", compound.kind.word),
                ("recall-safe", "\(parts[0].isRecallSafe)"), ("notify", "\(parts[0].notifies)"),
            ]
            if let (gap, meet) = compound.kind.ends {
                keys += parts[0].kind.rules.settings(of: parts[0]) + [("gap", "\(gap)"), ("meet", meet.rawValue)]
            }
            return keys + [("default", "\(parts.map(\.defaultValue))")]
        }
    }

    /// The keys of a surface whose values differ.
    fileprivate func keys(ofSurface index: SurfaceIndex, unlike former: SurfaceIndex, of old: Catalog) -> [String] {
        let (before, after) = (old.configuration.surfaces[former], configuration.surfaces[index])
        let (formerDeck, deck) = (old.deck(ofSurface: former), deck(ofSurface: index))
        func wide(_ deck: DeckSpec?) -> String? { deck.flatMap { $0.surfaces.count > 1 ? $0.name : nil } }
        let same = [
            ("match", before.match == after.match), ("out", before.out == after.out),
            ("profile", before.profile == after.profile && before.channel == after.channel), ("protocol", before.speaks == after.speaks),
            ("identity", before.identity == after.identity), ("begin", before.begin == after.begin), ("end", before.end == after.end),
            ("controls", before.controls.map(\.bare) == after.controls.map(\.bare)),
            ("map", old.map(ofSurface: former) == map(ofSurface: index)),
            ("strips", old.strips(of: formerDeck) == strips(of: deck)),
            ("selected", old.selected(onSurface: former) == selected(onSurface: index)),
            ("pages", (formerDeck?.pages.map(\.name) ?? []) == (deck?.pages.map(\.name) ?? [])), ("wide", wide(formerDeck) == wide(deck)),
            ("auto", before.isAuto == after.isAuto && before.givesMaster == after.givesMaster),
            ("motor-time", before.motorTime == after.motorTime), ("refresh", before.refresh == after.refresh),
            ("motors", before.motorSwitch.map { old.id(of: $0) } == after.motorSwitch.map { id(of: $0) }),
            ("displays", before.panel.bare == after.panel.bare), ("meters", old.meters(of: before.panel) == meters(of: after.panel)),
            ("display", before.panel.timecode.map { old.id(of: $0) } == after.panel.timecode.map { id(of: $0) }),
        ]
        return same.filter { !$0.1 }.map(\.0)
    }

    private func deck(ofSurface index: SurfaceIndex) -> DeckSpec? { table.deck(of: index).map { configuration.decks[$0] } }

    private func words(_ mapping: Mapping) -> String {
        let ids = [mapping.parameter, mapping.otherEnd].compactMap { $0.map { id(of: $0) } }
        let presses = mapping.presses
        let jobs = presses.jobs.map { "\($0.parameter.map { id(of: $0) } ?? "") \($0.action)" }
        let times = [presses.longAfter, presses.doubleWithin, presses.confirm, presses.repeats].map { $0.map { "\($0.nanoseconds)" } ?? "" }
        return "\(ids) \(mapping.action)" + (mapping.lamp == .plain ? "" : " \(mapping.lamp)")
            + (mapping.size == .ordinary ? "" : " \(mapping.size)")
            + (presses.isPlain ? "" : " \(presses.long != nil) \(jobs) \(times)")
    }

    /// What each control drives, in words, sorted, so that the order of controls does not matter.
    private func map(ofSurface index: SurfaceIndex) -> [String] {
        zip(configuration.surfaces[index].controls, controls(ofSurface: index)).flatMap { control, index -> [String] in
            let mapping = table.isManaged(index) ? Mapping(control) : mappings[index]
            let own = mapping == .none ? [] : ["\(control.id) \(words(mapping))"]
            let jobs = control.jobs.filter { $0.selected == nil && $0.mapping.action != .select }
            return own + jobs.map { "\(control.id) \($0.modifiers) \($0.page ?? -1) \(words($0.mapping))" }
        }.sorted()
    }

    private func selected(onSurface index: SurfaceIndex) -> [String] {
        guard let selection = deck(ofSurface: index)?.selection else { return [] }
        let jobs = configuration.surfaces[index].controls.flatMap { control in
            control.jobs.filter { $0.selected != nil }.map { "\(control.id) \($0.modifiers) \($0.selected ?? -1) \(words($0.mapping))" }
        }
        let link = selection.link.map { "\(id(of: $0.parameter)) \($0.options)" } ?? ""
        return ["\(selection.touchSelects) \(link)"] + jobs.sorted()
    }

    private func strips(of deck: DeckSpec?) -> [String] {
        (deck?.pages ?? []).flatMap { page in
            page.columns.map { "\(page.name) \($0.kind) \($0.modifiers) \($0.cells.map(words))" }
                + page.levels.sorted { $0.key < $1.key }.map { "\(page.name) \($0.key) \($0.value.name)" }
        }
    }

    private func meters(of panel: PanelSpec) -> [String] {
        panel.metered.sorted { $0.key < $1.key }.map { "\($0.key) \(id(of: $0.value))" }
            + panel.levels.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.name)" }
    }
}

extension ControlSpec {
    /// The control without what it drives.
    fileprivate var bare: ControlSpec {
        var bare = self
        (bare.parameter, bare.otherEnd, bare.action, bare.jobs, bare.lampStates) = (nil, nil, .follow, [], .plain)
        bare.size = .ordinary
        bare.presses = Presses()
        return bare
    }
}

extension PanelSpec {
    /// The panel without what meters and timecode digits show.
    fileprivate var bare: PanelSpec {
        var bare = self
        (bare.metered, bare.levels, bare.timecode) = ([:], [:], nil)
        return bare
    }
}
