public import FaderAPI
internal import FaderConsole
internal import FaderModel
public import FaderServer
internal import FaderState
internal import FaderTargets
internal import FaderThreads
internal import Logging
internal import Synchronization

extension Desk {
    /// Starts the loop of the targets if a configuration that is to come into force needs it.
    func prepareTargets(for configuration: Configuration) throws(ThreadError) {
        if !configuration.targets.isEmpty || configuration.apps != nil { try targets.prepare() }
    }
}

extension Daemon {
    /// Binds the parameters of the configuration in force to their targets.
    func configureTargets() {
        let picture = desk.mirror.picture
        let catalog = picture.catalog
        let apps = appTargets(catalog)
        let marks = store.marks
        let bound = (catalog.configuration.targets + apps).compactMap { binding -> Targets.Bound? in
            guard let index = catalog.index(of: binding.parameter) else { return nil }
            let report = picture.reports[index]
            let isFit = desk.unfit.withLock { $0[binding.parameter] != report.value }
            let isChosen = isFit && (picture.isChosen[index.offset] || hasKept(catalog.configuration.parameters[index]))
            return Targets.Bound(
                spec: catalog.configuration.parameters[index], target: binding.target, value: report.value, isChosen: isChosen,
                mark: marks[binding.parameter])
        }
        desk.targets.configure(bound, wantsApps: catalog.configuration.apps != nil)
        // Until now the targets were not notified of parameters that moved.
        let later = desk.mirror.picture
        for one in bound {
            guard let index = later.catalog.index(of: one.spec.id) else { continue }
            let report = later.reports[index]
            if report.value != one.value, report.origin != .restore {
                desk.targets.changed(one.spec.id, to: report.value, by: report.origin, isOwn: report.origin == .target)
            }
        }
        desk.targets.touched(desk.mirror.picture.touched)
    }

    /// Whether a value of the parameter is kept, in its present unit.
    private func hasKept(_ spec: ParameterSpec) -> Bool { remembered.withLock { $0[spec.id]?.isOf(unit: spec.keptUnit) ?? false } }

    /// Notes the parameters whose value means something else in a new configuration, because it was clamped or its unit has changed. Nobody
    /// chose such a value: as long as a parameter has it, it is not set in the world when a target appears.
    ///
    /// - Parameter stored: the values of parameters that the old configuration did not have.
    func noteUnfit(_ reports: [ParameterReport], _ next: Catalog, after old: Mirror.Picture?, stored: [String: KeptValue]) {
        for report in reports {
            let spec = next.configuration.parameters[report.parameter]
            let isFit: Bool
            if let old, let index = old.catalog.index(of: spec.id) {
                isFit = old.reports[index].value == report.value && old.catalog.configuration.parameters[index].unit == spec.unit
            } else {
                let value = next.value(of: report.value, parameter: report.parameter)
                // −∞ is stored as a word.
                isFit =
                    stored[spec.id].map { kept in
                        kept.isOf(unit: spec.keptUnit)
                            && (kept.value == value || kept.value == .word("-inf") && value == .number(-.infinity))
                    } ?? true
            }
            if !isFit { desk.unfit.withLock { $0[spec.id] = report.value } }
        }
    }

    /// Sets parameters as their targets change in the world. Returns when the task is cancelled, or when the targets have ended.
    public func followTargets() async {
        for await _ in desk.targets.news {
            for (id, value) in desk.targets.takeRequests() { await adopt(value, as: id) }
            await followApps()
        }
    }

    private func adopt(_ value: Double, as id: String) async {
        // The MIDI thread may have too many requests just now. Try again, because the target does not report its change a second time.
        for _ in 0..<100 {
            do throws(ServiceError) {
                try await submit(id, Write(viewer: Viewer())) { standing in
                    standing.parameter.map { .set(parameter: $0, value, .target) }
                }
                return
            } catch {
                // The parameter has gone in a reload, or the daemon is stopping.
                guard case .unavailable = error, !Task.isCancelled else {
                    return log.debug("\(id) is not set by its target: \(error.problem.detail)")
                }
                await surroundings.pause(.milliseconds(10))
            }
        }
        log.warning("\(id) was not set by its target: the MIDI thread is too busy")
    }

    /// The state of a parameter's target; nil if it has none.
    func target(of id: String, for viewer: Viewer) async -> TargetReport? {
        desk.targets.isBound(id) ? await desk.targets.reports(for: viewer).targets.first { $0.parameter == id } : nil
    }

    /// All targets, and everything else that could be bound.
    public func targets(for wish: ViewerRequest) async throws(ServiceError) -> TargetsResource {
        let viewer = try Viewers.viewer(wish, desk.mirror.catalog.configuration)
        let (targets, candidates) = await desk.targets.reports(for: viewer)
        return TargetsResource(targets: targets, candidates: candidates)
    }
}
