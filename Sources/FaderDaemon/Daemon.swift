public import FaderConfig
public import FaderConsole
internal import FaderMIDI
public import FaderServer
public import FaderStore
public import FaderSystem
internal import FaderTargets
internal import FaderValues
public import Logging

/// The daemon: it makes the subjects of requests, connects them to the MIDI thread, the state file and the system, and answers the server.
@Owner
public final class Daemon {
    let dispatcher: ReportDispatcher
    private let keeper: StateKeeper
    let events: EventPublisher
    let engine: EngineHandle
    public let commands: Commands
    public let parameters: Parameters
    public let values: Values
    public let history: UndoHistory
    public let snapshots: SnapshotRequests
    let mqtt: MQTTAccess
    public let triggers: Triggers
    public let exchange: Exchange
    public let declarations: DeclarationRequests
    /// The configuration in force, and the next one.
    public let configurations: Configurations
    public let bindings: Bindings
    let focus: Focus
    let apps: Apps
    /// Removes options that are no longer needed, and declares the programs that play; nil while there is nothing to do.
    var tidying: Task<Void, Never>?
    /// Something has changed since that task began.
    var isUntidy = false
    public let surfaces: Surfaces
    public let loans: Loans
    /// Profiles, and controllers without one.
    public let profiles: Profiles
    let following: Following
    public let virtual: VirtualHands
    /// The stored values, also those of parameters that are not configured now.
    let remembered: RememberedValues
    let store: StateStore
    let paths: Paths
    let log: Logger
    let surroundings: Surroundings
    let started = ContinuousClock.now
    let serviceManager = ServiceManager()
    var isReady = false
    var mutexes: SharedMutexes { commands.mutexes }
    private let feed: ReportFeed

    /// Makes all parts, and starts the MIDI thread on `port`. `configDigest` is the SHA-256 of the config file, nil if the contents are
    /// built in, whose text is `builtIn` then. `lead` is whether the daemon leads or follows, as it was last kept.
    public init(
        contents: ConfigContents, declarations: DeclarationReader, port: sending any MIDIPort, store: StateStore,
        stored: [String: KeptValue], paths: Paths, configDigest: String?, lead: LeadFile = LeadFile(), builtIn: String? = nil,
        surroundings: Surroundings, hub: EventHub,
        log: Logger
    ) async throws(ThreadError) {
        let declared = Declared(contents, declarations, leads: lead.leads, looks: store.looks)
        // A follower uses the parameters alone.
        let contents = declared.contents
        let configuration = declared.supplied(contents) { stored[$0.id]?.options ?? [] }
        let catalog = Catalog(
            configuration, contents.settings, generation: .first, views: store.views,
            revision: surroundings.firstRevision ?? Revisions.start, stored: stored, words: TextTable(), declarers: declared.declarers)
        let (mirror, followers) = (Mirror(catalog), Followers())
        let authors = Authors(ChangeNumbers())
        let adoptions = Adoptions(authors.numbers)
        let targets = Targets(
            log, catalog.words, instance: Paths.absolute(paths.state), adoptions: adoptions, store: store, followers)
        try targets.prepare(for: configuration, contents.settings)
        keeper = StateKeeper(mirror, store, targets, adoptions, authors, followers)
        let edits = Edits(mirror, followers)
        let panels = Panels(mirror, isIdle: { [targets] in targets.isIdle($0) }, followers)
        events = EventPublisher(mirror, store, hub, devices: surroundings.devices, followers)
        let gestures = Gestures(mirror, followers)
        let console = Console(
            configuration, values: catalog.storedValues, areSet: catalog.areSet, table: catalog.table,
            memories: configuration.memories(store.views))
        console.restore(catalog.relations(store.relations))
        engine = try EngineHandle.start(port: port, console: console)
        (self.store, self.paths, self.log, self.surroundings) = (store, paths, log, surroundings)
        commands = Commands(engine, mirror, store, hub, targets, adoptions, authors, gestures, followers, log)
        loans = Loans(commands)
        values = Values(commands, declared, edits)
        remembered = RememberedValues(stored, catalog, store, log)
        history = UndoHistory(commands)
        snapshots = SnapshotRequests(commands, history)
        triggers = Triggers(commands, values, history, snapshots)
        parameters = Parameters(commands, loans, declared, triggers)
        mqtt = MQTTAccess(commands, values, snapshots, triggers)
        exchange = Exchange(commands, remembered)
        surfaces = Surfaces(commands, panels, devices: surroundings.devices)
        profiles = Profiles(commands, surroundings, paths)
        virtual = VirtualHands(commands, surroundings.virtualSurface)
        let osc = OSCAccess(commands, values, snapshots, triggers)
        bindings = Bindings(commands, declared, remembered, osc, mqtt)
        focus = Focus(commands)
        configurations = Configurations(
            commands, declared, remembered, bindings, loans, triggers, serviceManager, surroundings, paths, digest: configDigest,
            builtIn: builtIn)
        following = Following(commands, declared, configurations, bindings, remembered, lead)
        self.declarations = DeclarationRequests(commands, declared, configurations)
        apps = Apps(commands, bindings, declared, self.declarations, configurations, remembered)
        let dispatcher = ReportDispatcher(mirror, followers, log)
        self.dispatcher = dispatcher
        feed = try await ReportFeed(from: engine) { dispatcher.receive($0) }
        panels.begin(on: engine)
        followers.add { [weak self] in self?.follow($0) }
        logUnfit(stored, catalog)
        bindings.noteUnfit(mirror.picture.reports, catalog, stored: stored)
    }

    private func follow(_ event: Followers.Event) {
        guard case .surface(let news) = event, news.isThere != news.wasThere, isReady else { return }
        serviceManager.status(commands.mirror.picture.summary)
    }
}
