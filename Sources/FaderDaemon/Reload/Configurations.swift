public import FaderAPI
internal import FaderConfig
internal import FaderConsole
internal import FaderEngine
public import FaderLoops
internal import FaderModel
public import FaderServer
internal import FaderState
internal import FaderTargets
internal import FaderThreads
internal import Logging

/// Puts configurations in force: the config file, read again, and what programs declare beside it.
@Owner
public final class Configurations {
    private let dispatcher: ReportDispatcher
    private let engine: EngineHandle
    private let store: StateStore
    private let declared: Declared
    private let remembered: RememberedValues
    private let bindings: Bindings
    private let loans: Loans
    private let surroundings: Daemon.Surroundings
    private let serviceManager: ServiceManager
    private let paths: Paths
    private let log: Logger
    /// Lets through one new configuration at a time, whatever its cause.
    private let reloading: Turnstile
    /// The SHA-256 of the config file that is in force; nil while no file has been read, because the configuration is built in.
    private(set) var digest: String?
    /// The text of the built-in configuration; nil if the daemon began with a file.
    let builtIn: String?
    /// Whether the daemon is shutting down, so that the service manager no longer hears that it is ready.
    var isStopping = false
    private var mirror: Mirror { dispatcher.mirror }

    init(
        dispatcher: ReportDispatcher, engine: EngineHandle, store: StateStore, declared: Declared, remembered: RememberedValues,
        bindings: Bindings,
        loans: Loans, surroundings: Daemon.Surroundings, serviceManager: ServiceManager, paths: Paths, log: Logger, reloading: Turnstile,
        digest: String?, builtIn: String?
    ) {
        (self.dispatcher, self.engine, self.store, self.declared) = (dispatcher, engine, store, declared)
        (self.remembered, self.bindings, self.loans) = (remembered, bindings, loans)
        (self.surroundings, self.serviceManager, self.paths, self.log) = (surroundings, serviceManager, paths, log)
        (self.reloading, self.digest, self.builtIn) = (reloading, digest, builtIn)
    }

    /// Reads the config file again and puts it in force, all or nothing: if it has an error, the old configuration stays. Numbers in the
    /// answer are written for whoever asks; those in the log as the config says.
    public func reload(for wish: ViewerRequest = ViewerRequest()) async throws(ServiceError) -> ReloadResource {
        // An unknown locale is refused before anything is done.
        _ = try Viewers.viewer(wish, mirror.catalog.settings)
        let config = Paths.absolute(paths.config)
        // A second reload waits for the first: each reads the file after it was requested.
        await reloading.enter()
        defer { reloading.leave() }
        serviceManager.reloading()
        defer { if !isStopping { serviceManager.ready(status: mirror.picture.summary) } }
        let reader = ConfigReader(
            profileDirectories: paths.profileDirectories, targetDoubts: paths.targetDoubts, networkDoubt: paths.networkDoubt)
        let (result, declarations, digest) = await reader.readAllAside(path: config)
        for diagnostic in result.diagnostics {
            log.log(diagnostic)
        }
        guard case .success(let contents, _) = result else {
            log.error("not reloaded: \(config) has errors; the previous configuration stays in force")
            throw .invalidConfig(config, result.diagnostics)
        }
        let former = declared.replaceFile(with: contents, declarations)
        // Before the new configuration is in force, which is the news that `Apps.follow` waits for.
        bindings.forgetUndeclaredApps()
        let changes: [ConfigChange]
        do {
            changes = try await apply(plan, for: wish)
        } catch {
            declared.restore(former)
            throw .unavailable("\(error)")
        }
        for entry in former.givenUp {
            log.warning(
                "\(entry.id), declared by \(entry.names.joined(separator: ", ")), is in the config now: the declaration is given up")
        }
        for change in changes where change.subject != .value { log.notice("\(change.text)") }
        log.notice("configuration reloaded from \(config)")
        self.digest = digest
        return ReloadResource(config: config, diagnostics: result.diagnostics, changes: changes)
    }

    /// Returns when a version of the declarations is in force, with all changes made up to it.
    func settle(_ version: UInt64) async throws(ServiceError) {
        await reloading.enter()
        defer { reloading.leave() }
        guard !declared.isInForce(version) else { return }
        do {
            try await apply(plan)
        } catch {
            throw .unavailable("\(error)")
        }
    }

    /// Puts the options in force that targets have told, and those that values need which targets show. Whatever is in the way is over soon:
    /// the MIDI thread has too many requests, or the daemon is stopping.
    func supply(_ told: [Targets.Supply], shown: [(id: String, name: String)]) async {
        let version = declared.note(told, shown: shown)
        while !Task.isCancelled {
            do throws(ServiceError) { return try await settle(version) } catch {
                log.debug("the options of targets are not in force yet: \(error.problem.detail)")
                await Owner.sleep(for: .milliseconds(10))
            }
        }
    }

    /// Takes out the options of choices that targets do not have, once they are not the value any more.
    func removeStaleOptions() async {
        guard mirror.hasStaleOptions else { return }
        _ = declared.refreshOptions()
        await supply([], shown: [])
    }

    /// The configuration that results from the file, the declarations and what targets supply now.
    private var plan: Declared.Plan {
        let picture = mirror.picture
        return declared.plan { spec in
            if let index = picture.catalog.index(of: spec.id) { return picture.catalog.neededOptions(index, picture.reports[index]) }
            return remembered[spec.id].flatMap { if case .word(let name) = $0.value { [name] } else { nil } } ?? []
        }
    }

