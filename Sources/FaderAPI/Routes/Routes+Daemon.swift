extension Routes {
    package static let getStatus = Route<NoBody, StatusResource>(.get, "/v1/status", access: .token)
    package static let listSurfaces = Route<NoBody, [SurfaceResource]>(.get, "/v1/surfaces", access: .everything)
    package static let resetSurface = Route<NoBody, SurfaceResource>(.post, "/v1/surfaces/{name}/reset", access: .token)
    package static let borrowControl = Route<LoanRequest, LoanResource>(.post, "/v1/surfaces/{name}/borrow", access: .token)
    package static let learnControl = Route<LessonRequest, LessonResource>(.post, "/v1/learn", isBodyOptional: true, access: .token)
    package static let sendAsDevice = Route<VirtualBytes, VirtualSent>(.post, "/v1/surfaces/{name}/send", access: .token)
    package static let showPage = Route<PageRequest, ViewResource>(.post, "/v1/surfaces/{name}/page", access: .everything)
    package static let showBank = Route<BankRequest, ViewResource>(.post, "/v1/surfaces/{name}/bank", access: .everything)
    package static let selectStrip = Route<SelectRequest, ViewResource>(.post, "/v1/surfaces/{name}/select", access: .everything)
    package static let listProfiles = Route<NoBody, [ProfileResource]>(.get, "/v1/profiles", query: [QueryKey("name")], access: .token)
    package static let listControllers = Route<NoBody, [ControllerResource]>(.get, "/v1/controllers", access: .token)
    package static let askControllers = Route<NoBody, [ControllerResource]>(.post, "/v1/controllers/ask", access: .token)
    package static let listTargets = Route<NoBody, TargetsResource>(
        .get, "/v1/targets", query: .viewer + [QueryKey("look", .flag)], access: .everything)
    package static let showFocus = Route<NoBody, FocusResource>(.get, "/v1/focus", access: .token)
    package static let putFocus = Route<FocusRequest, FocusResource>(.put, "/v1/focus", access: .token)
    package static let getDescription = Route<NoBody, RawJSON>(.get, "/v1/openapi.json", access: .anybody)
    package static let reload = Route<NoBody, ReloadResource>(.post, "/v1/reload", query: .viewer, access: .token)
    package static let listVirtualFaders = Route<NoBody, [VirtualFader]>(.get, "/v1/virtual", access: .token)
    package static let getVirtualSurface = Route<NoBody, VirtualSurfaceResource>(.get, "/v1/virtual-surface", access: .token)
    package static let useVirtualControl = Route<VirtualGesture, VirtualControlResource>(.put, "/v1/virtual/{control}", access: .token)

    package static let showToken = Route<NoBody, TokenResource>(.get, "/v1/token", access: .socket)
    package static let renewToken = Route<NoBody, TokenResource>(.post, "/v1/token", access: .socket)

    // MARK: Keys

    package static let listKeys = Route<NoBody, [KeyResource]>(.get, "/v1/keys", access: .socket)
    package static let addKey = Route<KeyRequest, KeyResource>(.post, "/v1/keys", status: 201, access: .socket)
    package static let revokeKey = Route<NoBody, KeyResource>(.delete, "/v1/keys/{key}", access: .socket)

    // MARK: A second machine

    package static let follow = Route<RawJSON, RawJSON>(.post, "/v1/follow", access: .token)
    package static let promote = Route<PromoteRequest, PromoteResource>(.post, "/v1/promote", isBodyOptional: true, access: .everything)

    // MARK: Streams

    package static let watchChanges = Route<NoBody, EventFlow>(
        .get, "/v1/events",
        query: [
            .prefix, .session,
            QueryKey("form"),
            QueryKey("rate", .number(1...100)),
            QueryKey("values", .flag),
            QueryKey("levels"),
        ] + .viewer, access: .page)
    package static let monitorMessages = Route<NoBody, EventFlow>(
        .get, "/v1/monitor",
        query: [
            QueryKey("surface"),
            QueryKey("all", .flag),
        ], access: .token)

    // MARK: The page

    package static let listPages = Route<NoBody, [PageResource]>(.get, "/v1/pages", query: [QueryKey("everything", .flag)], access: .page)
    /// The web page, with its files under `/web/`. It is not part of the API, so `openapi.json` does not list it.
    package static let page = Route<NoBody, NoBody>(.get, WebPath.page, access: .anybody)

    // MARK: History, snapshots, export and import

    package static let listHistory = Route<NoBody, [HistoryEntryResource]>(.get, "/v1/history", query: .viewer, access: .everything)
    package static let undo = Route<UndoRequest, RestoredResource>(.post, "/v1/undo", query: .viewer, isBodyOptional: true, access: .page)
    package static let redo = Route<UndoRequest, RestoredResource>(
        .post, "/v1/redo", query: .viewer, isBodyOptional: true, access: .everything)
    package static let listSnapshots = Route<NoBody, [SnapshotResource]>(.get, "/v1/snapshots", access: .everything)
    package static let getSnapshot = Route<NoBody, SnapshotContents>(.get, "/v1/snapshots/{name}", query: .viewer, access: .everything)
    package static let saveSnapshot = Route<SnapshotRequest, SnapshotResource>(
        .put, "/v1/snapshots/{name}", isBodyOptional: true, access: .everything)
    package static let deleteSnapshot = Route<NoBody, SnapshotResource>(.delete, "/v1/snapshots/{name}", access: .everything)
    package static let recallSnapshot = Route<RecallRequest, RestoredResource>(
        .post, "/v1/snapshots/{name}/recall", query: .viewer, isBodyOptional: true, access: .everything)
    package static let snapshotPlace = Route<NoBody, SnapshotPlaceResource>(.get, "/v1/recall-next", access: .everything)
    package static let recallNext = Route<RecallNextRequest, RestoredResource>(
        .post, "/v1/recall-next", query: .viewer, isBodyOptional: true, access: .everything)
    package static let fadeSnapshot = Route<FadeRequest, SnapshotResource>(.post, "/v1/snapshots/{name}/fade", access: .everything)
    package static let renameSnapshot = Route<RenameRequest, SnapshotResource>(.post, "/v1/snapshots/{name}/rename", access: .everything)
    package static let moveSnapshot = Route<MoveRequest, [SnapshotResource]>(
        .post, "/v1/snapshots/{name}/move", isBodyOptional: true, access: .everything)
    package static let export = Route<NoBody, RawJSON>(.get, "/v1/export", access: .token)
    package static let importing = Route<RawJSON, ImportResource>(
        .post, "/v1/import",
        query: [
            QueryKey("dry-run", .flag),
            QueryKey("snapshots-only", .flag),
        ] + .viewer, access: .token)
}
