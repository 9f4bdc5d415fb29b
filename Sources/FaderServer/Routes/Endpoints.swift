internal import FaderAPI
internal import FaderLoops
internal import FaderModel
internal import FaderThreads
internal import Synchronization

/// The handlers of all routes. The router and `openapi.json` get their routes from here, so a route without a handler is not in the API.
enum Endpoints {
    static func all(of service: any FaderService, _ own: OwnPart) -> [Endpoint] {
        let described =
            parameters(service) + history(service) + edits(service) + declarations(service) + daemon(service, own) + token(own) + keys(own)
        let document = KeptBytes { OpenAPI(rows: described.map(\.row) + [Routes.getDescription.row]).document }
        // At once, so that strangers never have a request in progress.
        return described + [.atOnce(Routes.getDescription) { _, _ in RawJSON(document.bytes) }]
    }

    private static func parameters(_ service: any FaderService) -> [Endpoint] {
        [
            .long(Routes.listParameters) { call throws(ServiceError) in
                try service.accept(call.viewer)
                let (wanted, render) = (call.prefixes, service.parameters(for: call.viewer))
                return { render().filter { wanted.match($0.id) } }
            },
            .atOnce(Routes.getParameter) { call, _ throws(ServiceError) in try service.parameter(call.id, for: call.viewer) },
            .on(Routes.setParameter) { call, ask, caller throws(ServiceError) in
                try await service.put(call.id, ask, for: call.viewer, from: caller)
            },
            .on(Routes.setParameters) { call, ask, caller throws(ServiceError) in
                try await service.put(ask, for: call.viewer, from: caller)
            },
            .atOnce(Routes.checkText) { call, ask throws(ServiceError) in
                try service.check(call.id, text: ask.text, for: call.viewer)
            },
            .on(Routes.stepParameter) { call, ask, caller throws(ServiceError) in
                try await service.step(call.id, ask, for: call.viewer, from: caller)
            },
            .on(Routes.resetParameter) { call, caller throws(ServiceError) in
                try await service.reset(call.id, for: call.viewer, from: caller)
            },
            .on(Routes.explainParameter) { call, _ throws(ServiceError) in try await service.explain(call.id, for: call.viewer) },
        ]
    }

    private static func history(_ service: any FaderService) -> [Endpoint] {
        [
            .long(Routes.listHistory) { call throws(ServiceError) in try service.history(for: call.viewer) },
            .on(Routes.undo) { call, ask, caller throws(ServiceError) in
                try await service.undo(ask, for: call.viewer, by: caller.writer)
            },
            .on(Routes.redo) { call, ask, caller throws(ServiceError) in
                try await service.redo(ask, for: call.viewer, by: caller.writer)
            },
            .long(Routes.listSnapshots) { _ in service.snapshots() },
            .long(Routes.getSnapshot) { call throws(ServiceError) in try service.snapshot(call.id, for: call.viewer) },
            .on(Routes.saveSnapshot) { call, ask, _ throws(ServiceError) in try await service.saveSnapshot(call.id, ask) },
            .on(Routes.deleteSnapshot) { call, _ throws(ServiceError) in try await service.deleteSnapshot(call.id) },
            .on(Routes.renameSnapshot) { call, ask, _ throws(ServiceError) in try await service.renameSnapshot(call.id, ask) },
            .on(Routes.moveSnapshot) { call, ask, _ throws(ServiceError) in try await service.moveSnapshot(call.id, ask) },
            .on(Routes.recallSnapshot) { call, ask, caller throws(ServiceError) in
                try await service.recall(call.id, ask, for: call.viewer, by: caller.writer)
            },
            .on(Routes.export) { _, _ in RawJSON(await service.export()) },
            .on(Routes.importing) { call, document, caller throws(ServiceError) in
                let parts: ImportParts = call.flag("snapshots-only") ? .snapshots : .all
                return RawJSON(
                    try await service.importDocument(
                        document.bytes, parts, isDryRun: call.flag("dry-run"), for: call.viewer, by: caller.writer))
            },
        ]
    }

    private static func edits(_ service: any FaderService) -> [Endpoint] {
        [
            .on(Routes.beginEdit, location: { Routes.getEdit.path($0.edit) }) { call, caller throws(ServiceError) in
                try service.beginEdit(of: call.id, for: call.viewer, in: caller.session)
            },
            .on(Routes.getEdit) { call, caller throws(ServiceError) in try service.edit(call.id, in: caller.session) },
            .on(Routes.draft) { call, ask, caller throws(ServiceError) in
                try service.draft(call.id, text: ask.draft, in: caller.session)
            },
            .on(Routes.submitEdit) { call, caller throws(ServiceError) in
                try await service.end(call.id, by: .submit, from: caller)
            },
            .on(Routes.blurEdit) { call, caller throws(ServiceError) in try await service.end(call.id, by: .blur, from: caller) },
            .on(Routes.cancelEdit) { call, caller throws(ServiceError) in
                try await service.end(call.id, by: .cancel, from: caller)
            },
        ]
    }

    private static func declarations(_ service: any FaderService) -> [Endpoint] {
        [
            .on(Routes.listDeclarations) { _, _ in service.declarations() },
            .on(Routes.declare, location: { Routes.undeclare.path($0.first?.id ?? "") }) { call, ask, caller throws(ServiceError) in
                try await service.declare(ask, body: call.body, for: call.viewer, in: caller.session)
            },
            .on(Routes.undeclare) { call, caller throws(ServiceError) in try await service.undeclare(call.id, in: caller.session) },
        ]
    }

