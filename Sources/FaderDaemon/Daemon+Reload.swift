public import FaderAPI
internal import FaderConfig
internal import FaderCore
internal import FaderEngine
public import FaderServer
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
        let result = ConfigReader(profileDirectories: places.profileDirectories).read(path: config)
        for diagnostic in result.diagnostics {
            log.log(level: diagnostic.severity == .error ? .error : .warning, "\(diagnostic.rendered)")
        }
        let resources = result.diagnostics.map { Self.resource($0) }
        guard case .success(let configuration, _) = result else {
            log.error("not reloaded: \(config) has errors; the configuration before stays in force")
            throw .invalidConfig(resources)
        }
        do {
            try await apply(configuration)
        } catch {
            throw .unavailable("\(error)")
        }
        log.notice("configuration reloaded from \(config)")
        return ReloadResource(config: config, diagnostics: resources)
    }

    private static func resource(_ diagnostic: Diagnostic) -> DiagnosticResource {
        DiagnosticResource(
            file: diagnostic.file, line: diagnostic.line, column: diagnostic.column, severity: diagnostic.severity.rawValue,
            message: diagnostic.message, suggestion: diagnostic.suggestion, text: diagnostic.rendered)
    }

    private func apply(_ configuration: Configuration) async throws {
        let old = desk.mirror.picture
        let stored = remembered.withLock { remembered in
            // A parameter that goes leaves its value behind, should it come back.
            for (spec, report) in zip(old.catalog.configuration.parameters, old.reports) {
                remembered[spec.id] = old.catalog.value(of: report.value, parameter: report.parameter)
            }
            return remembered
        }
        let next = Catalog(configuration, generation: old.catalog.generation + 1, stored: stored, words: old.catalog.words)
        desk.mirror.prepare(next)
        surroundings.configure(configuration)
        let console = Console(configuration, values: next.initialValues)
        try await engine.swap(
            to: console, continuity: Continuity(from: old.catalog.configuration, to: configuration),
            surfaceNames: configuration.surfaces.map(\.name), generation: next.generation)
        desk.mirror.commit(next.generation)
        desk.hub.publishReload()
    }

    /// One line for `systemctl status`.
    var summary: String {
        let picture = desk.mirror.picture
        let connected = picture.connections.count { $0 != .init() }
        return "\(picture.reports.count) parameters, \(connected) of \(picture.connections.count) surfaces connected"
    }
}
