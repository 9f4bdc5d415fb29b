import FaderConfig
import FaderConsole
import FaderDaemon
import FaderMIDI
import FaderServer
import FaderStore
import FaderSystem
import Glibc
import Logging
import Synchronization

/// The ALSA sequencer or the virtual surface, with what the daemon needs.
@Owner
struct Stage {
    let contents: ConfigContents
    let declarations: DeclarationReader
    let paths: Paths
    let store: StateStore
    let stored: [String: KeptValue]
    /// The SHA-256 of the config file; nil if the configuration is built in.
    let configDigest: String?
    /// The text of the built-in configuration; nil if a file was read.
    let builtIn: String?
    /// Which machine leads, as it was last kept.
    let lead: LeadFile
    let log: Logger
    /// The daemon sends events, the server receives them.
    let hub = EventHub()

    private var isFollowing: Bool { lead.follows(hasLeader: contents.settings.follow != nil) }
    /// The surfaces at the start. A follower has none then.
    private var surfaces: [SurfaceSpec] { isFollowing ? [] : contents.console.surfaces }
    private var names: [String] { surfaces.map(\.name) }

    func playVirtual(_ model: VirtualSurface.Model) async throws -> Daemon {
        let surface = try VirtualSurface(model)
        let attached = isFollowing ? nil : surface.surface(in: contents.console)
        surface.attach(to: attached)
        if isFollowing {
            // Whether the config has it is said when it leads.
        } else if let attached, model == .mackie, !VirtualSurface.isUnderstood(by: attached) {
            log.warning(
                "no surface of the config speaks Mackie Control, so the virtual surface shows no text; give \(attached.name) the profile mackie-control"
            )
        } else if attached == nil, case .profile(let name) = model {
            log.warning(
                "no surface of the config has the profile \(name), so the virtual surface drives nothing; \"faderctl surfaces add \(name)\" adds one"
            )
        } else if attached == nil {
            log.warning(
                "no surface of the config matches \"\(VirtualSurface.clientName)\", so nothing hears the virtual surface; add one with that match"
            )
        }
        let surroundings = Surroundings(
            virtualSurface: surface, configure: { surface.attach(to: surface.surface(in: $0)) },
            devices: {
                guard let name = surface.attachedSurface else { return [] }
                return [FoundDevice(surface: name, client: VirtualSurface.clientName, port: VirtualSurface.clientName)]
            })
        return try await daemon(on: VirtualPort(surface, surfaces: names), surroundings)
    }

    /// A daemon on the real sequencer, with the watcher that connects the surfaces' devices.
    func playSequencer() async throws -> (Daemon, SurfaceWatcher) {
        let port = try openSequencer()
        let client = port.client
        let devices = Devices()
        let watcher = WatcherSlot()
        let listener = ListenerSlot()
        let surroundings = Surroundings(
            virtualSurface: nil, configure: { watcher.update($0.surfaces) }, devices: { devices.all },
            strangers: { [log] in Self.strangers(besides: client, asks: $0, log) },
            listen: { [log] in listener.listen($0, besides: client, log, ready: $1) })
        let daemon = try await daemon(on: port, surroundings)
        // After the daemon, so that the MIDI thread is already running when connections are made.
        do throws(SequencerError) {
            let started = try SurfaceWatcher(
                surfaces: surfaces, remembered: store.devices, client: client,
                report: { [weak daemon, log] found in
                    for sentence in devices.newlyOneWay(found) { log.warning("\(sentence)") }
                    if devices.replace(found.compactMap { Self.device($0) }) { Owner.submit { daemon?.surfaces.devicesChanged() } }
                },
                trouble: { [log] in log.warning("\($0.description)") })
            watcher.hold(started)
            return (daemon, started)
        } catch {
            throw Launch.Refusal(sentence: error.description, code: EX_UNAVAILABLE)
        }
    }

    private func daemon(on port: sending any MIDIPort, _ surroundings: Surroundings) async throws -> Daemon {
        try await Daemon(
            contents: contents, declarations: declarations, port: port, store: store, stored: stored, paths: paths,
            configDigest: configDigest, lead: lead, builtIn: builtIn, surroundings: surroundings, hub: hub, log: log)
    }

    private func openSequencer() throws -> sending SequencerPort {
        do throws(SequencerError) {
            return try SequencerPort.open(surfaces: names)
        } catch {
            throw Launch.Refusal(sentence: error.description, code: EX_UNAVAILABLE)
        }
    }

    private nonisolated static func strangers(besides client: Int32, asks: Bool, _ log: Logger) -> [Controller] {
        do throws(SequencerError) {
            return try ControllerListener.controllers(besides: client, asks: asks) { log.warning("\($0)") }
        } catch {
            log.warning("cannot look for controllers without a surface: \(error)")
            return []
        }
    }

    private nonisolated static func device(_ found: SurfaceDevice) -> FoundDevice? {
        let trouble: String? =
            switch found.state {
            case .waiting, .connecting, .connected: nil
            case .disconnected: "cut by hand; \"faderctl reload\" connects it again"
            case .dropped: "its own program cut the connection; connected again within a minute"
            case .refused(let error): error.description
            }
        return found.device.map {
            FoundDevice(
                surface: found.surface, client: $0.client, port: $0.port, trouble: trouble, oneWay: $0.oneWay, usb: $0.usb, card: $0.card,
                output: $0.output)
        }
    }
}

/// Set on the watcher's thread, read on any thread.
private final class Devices: Sendable {
    private let found = Mutex<[FoundDevice]>([])
    /// Why a device is connected in one direction only, by surface.
    private let oneWay = Mutex<[String: String]>([:])

    var all: [FoundDevice] { found.withLock { $0 } }

    /// What to log about devices that are connected in one direction only, and were not before.
    func newlyOneWay(_ found: [SurfaceDevice]) -> [String] {
        let now = found.compactMap { found in found.device?.oneWay.map { (found.surface, $0) } }
        return oneWay.withLock { told in
            defer { told = Dictionary(now) { first, _ in first } }
            return now.filter { told[$0] != $1 }.map { "surface \($0) is connected one way only: \($1)" }
        }
    }

    /// Replaces the devices. Returns whether they have changed.
    func replace(_ new: [FoundDevice]) -> Bool {
        found.withLock { found in
            defer { found = new }
            return found != new
        }
    }
}

/// Lets the daemon reach the watcher, which is created after it.
private final class WatcherSlot: Sendable {
    private let watcher = Mutex<SurfaceWatcher?>(nil)

    func hold(_ new: SurfaceWatcher) { watcher.withLock { $0 = new } }

    func update(_ surfaces: [SurfaceSpec]) { watcher.withLock { $0 }?.update(surfaces: surfaces) }
}

/// Hears controllers that belong to no surface, while somebody wants to.
private final class ListenerSlot: Sendable {
    private let listener = Mutex<ControllerListener?>(nil)

    /// A nil `heard` stops listening. `ready` is called once it listens or has failed to.
    func listen(
        _ heard: (@Sendable (ControllerMessage) -> Void)?, besides client: Int32, _ log: Logger, ready: @escaping @Sendable () -> Void
    ) {
        let isBeginning = listener.withLock { listener in
            guard let heard, listener == nil else {
                if heard == nil { listener = nil }
                return false
            }
            do throws(SequencerError) {
                listener = try ControllerListener(client: client, heard: heard, ready: ready) { log.warning("\($0)") }
                return true
            } catch {
                log.warning("cannot listen to controllers without a surface: \(error)")
                return false
            }
        }
        if !isBeginning { ready() }
    }
}