    /// Puts a configuration in force unless it already is, and returns the differences. Call it only after `reloading.enter`, so that one
    /// call runs at a time. If it throws, nothing has changed.
    @discardableResult
    private func apply(_ plan: Declared.Plan, for wish: ViewerRequest = ViewerRequest()) async throws -> [ConfigChange] {
        let old = mirror.picture
        var changes: [ConfigChange] = []
        if plan.isFromFile || plan.configuration != old.catalog.configuration {
            changes = try await put(plan, after: old.catalog, for: wish)
        } else {
            // Only the declarers have changed.
            dispatcher.hub.publishReload(old.catalog.generation.number)
        }
        declared.isApplied(plan.version)
        return changes
    }

    private func put(_ plan: Declared.Plan, after old: Catalog, for wish: ViewerRequest) async throws -> [ConfigChange] {
        let configuration = plan.configuration
        try dispatcher.prepareTargets(for: configuration, plan.settings)
        let units = Dictionary(configuration.parameters.map { ($0.id, $0.keptUnit) }, uniquingKeysWith: { first, _ in first })
        var chosen: [String: KeptValue] = [:]
        for (id, value) in plan.firstValues where isFirst(id, configuration, old) { chosen[id] = KeptValue(value, unit: units[id] ?? "") }
        let (views, declarers, kept, picture) = (store.views, declared.declarers, remembered.values, mirror.picture)
        let (prepared, stored) = await SeparateThread.run { [chosen] in
            let stored = kept.initialValues(for: configuration, after: picture, chosen)
            return (Prepared(plan, after: old, views: views, stored: stored, declarers: declarers), stored)
        }
        await dispatcher.triggers?.release(before: configuration)
        let succession = try await bringIntoForce(prepared, after: old)
        let former = succession.former
        if plan.isFromFile {
            surroundings.configure(configuration)
            await loans.lendAgain(in: succession.catalog)
        }
        remembered.add(succession, chosen)
        bindings.noteUnfit(succession.reports, succession.catalog, after: former, stored: stored)
        remembered.keepWhatIsGone(from: old, to: succession.catalog)
        remembered.adoptUnits(of: succession.catalog, besides: plan.isFromFile ? nil : old)
        if !chosen.isEmpty { store.note(chosen) }
        bindings.configure()
        let comparison = ConfigComparison(old: former.catalog, new: succession.catalog)
        let viewer = Viewers.lenient(wish, plan.settings)
        let (values, changes) = await SeparateThread.run {
            func changes(for viewer: Viewer) -> [ConfigChange] { comparison.values(former.reports, succession.reports, for: viewer) }
            return (changes(for: Viewer(symbols: plan.settings.symbols)), plan.isFromFile ? comparison.changes + changes(for: viewer) : [])
        }
        for value in values { log.notice("\(value.text)") }
        return changes
    }

    /// Whether a parameter of the next configuration begins with its declared value, because it is new and no value of it is remembered.
    private func isFirst(_ id: String, _ next: Configuration, _ old: Catalog) -> Bool {
        guard old.items[id] == nil, let spec = next.parameters.last(where: { $0.id == id }) else { return false }
        return !(remembered[id].map { Catalog.takes($0, as: spec) } ?? false)
    }

    /// Gives a configuration to the MIDI thread.
    private func bringIntoForce(_ prepared: sending Prepared, after old: Catalog) async throws -> Mirror.Succession {
        let next = prepared.catalog
        mirror.prepare(next)
        do {
            switch prepared.way {
            case .console(let console):
                try await engine.swap(
                    to: console,
                    continuity: Continuity(
                        from: old.configuration, to: next.configuration, slots: old.slots, renumberings: next.renumberings),
                    surfaceNames: next.configuration.surfaces.map(\.name), generation: next.generation)
            case .steps(let steps): try await engine.patch(steps.patches, corners: steps.corners)
            }
        } catch {
            mirror.withdraw()
            throw error
        }
        guard let succession = mirror.takeSuccession() else { preconditionFailure("a configuration came into force unannounced") }
        return succession
    }
}

/// A configuration that is about to be put in force, with what the MIDI thread gets. Making it takes a while where it is large.
private struct Prepared {
    /// How the MIDI thread gets there.
    enum Way {
        /// By another console.
        case console(Console)
        /// By steps on the one that it has.
        case steps(SlotSteps)
    }

    let catalog: Catalog
    let way: Way

    init(
        _ plan: Declared.Plan, after old: Catalog, views: [String: SurfaceView], stored: [String: KeptValue], declarers: Declarers
    ) {
        let configuration = plan.configuration
        catalog = Catalog(
            configuration, plan.settings, generation: old.generation.next,
            slots: plan.isFromFile ? nil : SlotSteps.slots(for: configuration, after: old), mappings: plan.mappings, views: views,
            stored: stored, words: old.words, declarers: declarers, after: old)
        way =
            plan.isFromFile
            ? .console(
                Console(
                    configuration, values: catalog.storedValues, mappings: catalog.mappings, table: catalog.table,
                    memories: configuration.memories(views), spare: plan.spare))
            : .steps(SlotSteps(from: old, to: catalog))
    }
}

extension Configurations {
    /// What clients ask of the configuration.
    var endpoints: [Endpoint] {
        [
            .on(Routes.reload) { [self] call, _ throws(ServiceError) in try await reload(for: call.viewer) }
        ]
    }
}
