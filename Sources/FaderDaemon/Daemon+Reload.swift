public import FaderAPI
internal import FaderConfig
internal import FaderCore
internal import FaderEngine
public import FaderServer
internal import FaderState
internal import Logging
internal import Synchronization

extension Daemon {
    /// Reads the config file again and puts it in force, all or nothing: with an error in it the configuration before stays.
    public func reload() async throws(ServiceError) -> ReloadResource {
        let config = places.config
        // A second one waits for the first: each reads the file after it was asked for.
        await reloading.enter()
        defer { reloading.leave() }
        serviceManager.reloading()
        defer { serviceManager.ready(status: summary) }
        let (result, declarations) = ConfigReader(profileDirectories: places.profileDirectories).readAll(path: config)
        for diagnostic in result.diagnostics {
            log.log(level: diagnostic.severity == .error ? .error : .warning, "\(diagnostic.rendered)")
        }
        let resources = result.diagnostics.map { Self.resource($0) }
        guard case .success(let configuration, _) = result else {
            log.error("not reloaded: \(config) has errors; the configuration before stays in force")
            throw .invalidConfig(resources)
        }
        let (former, givenUp) = declared.take(configuration, declarations)
        do {
            try await apply(declared.plan)
        } catch {
            declared.take(former)
            throw .unavailable("\(error)")
        }
        for entry in givenUp {
            log.warning(
                "\(entry.id), declared by \(entry.names.joined(separator: ", ")), is in the config now: the declaration is given up")
        }
        log.notice("configuration reloaded from \(config)")
        hasReadFile.store(true, ordering: .relaxed)
        return ReloadResource(config: config, diagnostics: resources)
    }

    static func resource(_ diagnostic: Diagnostic) -> DiagnosticResource {
        DiagnosticResource(
            file: diagnostic.file, line: diagnostic.line, column: diagnostic.column, severity: diagnostic.severity.rawValue,
            message: diagnostic.message, suggestion: diagnostic.suggestion, text: diagnostic.rendered)
    }

    /// Puts a configuration in force, where it is not already. Within `reloading`, one at a time.
    func apply(_ plan: Declared.Plan) async throws {
        let old = desk.mirror.picture
        if plan.configuration != old.catalog.configuration || plan.isFromFile { try await swap(to: plan, from: old) }
        declared.isApplied(plan.version)
        // Also where only the declarers are others.
        desk.hub.publishReload()
    }

    private func swap(to plan: Declared.Plan, from old: Mirror.Picture) async throws {
        let configuration = plan.configuration
        let chosen = plan.firstValues.filter { id, value in isFirst(value, id, configuration, old.catalog) }
        let stored = remembered.withLock { remembered in
            var now: [String: Value] = [:]
            for (spec, report) in zip(old.catalog.configuration.parameters, old.reports) {
                let value = old.catalog.value(of: report.value, parameter: report.parameter)
                now[spec.id] = value
                // A parameter that goes leaves its value behind, should it come back; a default that nobody chose is none.
                if report.revision > 0 || remembered[spec.id] != nil { remembered.store(spec.id, value) }
            }
            for (id, value) in chosen { remembered.store(id, value) }
            return configuration.parameters.reduce(into: [String: Value]()) { $0[$1.id] = now[$1.id] ?? remembered[$1.id] }
        }
        let next = Catalog(
            configuration, generation: old.catalog.generation + 1, stored: stored, words: old.catalog.words, declarers: declared.declarers)
        desk.mirror.prepare(next)
        if plan.isFromFile { surroundings.configure(configuration) }
        let console = Console(configuration, values: next.initialValues)
        try await engine.swap(
            to: console, continuity: Continuity(from: old.catalog.configuration, to: configuration),
            surfaceNames: configuration.surfaces.map(\.name), generation: next.generation)
        desk.mirror.commit(next.generation)
        keepWhatIsGone(from: old.catalog, to: next)
        if !chosen.isEmpty { store.note(chosen) }
    }

    /// One line for `systemctl status`.
    var summary: String {
        let picture = desk.mirror.picture
        let connected = picture.connections.count { $0 != .init() }
        return "\(picture.reports.count) parameters, \(connected) of \(picture.connections.count) surfaces connected"
    }
}
