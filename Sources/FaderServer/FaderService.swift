public import FaderAPI
public import FaderCore

/// What the HTTP server needs of the daemon behind it. Called from any thread; every call may wait without delaying other requests.
///
/// Changes go the other way: the daemon tells them to the `EventHub` that it shares with the server. A viewer says how numbers are to be
/// written and read; one with an unknown locale is `refused`.
public protocol FaderService: HistoryService, SnapshotService, EditService, DeclarationService {
    /// How the daemon is doing. The server fills in `connections`.
    func status() async -> StatusResource
    /// All surfaces, in the order of the config.
    func surfaces() async -> [SurfaceResource]
    /// Refuses a wish that cannot be met: an unknown locale. Asked on the server's event loop, so it must not wait.
    func accept(_ viewer: ViewerWish) throws(ServiceError)
    /// All parameters, in the order of the config, for a viewer that was accepted.
    func parameters(for viewer: ViewerWish) async -> [ParameterResource]
    /// One parameter; `unknownParameter` where there is none of that id.
    func parameter(_ id: String, for viewer: ViewerWish) async throws(ServiceError) -> ParameterResource
    /// Sets a parameter. `text` and `value` return when the value is durable, `position` at once. Out of range is clamped (told by
    /// `clamped` and `notice`) or `refused`, as the parameter has it; applied but not saved is `notDurable`.
    func put(_ id: String, _ change: ParameterChange, for viewer: ViewerWish) async throws(ServiceError) -> ParameterResource
    /// What a text would come to. Changes nothing; a text that would be refused is an answer, not an error.
    func check(_ id: String, text: String, for viewer: ViewerWish) async throws(ServiceError) -> CheckResource
    /// Moves by so many steps; returns when durable.
    func step(_ id: String, _ step: StepRequest, for viewer: ViewerWish) async throws(ServiceError) -> ParameterResource
    /// Back to the default; returns when durable.
    func reset(_ id: String, for viewer: ViewerWish) async throws(ServiceError) -> ParameterResource
    /// The last decisions about a parameter.
    func explain(_ id: String, for viewer: ViewerWish) async throws(ServiceError) -> ExplainResource
    /// Reads the config again, all or nothing; `invalidConfig` leaves everything as it was.
    func reload() async throws(ServiceError) -> ReloadResource
    /// Which MIDI messages somebody reads: only those need be told to the hub. Never called twice at a time.
    func setMonitoring(_ scope: MonitorScope) async
    /// The faders of the virtual surface; `noVirtualSurface` where the daemon has none.
    func virtualFaders() async throws(ServiceError) -> [VirtualFader]
    /// Moves a fader of the virtual surface as a hand would, or puts a finger on it. A position beyond 0…1 is `refused`.
    func virtual(_ control: String, _ gesture: VirtualGesture) async throws(ServiceError) -> VirtualFader

    // MARK: Connections

    /// Whether a connection has something that lives as long as it does, as an edit or a declared parameter: then it is not closed for being idle, nor to make
    /// room. Asked on the server's event loop, so it must not wait.
    func holds(_ connection: ConnectionID) -> Bool
    /// A connection for which `holds` is true was closed, by whomever: what it had has to go. No call for it comes later.
    func closed(_ connection: ConnectionID) async
}

/// Which MIDI messages are to be told.
public enum MonitorScope: Sendable, Equatable, Comparable {
    /// None.
    case off
    /// Those of the surfaces.
    case surfaces
    /// Those of every controller there is, with a surface or without.
    case all
}

/// What was changed, and the way back.
public protocol HistoryService: Sendable {
    /// Every entry that is kept, oldest first.
    func history(for viewer: ViewerWish) async throws(ServiceError) -> [HistoryEntryResource]
    /// Takes back the last change, of one parameter where it says so; `nothingToUndo` where there is none. Returns when durable.
    func undo(_ request: UndoRequest, for viewer: ViewerWish) async throws(ServiceError) -> RestoredResource
    /// Brings back what was undone last; `nothingToUndo` where there is none. Returns when durable.
    func redo(_ request: UndoRequest, for viewer: ViewerWish) async throws(ServiceError) -> RestoredResource
}

/// Named sets of values, and all of them as one document.
public protocol SnapshotService: Sendable {
    /// All snapshots, by name.
    func snapshots() async -> [SnapshotResource]
    /// One with its values beside those of now; `unknownSnapshot` where there is none of that name.
    func snapshot(_ name: String, for viewer: ViewerWish) async throws(ServiceError) -> SnapshotContents
    /// Saves the values of now under a name, over what was there. Returns when durable.
    func saveSnapshot(_ name: String, _ request: SnapshotRequest) async throws(ServiceError) -> SnapshotResource
    /// Forgets one. Returns when durable.
    func deleteSnapshot(_ name: String) async throws(ServiceError) -> SnapshotResource
    /// Gives one another name, which must be free. Returns when durable.
    func renameSnapshot(_ name: String, _ request: RenameRequest) async throws(ServiceError) -> SnapshotResource
    /// Sets its values: at once, and returns when durable; or on the way over some seconds, and returns when that has begun.
    func recall(_ name: String, _ request: RecallRequest, for viewer: ViewerWish) async throws(ServiceError) -> RestoredResource
    /// All values and snapshots as a JSON document.
    func export() async -> [UInt8]
    /// Takes such a document in, all or nothing; with `isDryRun` it is only looked at. Returns when durable.
    func importDocument(_ bytes: [UInt8], isDryRun: Bool, for viewer: ViewerWish) async throws(ServiceError) -> [UInt8]
}

/// Text fields over values: what is typed is nobody else's matter until it is submitted.
public protocol EditService: Sendable {
    /// Begins an edit of a parameter, for one connection: it ends with that at the latest. Too many are a `conflict` or `unavailable`.
    func beginEdit(of id: String, for viewer: ViewerWish, on connection: ConnectionID) async throws(ServiceError) -> EditResource
    /// An edit as it stands; `unknownEdit` where the connection has none of that name.
    func edit(_ edit: String, on connection: ConnectionID) async throws(ServiceError) -> EditResource
    /// Takes what is typed; nobody else sees it. A text that would be refused is an answer, not an error.
    func draft(_ edit: String, text: String, on connection: ConnectionID) async throws(ServiceError) -> DraftResource
    /// Submits, leaves or cancels an edit. What is written is durable when it returns, as with `put`.
    func end(_ edit: String, by ending: EditEnding, on connection: ConnectionID) async throws(ServiceError) -> EditOutcomeResource
}

/// Parameters that programs declare.
public protocol DeclarationService: Sendable {
    /// Everything that is declared, in the order of the first declarations.
    func declarations() async -> [DeclarationResource]
    /// Declares a parameter that lives with a connection, or with nobody where it is to be kept: the parameter, then its parts. What the
    /// config has, or others under another id, is a `conflict`; wrong keys are a `refusedDeclaration`; too many are a `conflict` or
    /// `unavailable`.
    ///
    /// - Parameter body: The request as it came, for the places of what is wrong.
    func declare(
        _ request: DeclareRequest, body: [UInt8], for viewer: ViewerWish, on connection: ConnectionID
    ) async throws(ServiceError) -> [ParameterResource]
    /// Takes back what a connection has declared under an id, and what is kept under it: what is left. `unknownDeclaration` where there is
    /// none, a `conflict` where it is all of other connections.
    func undeclare(_ id: String, on connection: ConnectionID) async throws(ServiceError) -> DeclarationResource
}
