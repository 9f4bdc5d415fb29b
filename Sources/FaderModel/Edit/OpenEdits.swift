/// The open edit sessions. Only the owner who began a session can use it. Pure.
public struct OpenEdits<Owner: Hashable & Sendable>: Sendable {
    /// One that is open.
    public struct Entry: Sendable {
        /// What is edited.
        public let id: String
        /// Who reads and types.
        public let viewer: Viewer
        /// How it stands.
        public fileprivate(set) var session: Edit
        fileprivate let owner: Owner
    }

    private let limits: EditLimits
    private var entries: [UInt64: Entry] = [:]
    private var counts: [Owner: Int] = [:]
    private var lastNumber: UInt64 = 0

    /// Sessions of nobody yet.
    public init(limits: EditLimits = EditLimits()) { self.limits = limits }

    /// How many are open.
    public var count: Int { entries.count }

    /// Whether an owner has any open.
    public func holds(_ owner: Owner) -> Bool { counts[owner] != nil }

    /// Begins a session over a value as it is now, and returns its number, which is never given again.
    public mutating func begin(
        _ id: String, of owner: Owner, for viewer: Viewer = Viewer(), offered: String, revision: Revision
    ) throws(EditRefusal) -> UInt64 {
        guard counts[owner, default: 0] < limits.ofOneOwner else { throw .tooManyOfOneOwner(limit: limits.ofOneOwner) }
        guard count < limits.inAll else { throw .tooManyInAll(limit: limits.inAll) }
        lastNumber += 1
        entries[lastNumber] = Entry(
            id: id, viewer: viewer, session: Edit(offered: offered, revision: revision), owner: owner)
        counts[owner, default: 0] += 1
        return lastNumber
    }

    /// One of an owner's, as it stands.
    public func entry(_ number: UInt64, of owner: Owner) throws(EditRefusal) -> Entry {
        guard let entry = entries[number], entry.owner == owner else { throw .unknown }
        return entry
    }

    /// Acts on one of an owner's sessions, and removes it if it is over then.
    public mutating func update<Result>(
        _ number: UInt64, of owner: Owner, _ act: (inout Edit) -> Result
    ) throws(EditRefusal) -> Result {
        var entry = try entry(number, of: owner)
        let result = act(&entry.session)
        entries[number] = entry
        if entry.session.phase == .over { remove(number) }
        return result
    }

    /// A value changed. `shown` returns what its field now offers to a viewer, or nil if the value is gone; it is called only if somebody
    /// edits the value.
    public mutating func moved(_ id: String, shown: (Viewer) -> (offered: String, revision: Revision)?) {
        for (number, entry) in entries where entry.id == id {
            guard let (offered, revision) = shown(entry.viewer) else { continue }
            entries[number]?.session.moved(to: offered, revision: revision)
        }
    }

    /// An owner is gone: removes all its sessions.
    public mutating func removeAll(of owner: Owner) {
        guard counts[owner] != nil else { return }
        for (number, entry) in entries where entry.owner == owner { remove(number) }
    }

    /// Forgets one of an owner's.
    public mutating func remove(_ number: UInt64, of owner: Owner) {
        if entries[number]?.owner == owner { remove(number) }
    }

    private mutating func remove(_ number: UInt64) {
        guard let owner = entries.removeValue(forKey: number)?.owner, let count = counts[owner] else { return }
        counts[owner] = count > 1 ? count - 1 : nil
    }
}

/// How many edits may be open.
public struct EditLimits: Sendable, Equatable {
    /// Of one owner.
    public var ofOneOwner: Int
    /// Of all together.
    public var inAll: Int

    /// Limits that no person at a screen comes to.
    public init(ofOneOwner: Int = 16, inAll: Int = 256) {
        self.ofOneOwner = ofOneOwner
        self.inAll = inAll
    }
}

/// Why an edit cannot be begun or used.
public enum EditRefusal: Error, Sendable, Equatable {
    /// None of that number is open, or it belongs to somebody else.
    case unknown
    /// The owner has as many open as it may.
    case tooManyOfOneOwner(limit: Int)
    /// As many are open in all as may be.
    case tooManyInAll(limit: Int)
}
