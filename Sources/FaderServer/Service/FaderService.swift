public import FaderAPI
public import FaderModel

/// What the HTTP server needs from the daemon. Called from any thread; every call may wait without delaying other requests.
///
/// Changes go the other way: the daemon publishes them to the `EventHub` that it shares with the server. A viewer says how numbers are
/// written and read; one with an unknown locale is `refused`.
public protocol FaderService: HistoryService, SnapshotService, EditService, DeclarationService {
    /// How the daemon is doing. The server fills in `connections`.
    func status() async -> StatusResource
    /// All surfaces, in the order of the config.
    func surfaces() async -> [SurfaceResource]
    /// Makes the device of a surface start again, and sends it everything it shows once more. 409 where it is not connected.
    func resetSurface(_ name: String) async throws(ServiceError) -> SurfaceResource
    /// Borrows a control of a surface for a session, drives its motor, or gives it back; `unknownSurface`, `unknownControlOf`, `conflict`
    /// where another session has it or it cannot be driven, `refused` for a position beyond 0…1.
    func borrow(_ request: LoanRequest, of surface: String, in session: SessionID) async throws(ServiceError) -> LoanResource
    /// Shows another page of a surface: its name, or `next` or `previous`. `unknownSurface`, `unknownPage`; `conflict` if the surface has
    /// neither strips nor pages.
    func turn(_ surface: String, to page: String) async throws(ServiceError) -> ViewResource
    /// Shows other strips of a surface. Errors as with `turn`.
    func move(_ surface: String, _ request: BankRequest) async throws(ServiceError) -> ViewResource
    /// The pages of the config, in its order.
    func pages() async -> [PageResource]
    /// All profiles that a surface can name, by name.
    func profiles() async -> [ProfileResource]
    /// The controllers that are there and belong to no surface, asked over MIDI what they are or not.
    func controllers(asks: Bool) async -> [ControllerResource]
    /// All targets, and what else there is to be bound.
    func targets() async -> TargetsResource
    /// Refuses an unknown locale. Called on the server's event loop, so it must not wait.
    func accept(_ viewer: ViewerWish) throws(ServiceError)
    /// All parameters, in the order of the config, for a viewer that was accepted.
    func parameters(for viewer: ViewerWish) async -> [ParameterResource]
    /// All parameters and surfaces at one moment, for a viewer that was accepted.
    func state(for viewer: ViewerWish) async -> StatePicture
    /// What changed since a moment: that of the whole state or of an earlier batch. Nil if the configuration in force is not that of
    /// `generation`, and while changes that belong together are still coming in; either ends with news on the hub. Called on the server's
    /// event loop, so it must not wait.
    func batch(since stamp: UInt64, generation: UInt64, prefix: String, for viewer: ViewerWish) -> Batch?
    /// One parameter; `unknownParameter` if there is none with that id. Called on the server's event loop, so it must not wait.
    func parameter(_ id: String, for viewer: ViewerWish) throws(ServiceError) -> ParameterResource
    /// Sets a parameter. `text` and `value` return when the value is durable, `position` at once. A value out of range is clamped (shown by
    /// `clamped` and `notice`) or `refused`, as the parameter is configured; `notDurable` if it is applied but not saved; `outdated` if the
    /// caller's condition is not met at the moment of the change.
    func put(
        _ id: String, _ change: ParameterChange, for viewer: ViewerWish, from caller: Caller
    ) async throws(ServiceError) -> ParameterResource
    /// The result that a text would have. Changes nothing; a text that would be refused is an answer, not an error. Called on the server's
    /// event loop, so it must not wait.
    func check(_ id: String, text: String, for viewer: ViewerWish) throws(ServiceError) -> CheckResource
    /// Moves a parameter by steps; returns when durable, within a gesture at once. `outdated` as with `put`.
    func step(
        _ id: String, _ step: StepRequest, for viewer: ViewerWish, from caller: Caller
    ) async throws(ServiceError) -> ParameterResource
    /// Sets a parameter to its default; returns when durable. `outdated` as with `put`.
    func reset(_ id: String, for viewer: ViewerWish, from caller: Caller) async throws(ServiceError) -> ParameterResource
    /// The last decisions about a parameter.
    func explain(_ id: String, for viewer: ViewerWish) async throws(ServiceError) -> ExplainResource
    /// Reads the config again, all or nothing; `invalidConfig` leaves everything as it was.
    func reload() async throws(ServiceError) -> ReloadResource
    /// Sets which MIDI messages somebody reads: only those need be published to the hub. There is only one call at a time.
    func setMonitoring(_ scope: MonitorScope) async
    /// The faders of the virtual surface; `noVirtualSurface` where the daemon has none.
    func virtualFaders() async throws(ServiceError) -> [VirtualFader]
    /// All that the virtual surface shows; `noVirtualSurface` where the daemon has none.
    func virtualSurface() async throws(ServiceError) -> VirtualSurfaceResource
    /// Moves, turns or presses a control of the virtual surface as a hand would, or puts a finger on it. What that control cannot do, and a number
    /// beyond its range, is `refused`. A finger that a named session puts down lifts with it.
    func virtual(_ control: String, _ gesture: VirtualGesture, in session: SessionID) async throws(ServiceError) -> VirtualControlResource

