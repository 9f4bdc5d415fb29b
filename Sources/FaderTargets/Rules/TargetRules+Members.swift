extension TargetRules {
    /// If the parameter has, or is about to have, the value of a member that leaves, it takes that of the loudest member left.
    mutating func leave(_ members: Set<UInt32>) {
        let gone = members.compactMap { shown.removeValue(forKey: $0) }
        for member in members { (young[member], fresh[member]) = (nil, nil) }
        dueMembers.subtract(members)
        let lost = held.flatMap { members.contains($0.member) ? $0.value : nil }
        if lost != nil { held = nil }
        guard presence == .present, inFlight == nil, !isDue, !gone.isEmpty, let wanted else { return }
        let values = [wanted, adopted, lost].compactMap { $0 }
        guard lost != nil || gone.contains(where: { gone in values.contains { isSame(gone, $0) } }),
            !shown.values.contains(where: { other in values.contains { isSame(other, $0) } }),
            let (other, value) = shown.max(by: { $0.value < $1.value })
        else { return }
        foreign(value, of: other, isFound: true)
    }

    /// Members whose quiet is over. If they join others, only the new ones are set or adopted: somebody may have changed the others.
    mutating func addJoined(_ values: [UInt32: Double]) {
        guard presence == .present else {
            if presence == .absent {
                appear()
                presence = .quiet(until: now)
            }
            return shown.merge(values) { $1 }
        }
        for (member, value) in values { (shown[member], fresh[member]) = (value, now + Self.restoring) }
        let different = values.filter { isNews($0.value) }
        if traits.owner == .parameter, isChosen {
            dueMembers.formUnion(values.filter { $0.value != wanted }.keys)
        } else if inFlight == nil, !isDue, let (member, value) = different.max(by: { $0.value < $1.value }) {
            foreign(value, of: member, isFound: true)
        }
    }

    /// Ends the quiet of new members: each is set, or read if nobody ever chose a value. The others are not set: somebody may have changed
    /// them elsewhere.
    mutating func growUp() {
        let grown = young.filter { $0.value <= now }.keys
        guard !grown.isEmpty else { return }
        fresh = fresh.filter { $0.value > now }
        for member in grown { (young[member], fresh[member]) = (nil, now + Self.restoring) }
        if traits.owner == .parameter, isChosen { dueMembers.formUnion(grown) } else { wantsRead = traits.isReadable }
    }
}
