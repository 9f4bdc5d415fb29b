public import FaderAPI
internal import FaderConfig
internal import FaderConsole
internal import FaderMIDI
public import FaderServer
internal import FaderStore
public import FaderSystem
internal import FaderTargets
internal import FaderValues
internal import Logging

/// Puts configurations in force: the config file when it is read again, and the declarations of programs.
@Owner
public final class Configurations: Subject {
    private let declared: Declared
    private let remembered: RememberedValues
    private let bindings: Bindings
    private let loans: Loans
    private let surroundings: Surroundings
    private let triggers: Triggers
    private let serviceManager: ServiceManager
    private let paths: Paths
    /// The SHA-256 of the config file in force; nil while the configuration is built in.
    private(set) var digest: String?
    /// The text of the built-in configuration; nil if the daemon began with a file.
    let builtIn: String?
    private var pace = SwapPace()
    /// The daemon is shutting down. The service manager is no longer told that it is ready.
    var isStopping = false

    init(
        _ commands: Commands, _ declared: Declared, _ remembered: RememberedValues, _ bindings: Bindings, _ loans: Loans,
        _ triggers: Triggers, _ serviceManager: ServiceManager, _ surroundings: Surroundings, _ paths: Paths, digest: String?,
        builtIn: String?
    ) {
        (self.declared, self.remembered, self.bindings, self.loans) = (declared, remembered, bindings, loans)
        (self.triggers, self.serviceManager) = (triggers, serviceManager)
        (self.surroundings, self.paths, self.digest, self.builtIn) = (surroundings, paths, digest, builtIn)
        super.init(commands)
    }

    /// Puts the config file in force, all or nothing: if it has an error, the old configuration stays. Numbers in the answer are written
    /// for the client, those in the log as the config says.
    public func reload(for wish: ViewerRequest = ViewerRequest()) async throws(ServiceError) -> ReloadResource {
        // An unknown locale is refused before anything is done.
        _ = try mirror.catalog.settings.viewer(for: wish)
        let config = Paths.absolute(paths.config)
        // A second reload waits for the first: each reads the file after it was requested.
        await mutexes.reloading.lock()
        defer { mutexes.reloading.unlock() }
        serviceManager.reloading()
        defer { if !isStopping { serviceManager.ready(status: mirror.picture.summary) } }
        let reader = ConfigReader(
            kinds: TargetKinds.all, profileDirectories: paths.profileDirectories, targetDoubts: paths.targetDoubts,
            networkDoubt: paths.networkDoubt)
        let (result, declarations, digest) = await reader.readAllAside(path: config)
        for diagnostic in result.diagnostics {
            log.log(diagnostic)
        }
        guard case .success(let contents, _) = result else {
            log.error("not reloaded: \(config) has errors; the previous configuration stays in force")
            throw .invalidConfig(config, result.diagnostics)
        }
        let former = declared.replaceFile(with: contents, declarations)
        // This comes before the new configuration is in force, because then `Apps.follow` runs.
        bindings.forgetUndeclaredApps()
        let changes: [ConfigChange]
        do {
            changes = try await apply(because: .request, for: wish)
        } catch {
            declared.restore(former)
            throw .unavailable("\(error)")
        }
        for entry in former.givenUp {
            log.warning(
                "\(entry.id), declared by \(entry.names.joined(separator: ", ")), is in the config now: the declaration is given up")
        }
        log.notice("configuration reloaded from \(config)")
        self.digest = digest
        // Before OSC in is open on a new port, what programs send there is lost.
        await bindings.osc.opened()
        return ReloadResource(config: config, diagnostics: result.diagnostics, changes: changes)
    }

    /// Begins to lead or to follow, as was noted.
    func changeRole() async throws(ServiceError) {
        await mutexes.reloading.lock()
        defer { mutexes.reloading.unlock() }
        do { try await apply(because: .request) } catch { throw .unavailable("\(error)") }
    }

