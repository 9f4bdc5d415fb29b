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
internal import Synchronization

/// Puts configurations in force: the config file, read again, and what programs declare beside it.
@Owner
public final class Configurations: Subject {
    private let declared: Declared
    private let remembered: RememberedValues
    private let bindings: Bindings
    private let loans: Loans
    private let surroundings: Daemon.Surroundings
    private var serviceManager: ServiceManager { dispatcher.serviceManager }
    private let paths: Paths
    /// The SHA-256 of the config file that is in force; nil while no file has been read, because the configuration is built in.
    private(set) var digest: String?
    /// The text of the built-in configuration; nil if the daemon began with a file.
    let builtIn: String?
    /// Whether the daemon is shutting down, so that the service manager no longer hears that it is ready.
    var isStopping = false

    init(
        _ commands: Commands, _ declared: Declared, _ remembered: RememberedValues, _ bindings: Bindings, _ loans: Loans,
        _ surroundings: Daemon.Surroundings, _ paths: Paths, digest: String?, builtIn: String?
    ) {
        (self.declared, self.remembered, self.bindings, self.loans) = (declared, remembered, bindings, loans)
        (self.surroundings, self.paths, self.digest, self.builtIn) = (surroundings, paths, digest, builtIn)
        super.init(commands)
    }

    /// Reads the config file again and puts it in force, all or nothing: if it has an error, the old configuration stays. Numbers in the
    /// answer are written for whoever asks; those in the log as the config says.
    public func reload(for wish: ViewerRequest = ViewerRequest()) async throws(ServiceError) -> ReloadResource {
        // An unknown locale is refused before anything is done.
        _ = try mirror.catalog.settings.viewer(for: wish)
        let remains = Remains()
        let reloaded = try await load(for: wish, remains)
        await SeparateThread.run { remains.free() }
        return reloaded
    }

    private func load(for wish: ViewerRequest, _ remains: Remains) async throws(ServiceError) -> ReloadResource {
        let config = Paths.absolute(paths.config)
        // A second reload waits for the first: each reads the file after it was requested.
        await turns.reloading.enter()
        defer { turns.reloading.leave() }
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
        remains.add(former)
        // Before the new configuration is in force, which is the news that `Apps.follow` waits for.
        bindings.forgetUndeclaredApps()
        let changes: [ConfigChange]
        do {
            changes = try await apply(plan, for: wish, remains)
        } catch {
            declared.restore(former)
            throw .unavailable("\(error)")
        }
        for entry in former.givenUp {
            log.warning(
                "\(entry.id), declared by \(entry.names.joined(separator: ", ")), is in the config now: the declaration is given up")
        }
        // With many parameters there may be many lines.
        await SeparateThread.run { [log] in
            for line in changes.filter({ $0.subject != .value }).lines { log.notice("\(line)") }
            log.notice("configuration reloaded from \(config)")
        }
        self.digest = digest
        // What a program sends earlier to another port is lost.
        await bindings.osc.opened()
        return ReloadResource(config: config, diagnostics: result.diagnostics, changes: changes)
    }

    /// Returns when a version of the declarations is in force, with all changes made up to it.
    func settle(_ version: UInt64) async throws(ServiceError) {
        await turns.reloading.enter()
        defer { turns.reloading.leave() }
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
        declared.beginVersion()
        await supply([], shown: [])
    }

    /// The configuration that results from the file, the declarations and what targets supply now.
    private var plan: Declared.Plan {
        let picture = mirror.picture
        return declared.plan { spec in
            if let index = picture.catalog.index(of: spec.id) { return picture.catalog.neededOptions(index, picture.reports[index]) }
            return remembered[spec.id]?.options ?? []
        }
    }

    /// Puts a configuration in force unless it already is, and returns the differences. Call it only after `turns.reloading.enter`, so that
    /// one call runs at a time. If it throws, nothing has changed.
    @discardableResult
    private func apply(
        _ plan: Declared.Plan, for wish: ViewerRequest = ViewerRequest(), _ remains: Remains? = nil
    ) async throws -> [ConfigChange] {
        let picture = mirror.picture
        remains?.add(picture)
        var changes: [ConfigChange] = []
        if plan.isFromFile || plan.configuration != picture.catalog.configuration {
            changes = try await put(plan, after: picture, for: wish, remains)
        } else {
            // Only the declarers have changed.
            dispatcher.hub.publishReload(picture.catalog.generation.number)
        }
        declared.isApplied(plan.version)
        return changes
    }

