public import FaderAPI
internal import FaderConfig
internal import FaderConsole
public import FaderServer
public import FaderSystem
internal import FaderValues
internal import Logging

extension ItemState {
    /// What a program is told whose initial value was clamped, if the parameter begins with the clamped value.
    fileprivate func clampNotice(of value: Value, for viewer: Viewer) -> String? {
        switch item {
        case .parameter(let index):
            let text = catalog.texts[index]
            guard let accepted = try? text.accept(value), accepted.isClamped, accepted.value == reports[0].value else { return nil }
            return text.clampNotice(accepted.value, for: viewer)
        case .compound(let index):
            let (text, numbers) = (catalog.compoundTexts[index], reports.map(\.value))
            guard let accepted = try? text.accept(value, current: numbers), accepted.isClamped, accepted.values == numbers else {
                return nil
            }
            return text.clampNotice(numbers, for: viewer)
        }
    }
}

/// The declarations of programs: made, taken back, or ended with the session.
@Owner
public final class DeclarationRequests: Subject {
    private let declared: Declared
    private let configurations: Configurations

    init(_ commands: Commands, _ declared: Declared, _ configurations: Configurations) {
        (self.declared, self.configurations) = (declared, configurations)
        super.init(commands)
    }

    /// Everything that is declared, in the order of the first declarations.
    public func all() -> [DeclarationResource] {
        declared.entries.filter { mirror.catalog.items[$0.id] != nil }.map { Self.resource($0) }
    }

    private static func resource(_ entry: Declared.Entry) -> DeclarationResource {
        DeclarationResource(id: entry.id, by: entry.names, keep: entry.isKept, connections: entry.owners)
    }

    /// Declares a parameter; returns it, then its parts.
    public func declare(
        _ request: DeclareRequest, body: [UInt8], for wish: ViewerRequest, in session: SessionID
    ) async throws(ServiceError) -> [ParameterResource] {
        let viewer = try mirror.catalog.settings.viewer(for: wish)
        let (version, before, value) = try admit(request, body, session)
        do throws(ServiceError) {
            try await configurations.settle(version)
        } catch {
            declared.restore(before, id: request.id)
            throw error
        }
        log.info("\(request.id) is declared by \(request.by)")
        // Nil if it is gone again, because of a reload or because it was taken back.
        guard let state = mirror.look(up: request.id) else { throw .unknownDeclaration(request.id, suggestion: nil) }
        var whole = state.resource(for: viewer)
        if before == nil, let notice = value.flatMap({ state.clampNotice(of: $0, for: viewer) }) {
            (whole.clamped, whole.notice) = (true, notice)
        }
        guard case .compound = state.item else { return [whole] }
        return [whole]
            + state.reports.map { state.catalog.resource(.parameter($0.parameter), [$0], state.hands, for: viewer) }
    }

    /// Returns the version that has to be in force, the former declaration under the id, and the initial value.
    func admit(
        _ request: DeclareRequest, _ body: [UInt8], _ session: SessionID
    ) throws(ServiceError) -> (version: UInt64, before: Declared.Entry?, value: Value?) {
        while true {
            guard let (reader, earlier) = declared.reading(request.id) else { throw configured(request.id, request.id) }
            let new = DeclarationBody(name: request.by, bytes: body)
            switch reader.read(new, as: request.id, over: earlier) {
            case .failure(let diagnostics): throw .refusedDeclaration(request.id, diagnostics)
            case .success(let parameter, let bodies, let written):
                let value = request.value ?? written
                let values = try firstValues(value, request.id, parameter)
                var before: Declared.Entry?
                let version = try declared.change { (file, declarations) throws(ServiceError) in
                    // If others have changed the declaration meanwhile, read it again.
                    guard declarations.entry(request.id)?.bodies ?? [] == earlier else { return false }
                    before = declarations.entry(request.id)
                    if let taken = parameter.ids.first(where: { file.ids.contains($0) }) { throw configured(taken, request.id) }
                    do throws(DeclarationRefusal) {
                        try declarations.declare(
                            parameter, by: request.by, bodies: bodies, firstValues: values, isKept: request.keep, of: session)
                    } catch {
                        throw ServiceError(error, id: request.id)
                    }
                    return true
                }
                if let version { return (version, before, value) }
            }
        }
    }

    private func configured(_ taken: String, _ id: String) -> ServiceError {
        let part = taken == id ? "" : ", so \(id) cannot have it"
        return .conflict(
            "\(taken) is in the config, which takes precedence over declarations\(part); use it as it is, or declare another id")
    }

    private func firstValues(
        _ value: Value?, _ id: String, _ parameter: DeclaredParameter
    ) throws(ServiceError) -> [String: Value] {
        guard let value else { return [:] }
        do throws(RefusedValue) {
            return try parameter.values(of: value)
        } catch {
            throw .refused("\(id) is not declared, because of its value: \(error.description)", example: error.example)
        }
    }

    /// Takes back what a session has declared under an id, and what is kept under it. Returns what is left. Throws `conflict` if everything
    /// belongs to other sessions.
    public func undeclare(_ id: String, in session: SessionID) async throws(ServiceError) -> DeclarationResource {
        let (version, before) = try takeBack(id, session)
        do throws(ServiceError) {
            try await configurations.settle(version)
        } catch {
            declared.restore(before, id: id)
            throw error
        }
        return declared.entries.first { $0.id == id }.map { Self.resource($0) }
            ?? DeclarationResource(id: id, by: [], keep: false, connections: 0)
    }

    /// Returns the version that has to be in force, and the former declaration.
    func takeBack(_ id: String, _ session: SessionID) throws(ServiceError) -> (version: UInt64, before: Declared.Entry?) {
        var before: Declared.Entry?
        do throws(DeclarationRefusal) {
            let version = try declared.change { (_, declarations) throws(DeclarationRefusal) in
                before = declarations.entry(id)
                _ = try declarations.takeBack(id, of: session)
                return true
            }
            guard let version else { preconditionFailure("a declaration was taken back without a new version") }
            return (version, before)
        } catch {
            guard error == .unknown else { throw ServiceError(error, id: id) }
            throw .unknownDeclaration(id, suggestion: Suggester.nearest(to: id, among: declared.entries.map(\.id)))
        }
    }

    func holds(_ session: SessionID) -> Bool { declared.holds(session) }

    /// Takes back everything that a session had declared when it ended.
    func end(of session: SessionID) async {
        guard let version = declared.change({ $1.removeAll(of: session) }) else { return }
        do throws(ServiceError) {
            try await configurations.settle(version)
        } catch {
            // The next configuration drops it; this only happens when the daemon is shutting down.
            log.debug("the declarations of an ended session could not be removed: \(error.problem.detail)")
        }
    }
}

extension DeclarationRequests {
    var endpoints: [Endpoint] {
        [
            .on(Routes.listDeclarations) { [self] _, _ in all() },
            .on(Routes.declare, location: { Routes.undeclare.path($0.first?.id ?? "") }) { [self] call, ask, caller throws(ServiceError) in
                try await declare(ask, body: call.body, for: call.viewer, in: caller.session)
            },
            .on(Routes.undeclare) { [self] call, caller throws(ServiceError) in try await undeclare(call.id, in: caller.session) },
        ]
    }
}
