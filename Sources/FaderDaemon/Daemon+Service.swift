public import FaderAPI
internal import FaderCore
internal import FaderEngine
public import FaderServer
internal import FaderState
internal import Logging

extension Daemon: FaderService {
    /// All surfaces, in the order of the config.
    public func surfaces() async -> [SurfaceResource] { surfaceResources(desk.mirror.picture) }

    /// All parameters, in the order of the config.
    public func parameters() async -> [ParameterResource] {
        let picture = desk.mirror.picture
        return picture.reports.map { picture.catalog.resource($0) }
    }

    /// One parameter.
    public func parameter(_ id: String) async throws(ServiceError) -> ParameterResource {
        guard let (catalog, report) = desk.mirror.look(up: id) else { throw unknown(id) }
        return catalog.resource(report)
    }

    /// Sets a parameter. Text and values are durable when it returns; a position is a drag and is saved as fader motion is.
    public func put(_ id: String, _ change: ParameterChange) async throws(ServiceError) -> ParameterResource {
        switch change {
        case .text(let text):
            return try await durable(id, .text) { catalog, index throws(RefusedValue) in try catalog.texts[index].parse(text) }
        case .value(let value):
            return try await durable(id, .api) { catalog, index throws(RefusedValue) in try catalog.texts[index].accept(value) }
        case .position(let fraction):
            guard (0...1).contains(fraction) else { throw .refused("a position is a number from 0 to 1, for example 0.5") }
            let changed = try await submit(id) { _, index in .setPosition(parameter: index, Position(fraction), .api) }
            return changed.catalog.resource(changed.report)
        }
    }

    /// What a text would come to.
    public func check(_ id: String, text: String) async throws(ServiceError) -> CheckResource {
        guard let (catalog, report) = desk.mirror.look(up: id) else { throw unknown(id) }
        let form = catalog.texts[report.parameter]
        do throws(RefusedValue) {
            let parsed = try form.parse(text)
            return CheckResource(
                valid: true, text: form.format(parsed.value), value: parsed.value,
                message: parsed.isClamped ? form.clampNotice(parsed.value) : nil)
        } catch {
            return CheckResource(valid: false, message: error.description)
        }
    }

    /// Moves by steps; durable when it returns.
    public func step(_ id: String, by count: Int) async throws(ServiceError) -> ParameterResource {
        let changed = try await submit(id) { _, index in .step(parameter: index, by: count, .api) }
        return try await saved(changed.catalog.resource(changed.report))
    }

    /// Back to the default; durable when it returns.
    public func reset(_ id: String) async throws(ServiceError) -> ParameterResource {
        let changed = try await submit(id) { _, index in .reset(parameter: index, .api) }
        return try await saved(changed.catalog.resource(changed.report))
    }

    /// The last decisions about a parameter, oldest first.
    public func explain(_ id: String) async throws(ServiceError) -> ExplainResource {
        while true {
            guard let (catalog, report) = desk.mirror.look(up: id) else { throw unknown(id) }
            let decisions = try await asked { try await self.engine.explain(parameter: report.parameter, generation: catalog.generation) }
            guard let decisions else { continue }
            return ExplainResource(
                id: id, text: catalog.texts[report.parameter].format(report.value),
                decisions: decisions.reversed().map { catalog.resource($0, of: report.parameter) })
        }
    }

    /// Turns the telling of MIDI messages on or off.
    public func setMonitoring(_ isOn: Bool) async {
        do {
            try await engine.setMonitoring(isOn)
        } catch {
            log.debug("monitoring is not turned \(isOn ? "on" : "off"): \(error)")
        }
    }

    private typealias Changed = (catalog: Catalog, report: ParameterReport)

    private func durable(
        _ id: String, _ origin: Origin, _ parse: @Sendable (Catalog, Int) throws(RefusedValue) -> ParsedNumber
    ) async throws(ServiceError) -> ParameterResource {
        guard let (catalog, report) = desk.mirror.look(up: id) else { throw unknown(id) }
        let parsed: ParsedNumber
        do throws(RefusedValue) {
            parsed = try parse(catalog, report.parameter)
        } catch {
            throw .refused("\(id): \(error.description)")
        }
        let changed = try await submit(id) { _, index in .set(parameter: index, parsed.wanted, origin) }
        var resource = changed.catalog.resource(changed.report)
        if parsed.isClamped {
            resource.clamped = true
            resource.notice = catalog.texts[report.parameter].clampNotice(changed.report.value)
        }
        return try await saved(resource)
    }

    /// Waits until everything up to now is durable. The change was noted before its answer came, so that includes it.
    private func saved(_ resource: ParameterResource) async throws(ServiceError) -> ParameterResource {
        if case .failed(let reason) = await store.flush() { throw .notDurable(resource, reason: reason) }
        return resource
    }

    /// Does something to a parameter by id, whatever configuration is in force by then.
    private func submit(_ id: String, _ command: @Sendable (Catalog, Int) -> Command) async throws(ServiceError) -> Changed {
        while true {
            guard let (catalog, report) = desk.mirror.look(up: id) else { throw unknown(id) }
            let wanted = command(catalog, report.parameter)
            let outcome = try await asked { try await self.engine.submit(wanted, generation: catalog.generation) }
            guard let outcome else { continue }
            var after = report
            if let (_, newest) = desk.mirror.look(up: id), newest.revision >= outcome.revision { after = newest }
            after.value = outcome.value
            after.revision = outcome.revision
            return (catalog, after)
        }
    }

    private func asked<Answer: Sendable>(_ question: @Sendable () async throws -> Answer) async throws(ServiceError) -> Answer {
        do {
            return try await question()
        } catch {
            throw .unavailable("\(error)")
        }
    }

    func unknown(_ id: String) -> ServiceError {
        var suggester = Suggester()
        let suggestion = suggester.nearest(to: id, among: desk.mirror.catalog.configuration.parameters.map(\.id))
        return .unknownParameter(id, suggestion: suggestion)
    }
}
