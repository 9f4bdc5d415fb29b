/// The open edits. Only the owner who began an edit can use it. Pure.
public struct OpenEdits<Owner: Hashable & Sendable>: Sendable {
    public struct Entry: Sendable {
        /// The id of the parameter or compound being edited.
        public let id: String
        /// How the person who edits reads and types values now.
        public var viewer: Viewer { findViewer() }
        fileprivate let findViewer: @Sendable () -> Viewer
        public fileprivate(set) var session: Edit
        fileprivate let owner: Owner
        /// The key of a page that began it; nil: none.
        fileprivate let key: String?
    }

    private let limits: EditLimits
    private var entries: [UInt64: Entry] = [:]
    private var counts: [Owner: Int] = [:]
    private var lastNumber: UInt64 = 0

    public init(limits: EditLimits = EditLimits()) { self.limits = limits }

    public var count: Int { entries.count }

    public func holds(_ owner: Owner) -> Bool { counts[owner] != nil }

    /// Returns the edit's number, which is never used again. `viewer` is evaluated each time it is needed, because it may depend on the
    /// config. `key` is that of the page that begins it.
    public mutating func begin(
        _ id: String, of owner: Owner, key: String? = nil, for viewer: @autoclosure @escaping @Sendable () -> Viewer = Viewer(),
        offered: String,
        revision: Revision
    ) throws(EditRefusal) -> UInt64 {
        guard counts[owner, default: 0] < limits.ofOneOwner else { throw .tooManyOfOneOwner(limit: limits.ofOneOwner) }
        guard count < limits.inAll else { throw .tooManyInAll(limit: limits.inAll) }
        if let key {
            guard entries.values.count(where: { $0.key == key }) < limits.ofOneKey else { throw .tooManyOfOneKey(limit: limits.ofOneKey) }
            // The rest is kept for everybody else.
            let ofKeys = entries.values.count { $0.key != nil }
            guard ofKeys < limits.inAll / 2 else { throw .tooManyInAll(limit: limits.inAll / 2) }
        }
        lastNumber += 1
        entries[lastNumber] = Entry(
            id: id, findViewer: viewer, session: Edit(offered: offered, revision: revision), owner: owner, key: key)
        counts[owner, default: 0] += 1
        return lastNumber
    }

    public func entry(_ number: UInt64, of owner: Owner) throws(EditRefusal) -> Entry {
        guard let entry = entries[number], entry.owner == owner else { throw .unknown }
        return entry
    }

    /// Acts on one of an owner's edits, and removes it if it is over afterwards.
    public mutating func update<Result>(
        _ number: UInt64, of owner: Owner, _ act: (inout Edit) -> Result
    ) throws(EditRefusal) -> Result {
        var entry = try entry(number, of: owner)
        let result = act(&entry.session)
        entries[number] = entry
        if entry.session.phase == .over { remove(number) }
        return result
    }

    /// A value has changed. `shown` returns what the field now offers to a viewer, nil if the value is gone. It is called only for open
    /// edits of this value.
    public mutating func moved(_ id: String, shown: (Viewer) -> (offered: String, revision: Revision)?) {
        for (number, entry) in entries where entry.id == id {
            guard let (offered, revision) = shown(entry.viewer) else { continue }
            entries[number]?.session.moved(to: offered, revision: revision)
        }
    }

    /// Removes all edits of an owner that is gone.
    public mutating func removeAll(of owner: Owner) {
        guard counts[owner] != nil else { return }
        for (number, entry) in entries where entry.owner == owner { remove(number) }
    }

    public mutating func remove(_ number: UInt64, of owner: Owner) {
        if entries[number]?.owner == owner { remove(number) }
    }

    private mutating func remove(_ number: UInt64) {
        guard let owner = entries.removeValue(forKey: number)?.owner, let count = counts[owner] else { return }
        counts[owner] = count > 1 ? count - 1 : nil
    }
}

public struct EditLimits: Sendable, Equatable {
    public var ofOneOwner: Int
    /// Edits that were begun with the key of one page.
    public var ofOneKey: Int
    /// Edits of all owners together. At most half of them were begun with keys of pages.
    public var inAll: Int

    /// Limits that no person at a screen reaches.
    public init(ofOneOwner: Int = 16, ofOneKey: Int = 8, inAll: Int = 256) {
        self.ofOneOwner = ofOneOwner
        self.ofOneKey = ofOneKey
        self.inAll = inAll
    }
}

public enum EditRefusal: Error, Sendable, Equatable {
    /// No such edit is open, or it belongs to another owner.
    case unknown
    case tooManyOfOneOwner(limit: Int)
    case tooManyOfOneKey(limit: Int)
    case tooManyInAll(limit: Int)
}
