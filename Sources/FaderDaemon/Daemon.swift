public import FaderConfig
public import FaderConsole
public import FaderEngine
public import FaderModel
public import FaderServer
public import FaderState
public import FaderThreads
public import Logging
internal import Synchronization

/// The daemon: the one place where configuration, MIDI thread, state file and requests meet. Safe to use from anywhere.
public final class Daemon: Sendable {
    let desk: Desk
    let engine: EngineHandle
    let store: StateStore
    let paths: Paths
    /// Whether it was started without a config file.
    let isBuiltIn: Bool
    /// Whether a config file was read since the start.
    let hasReadFile = Atomic<Bool>(false)
    let log: Logger
    let surroundings: Surroundings
    let started = ContinuousClock.now
    let serviceManager: ServiceManager
    /// Lets through one new configuration at a time, whatever its cause.
    let reloading = Turnstile()
    /// What programs have declared, beside the file.
    let declared: Declared
    /// The programs that play and have a parameter, by its id.
    let playing = Mutex<[String: PlayingApp]>([:])
    /// The drags of programs.
    var gestures: Gestures { desk.gestures }
    /// The fingers on the virtual faders.
    let fingers = Fingers()
    /// The controls that programs have borrowed.
    let loans = Loans()
    /// Stored values, also of parameters that are not configured now.
    let remembered: Mutex<KeptValues>
    /// The locales of clients.
    let viewers = Viewers()
    /// One undo, redo, recall or import at a time.
    let restoring = Turnstile()
    /// Only one import is read at a time: each takes many times its size in memory.
    let importing = Turnstile()
    /// Work that must not be split, and the end of the daemon: one at a time.
    let wholes = Turnstile()
    /// How many values were forgotten for want of room.
    let forgotten = Atomic<Int>(0)
    /// Numbers of changes that are made of several commands.
    private let changes = Atomic<UInt32>(0)

    /// The parts around the daemon that differ between the real sequencer and the virtual surface.
    public struct Surroundings: Sendable {
        /// The virtual surface, if the daemon runs on it.
        public var virtualSurface: VirtualSurface?
        /// Tells the hot-plug side about a new configuration, once that is in force.
        public var configure: @Sendable (Configuration) -> Void
        /// The devices found for the surfaces, in the configuration's order.
        public var devices: @Sendable () -> [Device]
        /// The controllers that are there and belong to no surface, with `asks` asked what they are. Looks each time, and may wait for the system
        /// and for the devices.
        public var strangers: @Sendable (_ asks: Bool) -> [Stranger]
        /// Sets what receives the messages of controllers without a surface, on any thread; nil: nothing from now on.
        public var listen: @Sendable (_ heard: (@Sendable (HeardMessage) -> Void)?) -> Void
        /// Lets a task sleep; shorter where the task is cancelled.
        public var pause: @Sendable (Duration) async -> Void
        /// The revision of what has not changed since the start; nil: one above all that an earlier daemon told.
        public var firstRevision: Revision?

        /// Surroundings from their parts.
        public init(
            virtualSurface: VirtualSurface?, firstRevision: Revision? = nil, pause: @escaping @Sendable (Duration) async -> Void,
            configure: @escaping @Sendable (Configuration) -> Void,
            devices: @escaping @Sendable () -> [Device], strangers: @escaping @Sendable (_ asks: Bool) -> [Stranger] = { _ in [] },
            listen: @escaping @Sendable (_ heard: (@Sendable (HeardMessage) -> Void)?) -> Void = { _ in }
        ) {
            self.virtualSurface = virtualSurface
            self.firstRevision = firstRevision
            self.configure = configure
            self.devices = devices
            self.strangers = strangers
            self.listen = listen
            self.pause = pause
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
        /// Why it is not connected in all its directions, and what to do; nil if it is.
        public var trouble: String?

        /// A device from its parts.
        public init(surface: String, client: String, port: String, trouble: String? = nil) {
            self.surface = surface
            self.client = client
            self.port = port
            self.trouble = trouble
        }
    }

