internal import CPage
internal import FaderAPI
internal import FaderSystem
internal import NIOCore

/// The endpoints of all routes. The router gets its routes from here, so a route without a handler is not in the API.
enum Endpoints {
    @Owner
    static func all(of service: any FaderService, _ own: OwnPart) -> [Endpoint] {
        service.endpoints + daemon(service, own) + token(own) + keys(own) + [
            // Answered at once, so that strangers never have a request in progress.
            .atOnce(Routes.getDescription) { _, _ in RawJSON(description) }
        ]
    }

    /// `docs/openapi.json`.
    static var description: [UInt8] {
        let size = unsafe cpage_description_end() - cpage_description()
        return unsafe Array(UnsafeRawBufferPointer(start: cpage_description(), count: size))
    }

    private static func daemon(_ service: any FaderService, _ own: OwnPart) -> [Endpoint] {
        [
            .on(Routes.getStatus) { _, _ in
                var status = await service.status()
                if let registry = own.registry.value { (status.connections, status.listen) = (registry.counts, registry.listen) }
                return status
            },
            .stream(Routes.watchChanges) { call throws(HTTPFailure) in
                StreamTarget.changes(
                    prefix: call.prefixes, viewer: call.viewer, form: try ChangesForm(query: call.query), page: call.pageKey?.page)
            },
            .stream(Routes.monitorMessages) { call throws(HTTPFailure) in
                let isOfAll = call.flag("all")
                guard !isOfAll || call.query["surface"] == nil else { throw .malformed("\"all\" and \"surface\" exclude each other") }
                return .monitor(surface: call.query["surface"], isOfAll: isOfAll)
            },
        ]
    }

    private static func keys(_ own: OwnPart) -> [Endpoint] {
        [
            .atOnce(Routes.listKeys) { _, _ throws(ServiceError) in try own.keys().resources },
            .on(Routes.addKey, location: { Routes.revokeKey.path($0.name) }) { _, ask, caller throws(ServiceError) in
                let keys = try own.keys()
                if ask.isLasting { return try await keys.addLasting(ask) }
                return try keys.add(ask, of: caller.session, process: Peer.current.map { Int($0.process) })
            },
            .on(Routes.revokeKey) { call, _, _ throws(ServiceError) in try await own.keys().revoke(call.id) },
        ]
    }

    private static func token(_ own: OwnPart) -> [Endpoint] {
        [
            .on(Routes.showToken) { _, _ throws(ServiceError) in TokenResource(token: try own.asked().text) },
            .on(Routes.renewToken) { _, _ throws(ServiceError) in
                let token = try own.asked()
                // The disk may be slow.
                let renewed = await SeparateThread.run { Result { () throws(ServerError) in try token.renew() } }
                own.registry.value?.tokenChanged()
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

/// The part of the server that answers without the daemon.
struct OwnPart: Sendable {
    /// Its connections and keys; nil until it has started.
    let registry = NIOLoopBoundBox<Registry?>.makeEmptyBox(valueType: Registry.self, eventLoop: Owner.shared.loop)
    /// The token that clients need over TCP; nil without `--listen`.
    let token: AccessToken?

    @Owner
    fileprivate func keys() throws(ServiceError) -> Keys {
        guard let keys = registry.value?.keys else { throw .unavailable("the daemon is starting; try again in a moment") }
        return keys
    }

    fileprivate func asked() throws(ServiceError) -> AccessToken {
        guard let token else { throw .conflict("this daemon does not listen on TCP, so it has no token; start it with --listen HOST:PORT") }
        return token
    }
}