    /// Nothing was asked for a while: gives back the memory that only requests need. False if this is no good moment: it is called again
    /// later. Called on the server's event loop.
    func rest() -> Bool

    // MARK: Sessions

    /// What a session holds that ends with it. Called on the server's event loop, so it must not wait.
    func holding(of session: SessionID) -> SessionHolding
    /// A session that holds something has ended: its edits, declarations, gestures and fingers must end. No call for it follows.
    func ended(_ session: SessionID) async
}

/// Which MIDI messages are reported.
public enum MonitorScope: Sendable, Equatable, Comparable {
    /// None.
    case off
    /// Those of the surfaces.
    case surfaces
    /// Those of every controller, with a surface or without.
    case all
}

/// What was changed, and the way back.
public protocol HistoryService: Sendable {
    /// Every entry that is kept, oldest first.
    func history(for viewer: ViewerWish) async throws(ServiceError) -> [HistoryEntryResource]
    /// Undoes the last change, of one parameter if the request names it; `nothingToUndo` if there is none. Returns when durable.
    func undo(_ request: UndoRequest, for viewer: ViewerWish) async throws(ServiceError) -> RestoredResource
    /// Redoes what was undone last; `nothingToUndo` if there is none. Returns when durable.
    func redo(_ request: UndoRequest, for viewer: ViewerWish) async throws(ServiceError) -> RestoredResource
}

/// Named sets of values, and all of them as one document.
public protocol SnapshotService: Sendable {
    /// All snapshots, by name.
    func snapshots() async -> [SnapshotResource]
    /// One snapshot: its values beside the present ones; `unknownSnapshot` if there is none with that name.
    func snapshot(_ name: String, for viewer: ViewerWish) async throws(ServiceError) -> SnapshotContents
    /// Saves the present values under a name and replaces what had it. Returns when durable.
    func saveSnapshot(_ name: String, _ request: SnapshotRequest) async throws(ServiceError) -> SnapshotResource
    /// Deletes a snapshot. Returns when durable.
    func deleteSnapshot(_ name: String) async throws(ServiceError) -> SnapshotResource
    /// Renames a snapshot; the new name must be free. Returns when durable.
    func renameSnapshot(_ name: String, _ request: RenameRequest) async throws(ServiceError) -> SnapshotResource
    /// Sets the values of a snapshot: at once, and returns when durable; or as a glide over some seconds, and returns when that has begun.
    func recall(_ name: String, _ request: RecallRequest, for viewer: ViewerWish) async throws(ServiceError) -> RestoredResource
    /// All values and snapshots as a JSON document.
    func export() async -> [UInt8]
    /// Imports such a document, all or nothing; with `isDryRun` it is only checked. Returns when durable.
    func importDocument(_ bytes: [UInt8], isDryRun: Bool, for viewer: ViewerWish) async throws(ServiceError) -> [UInt8]
}

/// Text fields over values: nobody else sees what is typed until it is submitted.
public protocol EditService: Sendable {
    /// Begins an edit of a parameter in a session, with which it ends at the latest. Too many are a `conflict` or `unavailable`.
    func beginEdit(of id: String, for viewer: ViewerWish, in session: SessionID) async throws(ServiceError) -> EditResource
    /// An edit as it is now; `unknownEdit` if the session has none with that name.
    func edit(_ edit: String, in session: SessionID) async throws(ServiceError) -> EditResource
    /// Takes the text typed so far; nobody else sees it. A text that would be refused is an answer, not an error.
    func draft(_ edit: String, text: String, in session: SessionID) async throws(ServiceError) -> DraftResource
    /// Submits, leaves or cancels an edit. What is written is durable when it returns, as with `put`; nothing is if the value changed since
    /// the draft. `outdated` if the caller's condition is not met; then the edit goes on.
    func end(_ edit: String, by ending: EditEnding, from caller: Caller) async throws(ServiceError) -> EditOutcomeResource
}

/// Parameters that programs declare.
public protocol DeclarationService: Sendable {
    /// Everything that is declared, in the order of the first declarations.
    func declarations() async -> [DeclarationResource]
    /// Declares a parameter that lives as long as the session, or independently if it is to be kept; returns the parameter, then its
    /// parts. `conflict` if the config has the id, or others have it under another id; `refusedDeclaration` for wrong keys; `conflict` or
    /// `unavailable` for too many.
    ///
    /// - Parameter body: The request as received, to locate errors in it.
    func declare(
        _ request: DeclareRequest, body: [UInt8], for viewer: ViewerWish, in session: SessionID
    ) async throws(ServiceError) -> [ParameterResource]
    /// Takes back what a session has declared under an id, and what is kept under it; returns what is left. `unknownDeclaration` if
    /// there is none, `conflict` if all of it belongs to other sessions.
    func undeclare(_ id: String, in session: SessionID) async throws(ServiceError) -> DeclarationResource
}