    private static func daemon(_ service: any FaderService, _ own: OwnPart) -> [Endpoint] {
        [
            .on(Routes.getStatus) { _, _ in
                var status = await service.status()
                (status.connections, status.listen) = own.status()
                return status
            },
            .long(Routes.listSurfaces) { _ in await service.surfaces() },
            .on(Routes.resetSurface) { call, _ throws(ServiceError) in try await service.resetSurface(call.id) },
            .on(Routes.borrowControl) { call, ask, caller throws(ServiceError) in
                try await service.borrow(ask, of: call.id, in: caller.session)
            },
            .on(Routes.sendAsDevice) { call, ask, _ throws(ServiceError) in try await service.send(ask, asDeviceOf: call.id) },
            .on(Routes.showPage) { call, ask, _ throws(ServiceError) in try await service.turn(call.id, to: ask.page) },
            .on(Routes.showBank) { call, ask, _ throws(ServiceError) in try await service.move(call.id, ask) },
            .on(Routes.listPages) { _, _ in service.pages() },
            .on(Routes.listProfiles) { _, _ in await service.profiles() },
            .on(Routes.listControllers) { _, _ in await service.controllers(asks: false) },
            .on(Routes.askControllers) { _, _ in await service.controllers(asks: true) },
            .on(Routes.listTargets) { call, _ throws(ServiceError) in try await service.targets(for: call.viewer) },
            .stream(Routes.watchChanges) { call throws(HTTPFailure) in
                StreamTarget.changes(prefix: call.prefixes, viewer: call.viewer, form: try ChangesForm(query: call.query))
            },
            .stream(Routes.monitorMessages) { call throws(HTTPFailure) in
                let isOfAll = call.flag("all")
                guard !isOfAll || call.query["surface"] == nil else { throw .malformed("\"all\" and \"surface\" exclude each other") }
                return .monitor(surface: call.query["surface"], isOfAll: isOfAll)
            },
            .on(Routes.reload) { call, _ throws(ServiceError) in try await service.reload(for: call.viewer) },
            .on(Routes.listVirtualFaders) { _, _ throws(ServiceError) in try await service.virtualFaders() },
            .on(Routes.getVirtualSurface) { _, _ throws(ServiceError) in try await service.virtualSurface() },
            .on(Routes.useVirtualControl) { call, ask, caller throws(ServiceError) in
                try await service.virtual(call.id, ask, in: caller.session)
            },
        ]
    }

    private static func keys(_ own: OwnPart) -> [Endpoint] {
        [
            .atOnce(Routes.listKeys) { _, _ throws(ServiceError) in try own.openKeys().resources },
            .on(Routes.addKey, location: { Routes.revokeKey.path($0.name) }) { _, ask, caller throws(ServiceError) in
                try own.openKeys().add(ask, of: caller.session, process: Peer.current.map { Int($0.process) })
            },
            .atOnce(Routes.revokeKey) { call, _ throws(ServiceError) in try own.openKeys().revoke(call.id) },
        ]
    }

    private static func token(_ own: OwnPart) -> [Endpoint] {
        [
            .on(Routes.showToken) { _, _ throws(ServiceError) in TokenResource(token: try own.asked().text) },
            .on(Routes.renewToken) { _, _ throws(ServiceError) in
                let token = try own.asked()
                // The disk may be slow.
                let renewed = await SeparateThread.run { Result { () throws(ServerError) in try token.renew() } }
                own.tokenChanged()
                do {
                    try renewed.get()
                } catch {
                    throw .unavailable("the new token could not be saved: \(error); \"faderctl token show\" prints the one in force")
                }
                return TokenResource(token: token.text)
            },
        ]
    }
}

/// Bytes that are made when they are first needed, and kept from then on. Safe to use from any thread.
private final class KeptBytes: Sendable {
    private let kept = Mutex<[UInt8]?>(nil)
    private let make: @Sendable () -> [UInt8]

    init(_ make: @escaping @Sendable () -> [UInt8]) { self.make = make }

    var bytes: [UInt8] {
        kept.withLock { kept in
            if let kept { return kept }
            let made = make()
            kept = made
            return made
        }
    }
}

/// What the server answers without the daemon.
struct OwnPart: Sendable {
    /// Its connections, and the TCP address it listens on.
    let status: @Owner @Sendable () -> (connections: StatusResource.Connections, listen: String?)
    /// The token that clients need over TCP; nil without `--listen`.
    let token: AccessToken?
    /// Ends the TCP connections, which came in with an earlier token.
    let tokenChanged: @Owner @Sendable () -> Void
    /// The keys; nil once the server has ended.
    let keys: @Owner @Sendable () -> Keys?

    @Owner
    fileprivate func openKeys() throws(ServiceError) -> Keys {
        guard let keys = keys() else { throw .unavailable("the daemon is ending; try again when it has started") }
        return keys
    }

    fileprivate func asked() throws(ServiceError) -> AccessToken {
        guard let token else { throw .conflict("this daemon does not listen on TCP, so it has no token; start it with --listen HOST:PORT") }
        return token
    }
}
