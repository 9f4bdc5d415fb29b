public import FaderConfig
public import FaderConsole
public import FaderEngine
public import FaderLoops
public import FaderModel
public import FaderServer
public import FaderState
public import FaderThreads
public import Logging

/// The daemon: the one place where configuration, MIDI thread, state file and requests meet.
@Owner
public final class Daemon {
    let desk: Desk
    let engine: EngineHandle
    /// What requests have the MIDI thread do.
    public let commands: Commands
    public let parameters: Parameters
    public let values: Values
    public let history: UndoHistory
    public let snapshots: Snapshots
    public let exchange: Exchange
    public let surfaces: Surfaces
    public let loans: Loans
    public let profiles: Profiles
    public let virtual: VirtualHands
    let store: StateStore
    let paths: Paths
    /// The SHA-256 of the config file that is in force; nil while no file has been read, because the configuration is built in.
    var configDigest: String?
    let log: Logger
    let surroundings: Surroundings
    let started = ContinuousClock.now
    let serviceManager: ServiceManager
    /// Lets through one new configuration at a time, whatever its cause.
    let reloading = Turnstile()
    /// The parameters that programs have declared, beside those of the config file.
    let declared: Declared
    /// The programs that are playing and have a parameter, by the parameter's id.
    var playing: [String: PlayingApp] = [:]
    /// The types that these parameters have had.
    var appTypes: AppTypes
    /// The stored values, including those of parameters that are not configured now.
    let remembered: RememberedValues
    /// One undo, redo, recall or import at a time.
    let restoring = Turnstile()
    /// Lets one piece of work through at a time that must not be interrupted, such as an import. The shutdown waits for its turn, too.
    let wholes = Turnstile()
    private let feed: ReportFeed
    /// Whether the daemon is shutting down.
    var isStopping = false

    /// The parts around the daemon that differ between the real sequencer and the virtual surface.
    public struct Surroundings: Sendable {
        /// The virtual surface, if the daemon runs on it.
        public var virtualSurface: VirtualSurface?
        /// Tells the hot-plug side about a new configuration once it is in force.
        public var configure: @Sendable (Configuration) -> Void
        /// The devices found for the surfaces, in the configuration's order.
        public var devices: @Sendable () -> [Device]
        /// The connected controllers that belong to no surface. With `asks`, each is asked what it is. Every call looks anew, and may wait
        /// for the system and for the devices.
        public var strangers: @Sendable (_ asks: Bool) -> [Controller]
        /// Sets the receiver of messages from controllers without a surface, which may be called on any thread; nil for none.
        public var listen: @Sendable (_ heard: (@Sendable (ControllerMessage) -> Void)?) -> Void
        /// The revision of parameters that have not changed since the start; nil for one above all that an earlier daemon reported.
        public var firstRevision: Revision?

        /// Surroundings from their parts.
        public init(
            virtualSurface: VirtualSurface?, firstRevision: Revision? = nil,
            configure: @escaping @Sendable (Configuration) -> Void,
            devices: @escaping @Sendable () -> [Device], strangers: @escaping @Sendable (_ asks: Bool) -> [Controller] = { _ in [] },
            listen: @escaping @Sendable (_ heard: (@Sendable (ControllerMessage) -> Void)?) -> Void = { _ in }
        ) {
            self.virtualSurface = virtualSurface
            self.firstRevision = firstRevision
            self.configure = configure
            self.devices = devices
            self.strangers = strangers
            self.listen = listen
        }
    }

    /// A device that was found for a surface.
    public struct Device: Sendable, Equatable {
        /// The surface's name.
        public var surface: String
        /// The sequencer client's name, which `match` is compared with.
        public var client: String
        /// The port's name.
        public var port: String
        /// Why it is not connected, and what to do about it; nil if it is.
        public var trouble: String?
        /// Why its ports allow one direction only where its surface needs both, and what to do about it; nil if they do not.
        public var oneWay: String?
        /// Which of several devices of its model it is; nil if it is not on USB.
        public var usb: USBDevice?
        /// The name of its sound card; nil for a program.
        public var card: String?
        /// The name of the port that it is sent to, if that is another one.
        public var output: String?

        /// A device from its parts.
        public init(
            surface: String, client: String, port: String, trouble: String? = nil, oneWay: String? = nil, usb: USBDevice? = nil,
            card: String? = nil, output: String? = nil
        ) {
            self.surface = surface
            self.client = client
            self.port = port
            self.trouble = trouble
            self.oneWay = oneWay
            self.usb = usb
            self.card = card
            self.output = output
        }
    }

    /// Starts the MIDI thread on a port with a checked configuration, the reader of declarations, and the stored values.
    ///
    /// - Parameter configDigest: the SHA-256 of the file that the configuration was read from; nil: it is built in.
    public init(
        configuration: Configuration, declarations: DeclarationReader, port: sending any MIDIPort, store: StateStore,
        stored: [String: KeptValue], paths: Paths,
        configDigest: String?,
        surroundings: Surroundings, hub: EventHub, log: Logger
    ) async throws(ThreadError) {
        let declared = Declared(configuration, declarations)
        var catalog = Catalog(
            configuration, generation: .first, views: store.views, stored: stored, words: TextTable(), declarers: declared.declarers)
        catalog.revisions = Revisions(configuration, from: surroundings.firstRevision ?? Revisions.start)
        serviceManager = ServiceManager()
        let desk = Desk(
            mirror: Mirror(catalog), store: store, hub: hub, devices: surroundings.devices,
            serviceManager: serviceManager, log: log)
        try desk.prepareTargets(for: configuration)
        let console = Console(
            configuration, values: catalog.storedValues, table: catalog.table, memories: configuration.memories(store.views),
            spare: Declared.slots)
        engine = try EngineHandle.start(port: port, console: console)
        feed = try await ReportFeed(from: engine) { desk.receive($0) }
        desk.panels.begin(on: engine, desk.mirror)
        self.desk = desk
        commands = Commands(engine, desk, store, log)
        values = Values(commands, desk.mirror, engine, store, desk.edits)
        remembered = RememberedValues(stored, catalog, store, log)
        history = UndoHistory(commands, desk, engine, store, restoring)
        snapshots = Snapshots(commands, desk, engine, store, history, restoring)
        exchange = Exchange(
            commands, desk, store, remembered, Exchange.Turns(restoring: restoring, reloading: reloading, wholes: wholes))
        surfaces = Surfaces(desk, engine, store, log)
        loans = Loans(desk.mirror, engine, log)
        parameters = Parameters(desk, engine, loans)
        profiles = Profiles(desk.mirror, surroundings, paths)
        virtual = VirtualHands(surroundings.virtualSurface, desk.mirror, engine, log)
        self.declared = declared
        self.store = store
        self.paths = paths
        self.configDigest = configDigest
        self.log = log
        self.surroundings = surroundings
        appTypes = AppTypes(atStart: configuration.apps?.type)
        tellUnfit(stored, catalog)
        noteUnfit(desk.mirror.picture.reports, catalog, after: nil, stored: stored)
    }

    /// What the system denies the MIDI thread, and how to get it; nil if it denies nothing.
    var realtimeRefusal: String? {
        guard let realtime = engine.realtime else { return nil }
        var refused: [String] = []
        if realtime.priority == nil { refused.append("realtime scheduling (errno \(realtime.schedulingError); see LimitRTPRIO)") }
        if realtime.memoryError != 0 { refused.append("memory locking (errno \(realtime.memoryError); see LimitMEMLOCK)") }
        return refused.isEmpty
            ? nil : "the system refuses \(refused.joined(separator: " and ")): faders work, but may lag while the machine is busy"
    }
}
