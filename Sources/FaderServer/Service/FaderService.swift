public import FaderAPI
public import FaderLoops
public import FaderModel

/// What renders a long answer, on any thread, from values that it was made with.
public typealias Rendering<Answer> = @Sendable () -> Answer

/// What the HTTP server needs from the daemon.
///
/// The methods run on the loop that also serves HTTP, so they must not block it. An `async` method may suspend, and other requests go on
/// meanwhile. Changes go the other way: the daemon publishes them to the `EventHub` that it shares with the server. A `ViewerRequest` determines
/// how numbers are written and read; if it names an unknown locale, the request is `refused`.
@Owner
public protocol FaderService: Sendable {
    /// How the daemon is doing. The server fills in `connections` and `listen`.
    func status() async -> StatusResource
    /// All surfaces, in the order of the config.
    func surfaces() async -> Rendering<[SurfaceResource]>
    /// Greets the device of a surface as if it were new, and sends it everything it shows once more. `unknownSurface`; `conflict` if it is
    /// not connected.
    func resetSurface(_ name: String) async throws(ServiceError) -> SurfaceResource
    /// Borrows a control of a surface for a session, drives its motor, or gives it back. `unknownSurface`, `unknownControlOf`; `conflict`
    /// if another session has it, if it cannot be driven, or if this session gives back what it has not borrowed; `refused` for a position
    /// beyond 0…1.
    func borrow(_ request: LoanRequest, of surface: String, in session: SessionID) async throws(ServiceError) -> LoanResource
    /// Sends what the device of the virtual surface would send. `unknownSurface`; `refused` if the surface is not the virtual one, or if the
    /// bytes are not whole messages; `noVirtualSurface`.
    func send(_ bytes: VirtualBytes, asDeviceOf surface: String) async throws(ServiceError) -> VirtualSent
    /// Shows another page of a surface. `page` is its name, `next` or `previous`. `unknownSurface`, `unknownPage`; `conflict` if the
    /// surface has neither strips nor pages.
    func turn(_ surface: String, to page: String) async throws(ServiceError) -> ViewResource
    /// Shows other strips of a surface. `unknownSurface` and `conflict` as with `turn`.
    func move(_ surface: String, _ request: BankRequest) async throws(ServiceError) -> ViewResource
    /// The pages of the config, in its order.
    func pages() -> [PageResource]
    /// All profiles that a surface can use, sorted by name.
    func profiles() async -> [ProfileResource]
    /// The connected controllers that belong to no surface. With `asks`, they are asked over MIDI what they are.
    func controllers(asks: Bool) async -> [ControllerResource]
    /// All targets, and what else parameters can be bound to.
    func targets(for viewer: ViewerRequest) async throws(ServiceError) -> TargetsResource
    /// Throws `refused` for an unknown locale.
    func accept(_ viewer: ViewerRequest) throws(ServiceError)
    /// All parameters, in the order of the config, for a viewer that was accepted.
    func parameters(for viewer: ViewerRequest) -> Rendering<[ParameterResource]>
    /// All parameters and surfaces at one moment, for a viewer that was accepted.
    func state(for viewer: ViewerRequest) -> Rendering<StatePicture>
    /// What changed after `stamp`, which comes from the whole state or from an earlier batch. Nil if the configuration in force
    /// is not that of `generation`, or if changes that belong together are still coming in; in both cases the hub reports news when a batch
    /// can be fetched again.
    func batch(since stamp: UInt64, generation: UInt64, prefix: IDPatterns, for viewer: ViewerRequest) -> Batch?
    /// One parameter; `unknownParameter` if there is none with that id.
    func parameter(_ id: String, for viewer: ViewerRequest) throws(ServiceError) -> ParameterResource
    /// Sets a parameter. With `text` and `value` it returns when the value is durable, with `position` and `positions` at once. A value out
    /// of range is clamped (then `clamped` and `notice` are set) or `refused`, as the parameter is configured; a position beyond 0…1 is
    /// always `refused`. `notDurable` if the value is applied but not saved; `outdated` if the caller's condition is not met at the moment
    /// of the change; `inHand` if a hand holds a parameter that a gesture moves.
    func put(
        _ id: String, _ change: ParameterChange, for viewer: ViewerRequest, from caller: Caller
    ) async throws(ServiceError) -> ParameterResource
    /// Sets several parameters and groups as one act, all or none. Returns when durable. `refusedSeveral` if any of them cannot be set;
    /// `notSaved` if they are set but not saved.
    func put(
        _ patch: ParametersPatch, for viewer: ViewerRequest, from caller: Caller
    ) async throws(ServiceError) -> [ParameterResource]
    /// The result that a text would have. Changes nothing. If the text would be refused, the answer says so; that is not an error. 
    func check(_ id: String, text: String, for viewer: ViewerRequest) throws(ServiceError) -> CheckResource
    /// Moves a parameter by steps. Returns when durable, or at once within a gesture. `outdated` and `inHand` as with `put`.
    func step(
        _ id: String, _ step: StepRequest, for viewer: ViewerRequest, from caller: Caller
    ) async throws(ServiceError) -> ParameterResource
    /// Sets a parameter to its default. Returns when durable. `outdated` as with `put`.
    func reset(_ id: String, for viewer: ViewerRequest, from caller: Caller) async throws(ServiceError) -> ParameterResource
    /// The last decisions about a parameter.
    func explain(_ id: String, for viewer: ViewerRequest) async throws(ServiceError) -> ExplainResource
    /// Reads the config again, all or nothing: if it has errors (`invalidConfig`), everything stays as it was.
    func reload(for viewer: ViewerRequest) async throws(ServiceError) -> ReloadResource
    /// Sets which MIDI messages are read by somebody; only those have to be published to the hub. Calls do not overlap.
    func setMonitoring(_ scope: MonitorScope) async
    /// The faders of the virtual surface; `noVirtualSurface` if the daemon has none.
    func virtualFaders() async throws(ServiceError) -> [VirtualFader]
    /// Everything that the virtual surface shows; `noVirtualSurface` if the daemon has none.
    func virtualSurface() async throws(ServiceError) -> VirtualSurfaceResource
    /// Moves, turns or presses a control of the virtual surface as a hand would, or puts a finger on it or lifts it. `refused` if the
    /// control cannot do that or a number is out of range; `unknownControl`, `noVirtualSurface`. A finger that a named session puts down is
    /// lifted when the session ends.
    func virtual(_ control: String, _ gesture: VirtualGesture, in session: SessionID) async throws(ServiceError) -> VirtualControlResource

