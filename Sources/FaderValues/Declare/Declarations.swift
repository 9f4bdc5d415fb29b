/// The parameters that programs have declared, and who declared them.
///
/// A declaration lives as long as its owner, for example a connection; a kept declaration has no owner.
public struct Declarations<Owner: Hashable & Sendable>: Sendable {
    public struct Entry: Sendable {
        /// The parameter that the declarations result in.
        public internal(set) var parameter: DeclaredParameter
        /// The bodies that determine the parameter, oldest first.
        public internal(set) var bodies: [DeclarationBody]
        /// Asked for by the first declaration, by parameter id.
        public let firstValues: [String: Value]
        var declarers: [Declarer]

        public var id: String { parameter.id }
        /// The names of the programs that declared it, each once, in the order of their declarations.
        public var names: [String] {
            declarers.reduce(into: []) { names, declarer in if !names.contains(declarer.name) { names.append(declarer.name) } }
        }
        /// Whether it stays after all connections are gone.
        public var isKept: Bool { declarers.contains { $0.owner == nil } }
        public var owners: Int { declarers.count { $0.owner != nil } }

        var size: Int { bodies.reduce(0) { $0 + $1.bytes.count } }
    }

    struct Declarer: Sendable {
        /// Nil: the declaration is kept.
        var owner: Owner?
        var name: String
    }

    private let limits: DeclarationLimits
    /// The declared ids, in the order of their first declarations.
    public private(set) var entries: [Entry] = []
    private var counts: [Owner: Int] = [:]
    private var size = 0

    public init(limits: DeclarationLimits = DeclarationLimits()) { self.limits = limits }

    public func entry(_ id: String) -> Entry? { entries.first { $0.id == id } }

    public func holds(_ owner: Owner) -> Bool { counts[owner] != nil }

    /// Declares a parameter. If the id is declared already, `parameter` is the result of all declarations together, `firstValues` are not
    /// used, and this owner is added. With `isKept` the declaration has no owner. `bodies` are those of all declarations that determine the
    /// parameter.
    public mutating func declare(
        _ parameter: DeclaredParameter, by name: String, bodies: [DeclarationBody], firstValues: [String: Value], isKept: Bool,
        of owner: Owner
    ) throws(DeclarationRefusal) {
        try check(parameter)
        let index = entries.firstIndex { $0.id == parameter.id }
        var entry =
            index.map { entries[$0] }
            ?? Entry(parameter: parameter, bodies: [], firstValues: firstValues, declarers: [])
        let before = entry.size
        entry.parameter = parameter
        entry.bodies = bodies
        Self.enter(Declarer(owner: isKept ? nil : owner, name: name), of: owner, in: &entry)
        try checkLimits(entry, isNew: index == nil, growth: entry.size - before, owner)
        size += entry.size - before
        if let index { entries[index] = entry } else { entries.append(entry) }
        count()
    }

    /// A repeated declaration replaces the earlier one: a connection is one declarer, and so are all kept declarations of one name.
    private static func enter(_ declarer: Declarer, of owner: Owner, in entry: inout Entry) {
        func isSame(_ other: Declarer) -> Bool {
            other.owner == owner || declarer.owner == nil && other.owner == nil && other.name == declarer.name
        }
        let place = entry.declarers.firstIndex(where: isSame) ?? entry.declarers.count
        entry.declarers.removeAll(where: isSame)
        entry.declarers.insert(declarer, at: place)
    }

    private func check(_ parameter: DeclaredParameter) throws(DeclarationRefusal) {
        let ids = Set(parameter.ids)
        for other in entries where other.id != parameter.id {
            if let taken = other.parameter.ids.first(where: { ids.contains($0) }) { throw .taken(taken, by: other.id, of: other.names) }
        }
    }

    private func checkLimits(_ entry: Entry, isNew: Bool, growth: Int, _ owner: Owner) throws(DeclarationRefusal) {
        let isHolding = self.entry(entry.id)?.declarers.contains { $0.owner == owner } ?? false
        let willHold = entry.declarers.contains { $0.owner == owner }
        if willHold, !isHolding, counts[owner, default: 0] >= limits.ofOneOwner { throw .tooManyOfOneOwner(limit: limits.ofOneOwner) }
        if isNew, entries.count >= limits.inAll { throw .tooManyInAll(limit: limits.inAll) }
        if entry.declarers.count > limits.declarers { throw .tooManyDeclarers(limit: limits.declarers) }
        if growth > 0, size + growth > limits.bytes { throw .tooLarge }
    }

    /// Takes back an owner's declaration of an id, and the kept declarations of it. Returns whether the parameter is gone afterwards.
    public mutating func takeBack(_ id: String, of owner: Owner) throws(DeclarationRefusal) -> Bool {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { throw .unknown }
        let names = entries[index].names
        let before = entries[index].declarers.count
        entries[index].declarers.removeAll { $0.owner == owner || $0.owner == nil }
        guard entries[index].declarers.count < before else { throw .ofOthers(names) }
        sweep()
        return entry(id) == nil
    }

    /// The owner is gone. Returns whether any entry was removed or lost a declarer.
    public mutating func removeAll(of owner: Owner) -> Bool {
        guard holds(owner) else { return false }
        for index in entries.indices { entries[index].declarers.removeAll { $0.owner == owner } }
        sweep()
        return true
    }

    /// Restores the entry of an id, or its absence, after a change that failed. Limits are not checked.
    public mutating func restore(_ entry: Entry?, id: String) {
        let place = entries.firstIndex { $0.id == id }
        switch (place, entry) {
        case (let place?, let entry?): entries[place] = entry
        case (let place?, nil): entries.remove(at: place)
        case (nil, let entry?): entries.append(entry)
        case (nil, nil): break
        }
        count()
    }

    /// Removes every entry that has one of these ids, whoever declared it.
    public mutating func giveUp(_ isTaken: (String) -> Bool) -> [Entry] {
        let given = entries.filter { $0.parameter.ids.contains(where: isTaken) }
        entries.removeAll { $0.parameter.ids.contains(where: isTaken) }
        sweep()
        return given
    }

    private mutating func sweep() {
        entries.removeAll { $0.declarers.isEmpty }
        count()
    }

    private mutating func count() {
        counts = [:]
        for entry in entries { for declarer in entry.declarers { if let owner = declarer.owner { counts[owner, default: 0] += 1 } } }
        size = entries.reduce(0) { $0 + $1.size }
    }
}
