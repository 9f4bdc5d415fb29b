internal import FaderConsole
internal import FaderModel

/// The steps that take the console from one catalog to the next of the same file: which slots are closed, opened and reopened, and which
/// controls drive something else. Pure.
///
/// First come the steps whose reports still belong to the old catalog, then the new generation, then the steps that belong to the new
/// catalog. So no report and no request can mistake a parameter for the one that had its slot before.
struct SlotSteps {
    /// The steps, in order.
    private(set) var patches: [Patch] = []
    /// The corners of the tapers of all opened parameters, by slot.
    private(set) var corners: [ParameterIndex: TaperCorners] = [:]
    private let old: Catalog
    private let next: Catalog

    /// The slots of a configuration's parameters. A parameter that continues keeps its slot; a new one gets the lowest free slot.
    static func slots(for configuration: Configuration, after old: Catalog) -> [ParameterIndex] {
        let kept = configuration.parameters.map { spec in old.index(like: spec).map { old.slot(of: $0) } }
        let taken = Set(kept.compactMap { $0 })
        var free = ParameterIndex(0)
        return kept.map { slot in
            if let slot { return slot }
            while taken.contains(free) { free = free.advanced(by: 1) }
            defer { free = free.advanced(by: 1) }
            return free
        }
    }

    init(from old: Catalog, to next: Catalog) {
        (self.old, self.next) = (old, next)
        let reopened = reopenedParameters
        let opened = next.texts.rowIndices.filter { next.former[$0.offset] == nil }
        let stays = Set(next.former.compactMap { $0 })
        patches += old.texts.rowIndices.filter { !stays.contains($0) }.map { .close(parameter: old.slot(of: $0)) }
        let rules = rules(opened, reopened)
        patches += opened.sorted { next.slot(of: $0) < next.slot(of: $1) }
            .map { .open(parameter: next.slot(of: $0), opening($0, rules[$0]), since: next.generation) }
        patches += reopened.map { .suspend(parameter: next.slot(of: $0)) }
        patches.append(.generation(next.generation))
        patches += reopened.map { .reopen(parameter: next.slot(of: $0), opening($0, rules[$0]), since: next.generation) }
        bind(Set(opened))
        // The table's slots may have changed even if the strips are the same.
        if next.configuration.decks.contains(where: { $0.pages.contains { !$0.columns.isEmpty } }) { patches.append(.decks(next.table)) }
    }

    private mutating func opening(_ index: ParameterIndex, _ rule: RangeRule?) -> Opening {
        let spec = next.configuration.parameters[index]
        let corners = TaperCorners(of: spec)
        self.corners[next.slot(of: index)] = corners
        return Opening(
            spec, corners, value: next.initialValues[index.offset], isSet: next.areSet[index.offset], range: rule,
            renumbering: next.renumberings.isEmpty ? nil : next.renumberings[index.offset]?.table)
    }

    /// The parameters that stay, but with another scale, default or rule; both ends of a range together.
    private var reopenedParameters: [ParameterIndex] {
        var reopened = next.texts.rowIndices.filter { index in
            guard let former = next.former[index.offset] else { return false }
            return old.configuration.parameters[former] != next.configuration.parameters[index]
                || old.rule(of: former) != next.rule(of: index)
        }
        for index in reopened {
            guard let group = next.groupSpec(of: index) else { continue }
            reopened += group.parts.filter { next.former[$0.offset] != nil && !reopened.contains($0) }
        }
        return reopened.sorted()
    }

    /// The rules of ranges, each for the end whose step comes last.
    private func rules(_ opened: [ParameterIndex], _ reopened: [ParameterIndex]) -> [ParameterIndex: RangeRule] {
        let order = Dictionary((opened + reopened).enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        return next.configuration.groups.reduce(into: [:]) { rules, group in
            guard case .range(let gap, let meet) = group.kind, group.parts.count == 2 else { return }
            guard let last = group.parts.filter({ order[$0] != nil }).max(by: { order[$0, default: 0] < order[$1, default: 0] }) else {
                return
            }
            rules[last] = RangeRule(
                low: next.slot(of: group.parts[0]), high: next.slot(of: group.parts[1]), gap: gap, meet: meet,
                scale: NumberScale(next.configuration.parameters[last], nil))
        }
    }

    /// Binds the controls that drive something else, in their order. A control whose slot has another parameter now is bound again.
    private mutating func bind(_ opened: Set<ParameterIndex>) {
        for control in next.mappings.rowIndices where !next.table.isManaged(control) {
            let mapping = next.mappings[control]
            let slots = mapping.translated { next.slot(of: $0) }
            let isNew = [mapping.parameter, mapping.otherEnd].contains { $0.map { opened.contains($0) } ?? false }
            guard isNew || slots != old.mappings[control].translated({ old.slot(of: $0) }) else { continue }
            patches.append(.bind(control: control, slots))
        }
    }
}

extension Catalog {
    /// The rule of the range that a parameter is an end of, as a text that is the same for the same rule; nil if there is none.
    fileprivate func rule(of parameter: ParameterIndex) -> String? {
        guard let group = groupSpec(of: parameter), case .range(let gap, let meet) = group.kind else { return nil }
        return "\(group.id) \(gap) \(meet) \(group.parts.firstIndex(of: parameter) ?? 0)"
    }
}