    /// A controller that belongs to no surface.
    public struct Stranger: Sendable, Equatable {
        /// The sequencer client's name.
        public var client: String
        /// What its sound card is on the USB; nil for none.
        public var usb: USBIdentity?
        /// Which of the client's ports it is behind, 0-based; nil where none in particular is meant.
        public var port: Int?
        /// What it says it is; nil where it was not asked or did not answer.
        public var identity: DeviceIdentity?

        /// A controller from its parts.
        public init(client: String, usb: USBIdentity? = nil, port: Int? = nil, identity: DeviceIdentity? = nil) {
            self.client = client
            self.usb = usb
            self.port = port
            self.identity = identity
        }
    }

    /// A message from a controller that belongs to no surface.
    public struct HeardMessage: Sendable, Equatable {
        /// The sequencer client's name, which `match` is compared with.
        public var client: String
        /// Which of the client's ports, 0-based; nil if it has only one.
        public var port: Int?
        /// What it sent.
        public var content: MonitoredMessage.Content
        /// The least number of messages lost before it.
        public var missed: UInt64

        /// A message from its parts.
        public init(client: String, port: Int?, content: MonitoredMessage.Content, missed: UInt64) {
            self.client = client
            self.port = port
            self.content = content
            self.missed = missed
        }
    }

    /// Starts the MIDI thread on a port with a checked configuration, the reader of declarations, and the stored values.
    public init(
        configuration: Configuration, declarations: DeclarationReader, port: sending any MIDIPort, store: StateStore,
        stored: [String: Value], paths: Paths,
        isBuiltIn: Bool,
        surroundings: Surroundings, hub: EventHub, log: Logger
    ) throws(ThreadError) {
        let declared = Declared(configuration, declarations)
        var catalog = Catalog(
            configuration, generation: .first, views: store.views, stored: stored, words: TextTable(), declarers: declared.declarers)
        catalog.revisions = Revisions(configuration, from: surroundings.firstRevision ?? Revisions.start)
        serviceManager = ServiceManager()
        let desk = Desk(
            mirror: Mirror(catalog), store: store, hub: hub, viewers: viewers, devices: surroundings.devices,
            serviceManager: serviceManager, log: log)
        let console = Console(
            configuration, values: catalog.storedValues, table: catalog.table, memories: configuration.memories(store.views),
            spare: Declared.slots)
        engine = try EngineHandle.start(port: port, console: console) { desk.receive($0) }
        desk.panels.begin(on: engine, desk.mirror)
        self.desk = desk
        self.declared = declared
        self.store = store
        self.paths = paths
        self.isBuiltIn = isBuiltIn
        self.log = log
        self.surroundings = surroundings
        let ages = store.takeAges()
        let kept = KeptValues(stored, ages: ages) { catalog.items[$0] != nil }
        remembered = Mutex(kept)
        store.mark(kept.ages.filter { $1 != ages[$0, default: 0] })
    }

    /// The number of a change that is made of several commands: the console's own numbers are lower.
    func nextChange() -> ChangeNumber { .ofCaller(changes.wrappingAdd(1, ordering: .relaxed).newValue) }

    /// What the system refuses the MIDI thread, and how to get it; nil if it refuses nothing.
    var realtimeRefusal: String? {
        guard let realtime = engine.realtime else { return nil }
        var refused: [String] = []
        if realtime.priority == nil { refused.append("realtime scheduling (errno \(realtime.schedulingError); see LimitRTPRIO)") }
        if realtime.memoryError != 0 { refused.append("memory locking (errno \(realtime.memoryError); see LimitMEMLOCK)") }
        return refused.isEmpty
            ? nil : "the system refuses \(refused.joined(separator: " and ")): faders work, but may lag while the machine is busy"
    }
}