    /// Returns when the version is in force, with all changes made up to it.
    func settle(_ version: UInt64, because reason: SwapPace.Reason = .declaration) async throws(ServiceError) {
        while true {
            await mutexes.reloading.lock()
            let wait = reason == .peer ? await waitOfPeer(version) : .zero
            guard wait > .zero else { break }
            // It waits outside the turn, so that a peer does not delay requests. The plan may change meanwhile.
            mutexes.reloading.unlock()
            await Owner.sleep(for: wait)
        }
        defer { mutexes.reloading.unlock() }
        guard !declared.isInForce(version) else { return }
        do {
            try await apply(because: reason)
        } catch {
            throw .unavailable("\(error)")
        }
    }

    /// How long a change of a peer has to wait; zero if the changes are in force. Further changes until then come into force with them.
    private func waitOfPeer(_ version: UInt64) async -> Duration {
        guard !declared.isInForce(version), !Task.isCancelled else { return .zero }
        return pace.waitOfPeer(swaps: await relabeling(of: plan) == nil, at: .now)
    }

    /// Puts in force what targets have listed, and what they show. It tries again until it succeeds, because an error passes soon: the MIDI thread has
    /// too many requests, or the daemon is stopping.
    func supply(_ options: [Targets.Supply] = [], _ looks: [LookSupply] = [], shown: [(id: String, name: String)] = []) async {
        let version = declared.note(options, looks, shown: shown)
        if !looks.isEmpty { store.note(looks: declared.looks) }
        while !Task.isCancelled {
            do throws(ServiceError) { return try await settle(version, because: .peer) } catch {
                log.debug("the options and names of targets are not in force yet: \(error.problem.detail)")
                await Owner.sleep(for: .milliseconds(10))
            }
        }
    }

    func removeStaleOptions() async {
        guard mirror.hasStaleOptions else { return }
        declared.beginVersion()
        await supply()
    }

    private var plan: Declared.Plan {
        let picture = mirror.picture
        return declared.plan { spec in
            if let index = picture.catalog.index(of: spec.id) { return picture.catalog.neededOptions(index, picture.reports[index]) }
            return remembered[spec.id]?.options ?? []
        }
    }

    /// Puts the present plan in force, unless it already is, and returns the differences. Call it only after `mutexes.reloading.lock`. If
    /// it throws, nothing has changed.
    @discardableResult
    private func apply(because reason: SwapPace.Reason, for wish: ViewerRequest = ViewerRequest()) async throws -> [ConfigChange] {
        while true {
            let plan = plan
            let changes: [ConfigChange]
            if let relabeling = await relabeling(of: plan) {
                changes = try await relabel(relabeling, plan, because: reason)
            } else {
                let wait = pace.wait(for: reason, at: .now)
                guard wait <= .zero || Task.isCancelled else {
                    // What is asked for until then comes into force together.
                    await Owner.sleep(for: wait)
                    continue
                }
                changes = try await put(plan, after: mirror.picture, because: reason, for: wish)
            }
            declared.isApplied(plan.version)
            return changes
        }
    }

    /// What a plan relabels if it changes nothing else; nil if it needs another console.
    private func relabeling(of plan: Declared.Plan) async -> Relabeling? {
        let catalog = mirror.catalog
        return await SeparateThread.run { Relabeling(plan, after: catalog) }
    }

    /// Displays, lamps, targets and brokers get the new labels, colors and names; the console stays.
    private func relabel(_ relabeling: Relabeling, _ plan: Declared.Plan, because reason: SwapPace.Reason) async throws -> [ConfigChange] {
        let former = mirror.catalog
        if relabeling.areLampsOthers {
            guard try await engine.relight(relabeling.table, relabeling.mappings, generation: former.generation) else {
                preconditionFailure("another configuration came into force beside this one")
            }
        }
        pace.relabels(because: reason, at: .now)
        if plan.isFromFile { surroundings.configure(plan.configuration) }
        // If nothing differs, only the declarers have changed.
        if relabeling.areOthers || plan.isFromFile {
            mirror.relabel(relabeling)
            followers.tell(.relabeled)
            bindings.configure()
        }
        hub.publishReload(former.generation.number)
        guard plan.isFromFile else { return [] }
        let changes = await SeparateThread.run { [next = mirror.catalog] in ConfigComparison(old: former, new: next).changes }
        for line in changes.lines { log.notice("\(line)") }
        return changes
    }