    // MARK: Sessions

    /// What a session holds that ends with it; virtual fingers do not count.
    func holding(of session: SessionID) -> SessionHolding
    /// Ends the edits, declarations, gestures, loans and fingers of a session that has ended. Called for every named session, and for
    /// others if they hold something. No call for the session follows.
    func ended(_ session: SessionID) async

    // MARK: The history of changes

    /// Every entry that is kept, oldest first.
    func history(for viewer: ViewerRequest) throws(ServiceError) -> Rendering<[HistoryEntryResource]>
    /// Undoes the last change, or the changes that the request describes; `nothingToUndo` if there is none. Returns when durable.
    func undo(_ request: UndoRequest, for viewer: ViewerRequest, by writer: String?) async throws(ServiceError) -> RestoredResource
    /// Redoes what was undone last, or what the request describes; `nothingToUndo` if there is nothing. Returns when durable.
    func redo(_ request: UndoRequest, for viewer: ViewerRequest, by writer: String?) async throws(ServiceError) -> RestoredResource

    // MARK: Snapshots, export and import

    /// All snapshots, in their order.
    func snapshots() -> Rendering<[SnapshotResource]>
    /// One snapshot: its values beside the present ones. `unknownSnapshot` if there is none with that name.
    func snapshot(_ name: String, for viewer: ViewerRequest) throws(ServiceError) -> Rendering<SnapshotContents>
    /// Saves the present values under a name, and replaces a snapshot that has it, whose fade stays unless the request has another. Returns
    /// when durable.
    func saveSnapshot(_ name: String, _ request: SnapshotRequest) async throws(ServiceError) -> SnapshotResource
    /// Deletes a snapshot. Returns when durable.
    func deleteSnapshot(_ name: String) async throws(ServiceError) -> SnapshotResource
    /// Renames a snapshot; the new name must be free. Returns when durable.
    func renameSnapshot(_ name: String, _ request: RenameRequest) async throws(ServiceError) -> SnapshotResource
    /// Moves a snapshot before another one in the order, or to the end. Returns all of them, when durable.
    func moveSnapshot(_ name: String, _ request: MoveRequest) async throws(ServiceError) -> [SnapshotResource]
    /// Sets the values of a snapshot: at once, and returns when durable; or as a glide over some seconds, and returns when the glide has
    /// begun.
    func recall(
        _ name: String, _ request: RecallRequest, for viewer: ViewerRequest, by writer: String?
    ) async throws(ServiceError) -> RestoredResource
    /// All values and snapshots as a JSON document.
    func export() async -> [UInt8]
    /// Imports a document that `export` made, or a part of it, all or nothing; with `isDryRun` it is only checked. Returns when durable.
    func importDocument(
        _ bytes: [UInt8], _ parts: ImportParts, isDryRun: Bool, for viewer: ViewerRequest, by writer: String?
    ) async throws(ServiceError) -> [UInt8]

