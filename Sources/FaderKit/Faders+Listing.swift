internal import FaderAPI
internal import FaderValues

extension Faders {
    /// A parameter as a list shows it.
    public struct Listing: Sendable, Equatable {
        /// The id.
        public let id: String
        /// The name for people.
        public let label: String
        /// `number`, `integer`, `toggle`, `choice`, `text`, `range`, `color` or `trigger`.
        public let kind: String
        /// The value.
        public let value: FaderValue
        /// The value as people read it.
        public let text: String
        /// False if its target has not told the value, and nobody has set it.
        public let isKnown: Bool
        /// The programs that have declared it; empty if it is in the config.
        public let declaredBy: [String]
    }

    /// The parameters whose ids begin with these words, or match them where they have `*` or `?`; without any, all.
    public func list(_ words: String...) async throws(Refusal) -> [Listing] {
        guard words.count <= IDPatterns.most else {
            throw Refusal(.value, "a list takes at most \(IDPatterns.most) words")
        }
        let resources = try await ask(about: "", .repeatable) { faders, link throws(ClientError) in
            try await link.client.parameters(prefix: IDPatterns(words))
        }
        return resources.map { resource in
            let seen = Seen(resource)
            return Listing(
                id: resource.id, label: resource.label, kind: resource.kind, value: seen.value, text: seen.text, isKnown: seen.isKnown,
                declaredBy: resource.declaredBy ?? [])
        }
    }

    /// Undoes the last change of one parameter, or of any, except what was changed with the key of a page. Returns the ids of the parameters
    /// that were set.
    @discardableResult
    public func undo(_ id: String? = nil) async throws(Refusal) -> [String] {
        let answer = try await ask(Routes.undo, "", UndoRequest(id: id), .once)
        return answer.parameters.map(\.id)
    }

    /// Redoes what was undone last, of one parameter or of any. Returns the ids of the parameters that were set.
    @discardableResult
    public func redo(_ id: String? = nil) async throws(Refusal) -> [String] {
        let answer = try await ask(Routes.redo, "", UndoRequest(id: id), .once)
        return answer.parameters.map(\.id)
    }

    /// The snapshots.
    public nonisolated var snapshots: Snapshots { Snapshots(faders: self) }
}

/// The snapshots that the daemon keeps: named sets of values.
public struct Snapshots: Sendable {
    let faders: Faders

    /// Their names, in their order.
    public func list() async throws(Refusal) -> [String] { try await faders.ask(Routes.listSnapshots, "", NoBody()).map(\.name) }

    /// Saves the present values, of all parameters or of those that the words select. Returns how many.
    @discardableResult
    public func save(_ name: String, only words: [String]? = nil) async throws(Refusal) -> Int {
        try await faders.ask(Routes.saveSnapshot, name, SnapshotRequest(only: words.map { IDPatterns($0) })).count
    }

    /// Sets the values of a snapshot, at once or over a time; nil: as it was saved. Returns a sentence for each value that could not be set.
    @discardableResult
    public func recall(_ name: String, over time: Duration? = nil, only words: [String]? = nil) async throws(Refusal) -> [String] {
        let request = RecallRequest(over: time.map { $0 / .seconds(1) }, only: words.map { IDPatterns($0) })
        return try await faders.ask(Routes.recallSnapshot, name, request).skipped
    }

    /// Deletes a snapshot.
    public func delete(_ name: String) async throws(Refusal) { _ = try await faders.ask(Routes.deleteSnapshot, name, NoBody(), .once) }
}