    private func put(
        _ plan: Declared.Plan, after picture: Mirror.Picture, for wish: ViewerRequest, _ remains: Remains?
    ) async throws -> [ConfigChange] {
        try dispatcher.prepareTargets(for: plan.configuration, plan.settings)
        let (views, declarers, kept) = (store.views, declared.declarers, remembered.values)
        let prepared = await SeparateThread.run { Prepared(plan, after: picture, kept: kept, views: views, declarers: declarers) }
        let chosen = prepared.chosen
        if case .console(_, let continuity) = prepared.way { remains?.add(continuity) }
        await commands.endHolds(before: prepared.passage.next)
        await dispatcher.triggers?.release(before: plan)
        let succession = try await bringIntoForce(prepared)
        remains?.add(succession)
        if plan.isFromFile {
            surroundings.configure(plan.configuration)
            await loans.lendAgain(in: succession.catalog)
        }
        remembered.add(succession.passage, chosen)
        bindings.noteUnfit(succession.passage.unfit)
        if !chosen.isEmpty { store.note(chosen) }
        bindings.configure()
        let viewer = plan.settings.lenientViewer(for: wish)
        return await SeparateThread.run { [log] in
            let comparison = ConfigComparison(old: succession.former.catalog, new: succession.catalog)
            func changes(for viewer: Viewer) -> [ConfigChange] {
                comparison.values(succession.former.reports, succession.passage.reports, for: viewer)
            }
            for value in changes(for: plan.settings.viewer) { log.notice("\(value.text)") }
            return plan.isFromFile ? comparison.changes + changes(for: viewer) : []
        }
    }

    /// Gives a configuration to the MIDI thread.
    private func bringIntoForce(_ prepared: sending Prepared) async throws -> Mirror.Succession {
        let next = prepared.passage.next
        mirror.prepare(prepared.passage)
        do {
            switch prepared.way {
            case .console(let console, let continuity):
                try await engine.swap(
                    to: console, continuity: continuity, surfaceNames: next.configuration.surfaces.map(\.name), generation: next.generation)
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

/// What a reload leaves behind. The parts of a large configuration take a millisecond to free, so a separate thread does that, when no function of
/// the owner's loop holds them any more.
private final class Remains: Sendable {
    private let parts = Mutex<[any Sendable]>([])

    func add(_ part: any Sendable) { parts.withLock { $0.append(part) } }
    func free() { parts.withLock { $0 = [] } }
}

/// A configuration that is about to be put in force, with what the MIDI thread gets. Making it takes a while where it is large.
private struct Prepared {
    /// How the MIDI thread gets there.
    enum Way {
        /// By another console.
        case console(Console, Continuity)
        /// By steps on the one that it has.
        case steps(SlotSteps)
    }

    let passage: Passage
    /// The declared values with which parameters begin.
    let chosen: [String: KeptValue]
    let way: Way

    init(
        _ plan: Declared.Plan, after picture: Mirror.Picture, kept: KeptValues, views: [String: SurfaceView], declarers: Declarers
    ) {
        let (old, configuration) = (picture.catalog, plan.configuration)
        chosen = Self.firstValues(of: plan, after: old, kept)
        let stored = kept.initialValues(for: configuration, after: picture, chosen)
        let next = Catalog(
            configuration, plan.settings, generation: old.generation.next,
            slots: plan.isFromFile ? nil : SlotSteps.slots(for: configuration, after: old),
            mappings: configuration.mappings(plan.controls), views: views, stored: stored, words: old.words, declarers: declarers,
            after: old)
        passage = Passage(from: picture, to: next, kept: kept, stored: stored)
        way =
            plan.isFromFile
            ? .console(
                Console(
                    configuration, values: next.storedValues, areSet: next.areSet, mappings: next.mappings, table: next.table,
                    memories: configuration.memories(views), spare: plan.spare),
                Continuity(from: old.configuration, to: configuration, slots: old.slots, renumberings: next.renumberings))
            : .steps(SlotSteps(from: old, to: next))
    }

    /// The declared values of the parameters that are new and of which no value is remembered.
    private static func firstValues(of plan: Declared.Plan, after old: Catalog, _ kept: KeptValues) -> [String: KeptValue] {
        let values = plan.firstValues.filter { old.items[$0.key] == nil }
        guard !values.isEmpty else { return [:] }
        return plan.configuration.parameters.reduce(into: [:]) { first, spec in
            guard let value = values[spec.id], !(kept[spec.id].map { Catalog.takes($0, as: spec) } ?? false) else { return }
            first[spec.id] = KeptValue(value, unit: spec.keptUnit)
        }
    }
}

extension Configurations {
    /// What clients ask of the configuration.
    var endpoints: [Endpoint] {
        [
            .on(Routes.reload, isLong: true) { [self] call, _ throws(ServiceError) in try await reload(for: call.viewer) }
        ]
    }
}
