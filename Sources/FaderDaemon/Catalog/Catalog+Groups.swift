internal import FaderConsole
internal import FaderStore
internal import FaderValues

extension Catalog {
    /// What goes before the commands of one act that sets groups together with their members: groups do not move members then.
    func leavingMembers(_ commands: [Command]) -> [Command] {
        let groups = commands.map(\.parameter).filter { !configuration.parameters[$0].members.isEmpty }
        guard !groups.isEmpty else { return [] }
        let ids = Set(commands.map { id(of: $0.parameter) })
        return groups.filter { group in
            let members = members(of: group)
            return (members + members.compactMap { index(of: $0) }.flatMap { self.members(of: $0) }).contains { ids.contains($0) }
        }.map { .leaveMembers(of: $0) }
    }

    /// The ids of parameters and of everything that moves with them.
    func withMembers(_ parameters: Set<ParameterIndex>) -> Set<String> {
        let ids = Set(parameters.map { id(of: $0) })
        let members = Set(parameters.flatMap { self.members(of: $0) })
        return ids.union(members).union(members.compactMap { index(of: $0) }.flatMap { self.members(of: $0) })
    }

    func group(of parameter: ParameterIndex) -> ParameterIndex? {
        configuration.parameters[parameter].group.flatMap { index(of: $0) }
    }

    private func members(of group: ParameterIndex) -> [String] { configuration.parameters[group].members }

    /// The kept relations between groups and members. A member that is now in another group begins anew.
    func relations(_ kept: [String: KeptRelation]) -> [ParameterIndex: Relation] {
        kept.reduce(into: [:]) { relations, entry in
            guard let index = index(of: entry.key) else { return }
            let spec = configuration.parameters[index]
            guard spec.group == entry.value.of || !spec.members.isEmpty else { return }
            relations[index] = spec.group == entry.value.of ? entry.value.relation : Relation(last: entry.value.relation.last)
        }
    }
}

extension Mirror.Picture {
    /// Says which members a group does not move, because their values are unknown; nil if there are none.
    func membersPassedOver(by group: ParameterIndex, in catalog: Catalog) -> String? {
        guard catalog.generation == self.catalog.generation else { return nil }
        let spec = catalog.configuration.parameters[group]
        let unheard = spec.members.filter { id in catalog.index(of: id).map { !catalog.isKnown(reports[$0]) } ?? false }
        guard let first = unheard.first else { return nil }
        let who = unheard.count == 1 ? "\(first) is" : "\(unheard.count) of \(spec.members.count) members are"
        return "\(who) not heard yet, so \(spec.id) does not move \(unheard.count == 1 ? "it" : "them")"
    }
}
