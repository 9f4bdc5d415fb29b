extension Routes {
    package static let getStatus = Route(
        ClientCall<NoBody, StatusResource>(row: .status), "getStatus", "The daemon's status.", answers: "The status.", access: .token)
    package static let listSurfaces = Route<NoBody, [SurfaceResource]>(
        .get, "/v1/surfaces", "listSurfaces", "All surfaces, in the order of the config.", answers: "The surfaces.", access: .everything)
    package static let resetSurface = Route<NoBody, SurfaceResource>(
        .post, "/v1/surfaces/{name}/reset", "resetSurface",
        "Makes a surface start again: the device is greeted as a new one, and everything it shows is sent once more.",
        answers: "The surface.", problems: [409], access: .token)
    package static let borrowControl = Route<LoanRequest, LoanResource>(
        .post, "/v1/surfaces/{name}/borrow", "borrowControl",
        "Borrows a control for this session, to measure it: it drives nothing until it is given back, at the latest with the session.",
        details: """
            GET /v1/monitor still reports what it sends. With position, its motor goes there. When it is given back, its motor goes to its \
            parameter, which has not changed.
            """, isOfSession: true, answers: "The control.", problems: [409], access: .token)
    package static let learnControl = Route<LessonRequest, LessonResource>(
        .post, "/v1/learn", "learnControl",
        "Borrows the next control that moves for this session, so that it can be learned; at the latest until the session ends.",
        details: """
            It drives nothing from its first message on, and GET /v1/monitor reports what it sends. A control that moved in the last two seconds \
            is in use and is passed over; all others keep working. Repeating the request borrows one more. When they are given back, motors go to \
            their parameters. One session at a time (409).
            """, isBodyOptional: true, isOfSession: true, answers: "What it has borrowed so far.", problems: [409], access: .token)
    package static let sendAsDevice = Route<VirtualBytes, VirtualSent>(
        .post, "/v1/surfaces/{name}/send", "sendAsDevice", "Receives from the virtual surface what its device would send.",
        answers: "What was sent.", problems: [409], access: .token)
    package static let showPage = Route<PageRequest, ViewResource>(
        .post, "/v1/surfaces/{name}/page", "showPage", "Shows another page of a surface or wide surface.", answers: "What it shows now.",
        problems: [409], access: .everything)
    package static let showBank = Route<BankRequest, ViewResource>(
        .post, "/v1/surfaces/{name}/bank", "showBank", "Shows other strips of a surface or wide surface.", answers: "What it shows now.",
        problems: [409], access: .everything)
    package static let listProfiles = Route<NoBody, [ProfileResource]>(
        .get, "/v1/profiles", "listProfiles", "The controller models that a surface can name as its profile, by name.",
        query: [QueryKey("name", .text(), "only the profile of this name; none if there is none")], answers: "The profiles.", access: .token
    )
    package static let listControllers = Route<NoBody, [ControllerResource]>(
        .get, "/v1/controllers", "listControllers",
        "The controllers on the sequencer that belong to no surface, with the profile of each where there is one.",
        answers: "The controllers.", access: .token)
    package static let askControllers = Route<NoBody, [ControllerResource]>(
        .post, "/v1/controllers/ask", "askControllers",
        "Sends a MIDI identity request to controllers that belong to no surface, and lists them.",
        details: "A controller behind an interface is recognized by its answer. Waits half a second for one that gives none.",
        answers: "The controllers.", access: .token)
    package static let listTargets = Route<NoBody, TargetsResource>(
        .get, "/v1/targets", "listTargets", "The targets of parameters, and what else they can be bound to.",
        query: .viewer + [QueryKey("look", .flag, "also look at what no target of the config needs; what is found is in later answers")],
        answers: "The targets.", access: .everything)
    package static let getDescription = Route<NoBody, RawJSON<AnyObjectSchema>>(
        .get, "/v1/openapi.json", "getDescription", "This document.", answers: "The document.", access: .anybody)
    package static let reload = Route<NoBody, ReloadResource>(
        .post, "/v1/reload", "reload", "Reads the config again, all or nothing.", query: .viewer,
        answers: "The new configuration is in force.",
        problems: [422], access: .token)
    package static let listVirtualFaders = Route<NoBody, [VirtualFader]>(
        .get, "/v1/virtual", "listVirtualFaders", "The faders of the virtual surface.", answers: "The faders.", access: .token)
    package static let getVirtualSurface = Route<NoBody, VirtualSurfaceResource>(
        .get, "/v1/virtual-surface", "getVirtualSurface", "Everything the virtual surface shows.", answers: "The surface.",
        problems: [409], access: .token)
    package static let useVirtualControl = Route<VirtualGesture, VirtualControlResource>(
        .put, "/v1/virtual/{control}", "useVirtualControl",
        "Moves, turns or presses a control as a hand would, or puts a finger on it; the finger of a named session lifts with it.",
        isOfSession: true, answers: "The control as it is now.", access: .token)

    package static let showToken = Route<NoBody, TokenResource>(
        .get, "/v1/token", "showToken", "The token that requests over TCP need. On the Unix socket only.", answers: "The token.",
        problems: [409], access: .socket)
    package static let renewToken = Route<NoBody, TokenResource>(
        .post, "/v1/token", "renewToken",
        "Replaces the token: the old one is refused from now on, and what was opened with it ends. On the Unix socket only.",
        answers: "The new token.", problems: [409, 503], access: .socket)

    // MARK: Keys

    package static let listKeys = Route<NoBody, [KeyResource]>(
        .get, "/v1/keys", "listKeys", "The keys in force, by name. On the Unix socket only.", answers: "The keys.", access: .socket)
    package static let addKey = Route<KeyRequest, KeyResource>(
        .post, "/v1/keys", "addKey",
        "Registers a key, which lives as long as this session: for everything, or for one page of the config. On the Unix socket only.",
        details: """
            A request that brings it as a Bearer token, over either transport, may do what the key allows and nothing else (403). With the key \
            of a page there are no other parameters (404), in answers and streams, and no names of surfaces, controls and people; what the page \
            shows after a reload counts, and a page that is gone shows nothing. Its changes are in the history by the name of the key. A connection \
            with a key is not closed for being idle. Registering the same name and key again makes it belong to this session. Another key with \
            the name of one in force is refused (409). At most 64 in all (503).
            """, isOfSession: true, status: 201, answers: "The key, registered.", problems: [409, 503], access: .socket)
    package static let revokeKey = Route<NoBody, KeyResource>(
        .delete, "/v1/keys/{key}", "revokeKey",
        "Ends a key, and the event streams that were opened with it; the path has its name. On the Unix socket only.",
        answers: "The key, which is refused from now on.", access: .socket)

    // MARK: Streams

    package static let watchChanges = Route(
        Calls.watchChanges, "watchChanges",
        """
        Server-Sent Events: state (the whole state: first, after a reload, and when a parameter is declared or goes), parameter or batch, levels, touch, \
        takeover, press, ended, targets, surfaces, page, bank, snapshots, recalled, history.
        """,
        details: """
            The data of state is a State, of parameter a Parameter, of batch a Batch, of levels a Levels, of touch a Touch, of takeover a Takeover, of press a Press, of ended an Ended, of targets the list of all Targets without what was written and read, of surfaces the list of all Surfaces \
            without their controls, of page and bank a View (page: a surface shows another page, or a modifier was switched on or \
            off; bank: it shows other strips), of snapshots the list of all Snapshots, of recalled a Recall, of history a HistoryEvent. A slow \
            reader gets the newest of everything. With session the first event is session, whose data is a Session.
            """,
        query: [
            .prefix, .session,
            QueryKey(
                "form", .text(schema: #"{"enum": ["parameter", "batch"], "default": "parameter"}"#),
                "one event per change, or periodic batches"),
            QueryKey("rate", .number(1...100), "with form=batch: maximum events per second; 30 if it is left out"),
            QueryKey("values", .flag, "with form=batch: each entry has two items more, the value and the origin"),
            QueryKey(
                "levels", .text(),
                "with form=batch: also the event levels, for the parameters with these ids, separated by commas, as far as they have a level; only then are their targets asked for it"
            ),
        ], isOfSession: true, answers: "The stream; stays open.", problems: [409], access: .page)
    package static let monitorMessages = Route<NoBody, EventFlow>(
        .get, "/v1/monitor", "monitorMessages", "Server-Sent Events: message, whose data is a Message.",
        query: [
            QueryKey("surface", .text(), "only this surface"),
            QueryKey("all", .flag, "also controllers that belong to no surface; not together with surface"),
        ], answers: "The stream; stays open.", access: .token)

    // MARK: The page

    package static let listPages = Route<NoBody, [PageResource]>(
        .get, "/v1/pages", "listPages", "The pages of the config: chosen parameters, for programs that show them.",
        query: [QueryKey("everything", .flag, "also one without a name that shows everything, after the others")], answers: "The pages.",
        access: .page)
    /// The web page, and its files under `/web/`. They are not part of the API, so `openapi.json` does not list them.
    package static let page = Route<NoBody, NoBody>(.get, WebPath.page, "page", "The page.", answers: "The page.", access: .anybody)

    // MARK: History, snapshots, export and import

    package static let listHistory = Route<NoBody, [HistoryEntryResource]>(
        .get, "/v1/history", "listHistory", "What was changed, oldest first; a gesture is one entry.", query: .viewer,
        answers: "The entries.", access: .everything)
    package static let undo = Route(
        Calls.undo, "undo", "Undoes the last change, or several; answered when durable.",
        details: """
            The key of a page undoes the last change that was made with it, and nothing if somebody has changed one of its parameters since \
            (409); it sends no body.
            """, isBodyOptional: true, isWriting: true,
        answers: "What was set.", problems: [409], access: .page)
    package static let redo = Route(
        Calls.redo, "redo", "Redoes the change that was undone last, or several; answered when durable.", isBodyOptional: true,
        isWriting: true, answers: "What was set.", problems: [409], access: .everything)
    package static let listSnapshots = Route(
        Calls.listSnapshots, "listSnapshots", "All snapshots, in their order.", answers: "The snapshots.", access: .everything)
    package static let getSnapshot = Route<NoBody, SnapshotContents>(
        .get, "/v1/snapshots/{name}", "getSnapshot", "Its values, beside the current ones.", query: .viewer, answers: "The snapshot.",
        access: .everything)
    package static let saveSnapshot = Route(
        Calls.saveSnapshot, "saveSnapshot",
        "Saves the current values under this name; a new snapshot comes last in the order. Answered when durable.",
        isBodyOptional: true, answers: "The snapshot.", problems: [507], access: .everything)
    package static let deleteSnapshot = Route(
        Calls.deleteSnapshot, "deleteSnapshot", "Deletes it; answered when durable.", answers: "The deleted snapshot.",
        access: .everything)
    package static let recallSnapshot = Route(
        Calls.recallSnapshot, "recallSnapshot",
        "Sets its values: at once (answered when durable) or over some seconds (answered when the glide begins).",
        details: "Parameters that are recall-safe stay as they are, unless only names them by their whole ids.", isBodyOptional: true,
        isWriting: true, answers: "What is set.", access: .everything)
    package static let snapshotPlace = Route<NoBody, SnapshotPlaceResource>(
        .get, "/v1/recall-next", "getRecallNext", "Where recall-next is in the order of the snapshots, and which it would recall.",
        answers: "The names.", access: .everything)
    package static let recallNext = Route<RecallNextRequest, RestoredResource>(
        .post, "/v1/recall-next", "recallNext",
        "Recalls the next snapshot in the order, or the previous one, as the trigger of this name does.",
        query: .viewer, isBodyOptional: true, isWriting: true, answers: "What is set.", access: .everything)
    package static let fadeSnapshot = Route<FadeRequest, SnapshotResource>(
        .post, "/v1/snapshots/{name}/fade", "fadeSnapshot", "Gives it another fade, and leaves its values; answered when durable.",
        answers: "The snapshot.", problems: [507], access: .everything)
    package static let renameSnapshot = Route<RenameRequest, SnapshotResource>(
        .post, "/v1/snapshots/{name}/rename", "renameSnapshot", "Gives it another name; answered when durable.",
        answers: "The snapshot.", problems: [409], access: .everything)
    package static let moveSnapshot = Route<MoveRequest, [SnapshotResource]>(
        .post, "/v1/snapshots/{name}/move", "moveSnapshot",
        "Moves it before another one in the order, or to the end; answered when durable.",
        isBodyOptional: true, answers: "All snapshots, in their order.", access: .everything)
    package static let export = Route<NoBody, RawJSON<ExportSchema>>(
        .get, "/v1/export", "export", "All values and snapshots as one document.", answers: "The document.", access: .token)
    package static let importing = Route<RawJSON<ExportSchema>, ImportResource>(
        .post, "/v1/import", "import", "Imports such a document, all or nothing; answered when durable. At most 64 MiB.",
        query: [
            QueryKey("dry-run", .flag, "only reports what it would do"),
            QueryKey("snapshots-only", .flag, "leaves the values of parameters as they are"),
        ] + .viewer, isWriting: true, answers: "What was imported.",
        problems: [422, 507], access: .token)
}
