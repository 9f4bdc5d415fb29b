internal import FaderValues

/// Puts parameters into their groups, and reports those that cannot be members.
struct GroupCheck {
    let report: Report
    let parameters: ParameterTable
    private var specs: [ParameterSpec]
    private let places: [String: Int]

    /// `specs` are those of `parameters` in the same order, with everything that their targets make of them.
    init(_ specs: [ParameterSpec], _ parameters: ParameterTable, report: Report) {
        (self.specs, self.parameters, self.report) = (specs, parameters, report)
        places = Dictionary(specs.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func all(_ groups: [GroupReader.Group]) -> [ParameterSpec] {
        let ofGroups = Set(groups.filter { group in group.members.contains { node in groups.contains { $0.id == node.text } } }.map(\.id))
        for group in groups {
            if group.members.count > Limits.members {
                report.error(
                    group.members[Limits.members].location,
                    "\(group.id.forDisplay) has \(group.members.count) members; a group has at most \(Limits.members)")
            }
            for node in group.members.prefix(Limits.members) { add(node, to: group, ofGroups) }
        }
        return specs
    }

    /// Warns of groups that move faders of a console that has a DCA which a parameter is bound to.
    func warn(_ groups: [GroupReader.Group], _ bindings: [TargetBinding]) {
        for group in groups where !group.isMute {
            let members = Set(group.members.compactMap(\.text))
            let moved = bindings.filter { members.contains($0.parameter) && !$0.target.details.affectsOthers }.compactMap(\.target.peer)
            guard let place = group.members.first?.location,
                let other = bindings.first(where: { $0.target.details.affectsOthers && $0.target.peer.map(moved.contains) ?? false })
            else { continue }
            report.warning(
                place,
                "\(group.id.forDisplay) moves faders of \((other.target.peer ?? "").forDisplay), and \(other.parameter.forDisplay) is its "
                    + "\(other.target.name): a fader that is in both is lowered twice; keep one of the two")
        }
    }

    private mutating func add(_ node: Node, to group: GroupReader.Group, _ ofGroups: Set<String>) {
        guard let id = report.scalar(node, "expected the id of a member,")?.text else { return }
        guard let member = place(of: id, node), let owner = places[group.id], isFit(specs[member], node, group, ofGroups) else { return }
        specs[owner].members.append(id)
        specs[member].group = group.id
    }

    private func place(of id: String, _ node: Node) -> Int? {
        if let compound = parameters.compound(id) {
            return report.error(node.location, "\(id.forDisplay) is a \(compound.kind.word), which no group can move")
        }
        if let place = places[id] { return parameters.meaning(of: id) == .damaged ? nil : place }
        if parameters.meaning(of: id) == .damaged { return nil }
        return report.error(
            node.location, "there is no parameter \"\(id.forDisplay)\"", instead: id, of: specs.map(\.id))
    }

    private func isFit(_ spec: ParameterSpec, _ node: Node, _ group: GroupReader.Group, _ ofGroups: Set<String>) -> Bool {
        let id = spec.id.forDisplay
        if spec.id == group.id { return report.error(node.location, "\(id) cannot be a member of itself") }
        if let other = spec.group {
            let what =
                other == group.id ? "\(id) is in this group twice" : "\(id) is in \(other.forDisplay) already, and can be in one group only"
            return report.error(node.location, what)
        }
        if ofGroups.contains(spec.id) {
            return report.error(node.location, "\(id) is a group of groups; groups can be in groups only once")
        }
        if spec.kind.isPressed { return report.error(node.location, "\(id) is a trigger, which has no value: no group can move it") }
        if parameters.compounds.contains(where: { $0.parts.contains { parameters.specs[$0.offset].id == spec.id } }) {
            return report.error(node.location, "\(id) is a part of a range or color, which no group can move")
        }
        if group.isMute, !spec.kind.isSwitch {
            return report.error(node.location, "\(id) is not a toggle: mute: takes those that mute the members")
        }
        if !group.isMute, !spec.kind.isNumber || spec.unit != "dB" {
            let what =
                spec.kind.isSwitch ? "is a toggle, which belongs under mute:" : "is not in dB: a group moves parameters with unit: dB"
            return report.error(node.location, "\(id) \(what)")
        }
        if spec.isReadOnly { return report.error(node.location, "\(id) is read-only, because its target is: no group can move it") }
        if spec.isFact { return report.error(node.location, "\(id) is a fact of another program, which no group sets") }
        return true
    }
}