    // MARK: Edits: text fields for values. Nobody else sees what is typed until it is submitted.

    /// Begins an edit of a parameter. It ends with the session at the latest. Too many edits are a `conflict` or `unavailable`.
    func beginEdit(of id: String, for viewer: ViewerRequest, in session: SessionID) throws(ServiceError) -> EditResource
    /// An edit as it is now; `unknownEdit` if the session has none with that name.
    func edit(_ edit: String, in session: SessionID) throws(ServiceError) -> EditResource
    /// Takes the text typed so far; nobody else sees it. If the text would be refused, the answer says so; that is not an error.
    func draft(_ edit: String, text: String, in session: SessionID) throws(ServiceError) -> DraftResource
    /// Submits, leaves or cancels an edit. If a value is written, it is durable when this returns, as with `put`. Nothing is written if the
    /// value has changed since the draft. `outdated` if the caller's condition is not met; then the edit stays open.
    func end(_ edit: String, by ending: EditEnding, from caller: Caller) async throws(ServiceError) -> EditOutcomeResource

    // MARK: Parameters that programs declare

    /// Everything that is declared, in the order of the first declarations.
    func declarations() -> [DeclarationResource]
    /// Declares a parameter, and returns it, followed by its parts. It lives as long as the session, or independently of it if the request
    /// says to keep it. `conflict` if one of its ids is in the config or belongs to another declaration; `refusedDeclaration` for wrong
    /// keys; `conflict` or `unavailable` for too many declarations.
    ///
    /// - Parameter body: the request as received, to locate errors in it.
    func declare(
        _ request: DeclareRequest, body: [UInt8], for viewer: ViewerRequest, in session: SessionID
    ) async throws(ServiceError) -> [ParameterResource]
    /// Takes back what a session has declared under an id and what is kept under it, and returns what is left. `unknownDeclaration` if
    /// nothing is declared, `conflict` if everything belongs to other sessions.
    func undeclare(_ id: String, in session: SessionID) async throws(ServiceError) -> DeclarationResource
}

/// What an import takes from its document.
public enum ImportParts: Sendable, Equatable {
    /// Everything.
    case all
    /// Only the snapshots.
    case snapshots
}

/// Which MIDI messages are reported.
public enum MonitorScope: Sendable, Equatable, Comparable {
    /// No messages.
    case off
    /// Messages of the surfaces.
    case surfaces
    /// Messages of all controllers, whether they belong to a surface or not.
    case all
}