    /// One separate thread makes the console, another frees the former one and lists the differences.
    private func put(
        _ plan: Declared.Plan, after picture: Mirror.Picture, because reason: SwapPace.Reason, for wish: ViewerRequest
    ) async throws -> [ConfigChange] {
        try targets.prepare(for: plan.configuration, plan.settings)
        let (views, declarers, kept) = (store.views, declared.declarers, remembered.values)
        let relations = plan.changesRole ? store.relations : [:]
        let prepared = await SeparateThread.run {
            Prepared(plan, after: picture, kept: kept, views: views, declarers: declarers, relations: relations)
        }
        let chosen = prepared.chosen
        await commands.endHolds(before: prepared.next)
        await triggers.release(before: plan)
        pace.swaps(because: reason, at: .now)
        let completed = try await bringIntoForce(prepared, kept)
        let next = completed.transition.next
        log.debug("configuration \(next.generation.number) is in force")
        if plan.isFromFile || plan.changesRole { surroundings.configure(plan.configuration) }
        await loans.lendAgain(in: next)
        remembered.add(completed.transition, chosen)
        bindings.noteUnfit(completed.transition.unfit)
        if !chosen.isEmpty { store.note(chosen) }
        bindings.configure()
        let viewer = plan.settings.lenientViewer(for: wish)
        return await SeparateThread.run { [log, engine] in
            engine.freeRetired()
            let comparison = ConfigComparison(old: completed.former.catalog, new: next)
            func changes(for viewer: Viewer) -> [ConfigChange] {
                comparison.values(completed.former.reports, completed.transition.reports, for: viewer)
            }
            for value in changes(for: plan.settings.viewer) { log.notice("\(value.text)") }
            guard plan.isFromFile else { return [] }
            let changed = comparison.changes
            for line in changed.lines { log.notice("\(line)") }
            return changed + changes(for: viewer)
        }
    }

    private func bringIntoForce(_ prepared: sending Prepared, _ kept: KeptValues) async throws -> Mirror.CompletedTransition {
        let (next, continuity) = (prepared.next, prepared.continuity)
        mirror.prepare(next, kept: kept, stored: prepared.stored)
        do {
            try await engine.swap(
                to: prepared.console, continuity: continuity, surfaceNames: next.configuration.surfaces.map(\.name),
                generation: next.generation)
        } catch {
            mirror.withdraw()
            throw error
        }
        guard let completed = mirror.takeCompletedTransition() else { preconditionFailure("a configuration came into force unannounced") }
        return completed
    }
}

/// A configuration that is ready to come into force. Making it is slow if it is large.
private struct Prepared {
    let next: Catalog
    /// What new parameters begin with, by the id.
    let stored: [String: KeptValue]
    /// Declared values with which parameters begin.
    let chosen: [String: KeptValue]
    let console: Console
    let continuity: Continuity

    init(
        _ plan: Declared.Plan, after picture: Mirror.Picture, kept: KeptValues, views: [String: SurfaceView], declarers: Declarers,
        relations: [String: KeptRelation]
    ) {
        let (old, configuration) = (picture.catalog, plan.configuration)
        chosen = Self.firstValues(of: plan, after: old, kept)
        stored = kept.initialValues(for: configuration, after: picture, chosen)
        next = Catalog(
            configuration, plan.settings, generation: old.generation.next, mappings: configuration.mappings(plan.controls), views: views,
            stored: stored, words: old.words, declarers: declarers, programs: plan.programs, after: old)
        console = Console(
            configuration, values: next.storedValues, areSet: next.areSet, mappings: next.mappings, table: next.table,
            memories: configuration.memories(views))
        // A follower has no groups, so the console before says nothing about them.
        console.restore(next.relations(relations))
        continuity = Continuity(from: old.configuration, to: configuration, renumberings: next.renumberings)
    }

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
    var endpoints: [Endpoint] {
        [
            .on(Routes.reload) { [self] call, _ throws(ServiceError) in try await reload(for: call.viewer) }
        ]
    }
}
