package import FaderAPI
internal import FaderConfig
package import FaderConsole
package import FaderDaemon
package import FaderDisks
internal import FaderJSON
package import FaderMIDI
package import FaderServer
internal import FaderStore
internal import FaderSystem
internal import FaderTargets
package import FaderValues
internal import FoundationEssentials
package import Logging
internal import Synchronization

/// A real daemon with the virtual surface, its state on a disk in memory and its config in its own directory.
package final class Rig: Sendable {
    package static let config = """
        version: 1
        parameters:
          master: {label: Master, min: -70, max: 6, unit: dB, default: -12, decimals: 1}
          pan: {min: -100, max: 100, decimals: 0}
          side: {kind: choice, options: [left, right]}
          name: {kind: text, default: desk}
          price: {kind: range, min: 0, max: 1000, gap: 10, decimals: 0}
        surfaces:
          virtual:
            match: "faderd virtual"
            auto: true
            controls:
              fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}
              fader.2: {input: "pitchbend ch 2", motor: true, touch: "note 105 ch 1"}
              fader.3: {input: "pitchbend ch 3", motor: true, touch: "note 106 ch 1"}
            map: {fader.1: master, fader.2: pan}

        """
    private static let state = "/var/state.json"

    /// How a daemon is set up.
    package struct Setup: Sendable {
        /// The disk. Starting another daemon on the same memory is a restart.
        package var memory = PowerLossFileSystem()
        /// The text of the config.
        package var config: String
        /// More files, by their path relative to the config.
        package var files: [String: String] = [:]
        /// Whether requests may use the virtual surface; the tests use it in any case.
        package var hasVirtualSurface = true
        /// The clients of controllers that belong to no surface.
        package var strangers: [String] = []
        /// Controllers that answer when they are asked for their identity.
        package var answers: [Controller] = []
        package var log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

        package init(config: String = Rig.config) { self.config = config }
    }

    package let daemon: Daemon
    package let surface: VirtualSurface
    /// Where the daemon reports events.
    package let hub = EventHub()
    /// The disk in memory, which knows what is durable.
    package let memory: PowerLossFileSystem
    /// The same disk, which a test can make fail.
    package let disk: FaultyFileSystem
    /// The directory of the config, and of a socket if a test makes one.
    package let directory: String
    private let listener = Listener()

    /// Holds the daemon's callback for messages of controllers without a surface.
    private final class Listener: Sendable {
        struct Ear { var heard: (@Sendable (ControllerMessage) -> Void)? }

        let ear = Mutex(Ear())
    }

    /// Starts a daemon, which must be stopped.
    package init(_ setup: Setup = Setup()) async throws {
        directory = try TemporaryDirectory.make()
        memory = setup.memory
        let (disk, surface, listener) = (FaultyFileSystem(setup.memory), try VirtualSurface(), listener)
        (self.disk, self.surface) = (disk, surface)
        let paths = Paths(config: directory + "/faderd.yaml", state: Self.state, socket: directory + "/run/faderd.sock")
        for (name, text) in setup.files { try Self.write(text, directory + "/" + name) }
        try Self.write(setup.config, paths.config)
        let (result, declarations, digest) = ConfigReader(kinds: TargetKinds.all, profileDirectories: []).readAll(path: paths.config)
        guard case .success(let contents, _) = result else { throw Unreadable(diagnostics: result.diagnostics.map(\.text)) }
        let (store, report) = StateStore.load(path: Self.state, files: disk, today: { WallTime.now }, tell: { _ in })
        surface.attach(to: surface.surface(in: contents.console))
        daemon = try await Daemon(
            contents: contents, declarations: declarations,
            port: VirtualPort(surface, surfaces: contents.console.surfaces.map(\.name)), store: store, stored: report.values, paths: paths,
            configDigest: digest,
            surroundings: Surroundings(
                virtualSurface: setup.hasVirtualSurface ? surface : nil, firstRevision: .zero,
                configure: { surface.attach(to: surface.surface(in: $0)) },
                devices: {
                    guard let name = surface.attachedSurface else { return [] }
                    return [FoundDevice(surface: name, client: VirtualSurface.clientName, port: VirtualSurface.clientName)]
                },
                strangers: { asks in setup.strangers.map { Controller(client: $0) } + (asks ? setup.answers : []) },
                listen: { heard, ready in
                    listener.ear.withLock { $0.heard = heard }
                    ready()
                }),
            hub: hub, log: setup.log)
    }

    /// A config that cannot be read.
    package struct Unreadable: Error {
        package let diagnostics: [String]
        package init(diagnostics: [String]) { self.diagnostics = diagnostics }
    }

    /// Stops the daemon and removes its files.
    package func stop() async {
        await daemon.stop()
        TemporaryDirectory.remove(directory)
    }

    /// Runs a test with a daemon, which is always stopped. Another daemon on the same memory is a restart.
    package static func with(
        _ memory: PowerLossFileSystem = PowerLossFileSystem(), config: String = config, files: [String: String] = [:],
        endsSilentGestures: Bool = false, _ test: (Rig) async throws -> Void
    ) async throws {
        var setup = Setup(config: config)
        (setup.memory, setup.files) = (memory, files)
        let rig = try await Rig(setup)
        // Only if the test is about this: on a busy machine two seconds pass quickly.
        let gestures = Task {
            guard endsSilentGestures else { return }
            await rig.daemon.commands.endSilentGestures()
        }
        defer { gestures.cancel() }
        do {
            try await test(rig)
            await rig.stop()
        } catch {
            await rig.stop()
            throw error
        }
    }

    private static func write(_ text: String, _ path: String) throws {
        let file = URL(filePath: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Writes another config, which the daemon does not read yet.
    package func write(config: String) throws { try Self.write(config, directory + "/faderd.yaml") }

    /// Writes another config and has the daemon read it.
    @discardableResult
    package func reload(_ config: String) async throws -> ReloadResource {
        try write(config: config)
        return try await daemon.configurations.reload()
    }

    /// Sets a parameter to a typed text.
    @discardableResult
    package func set(_ id: String, _ text: String) async throws -> ParameterResource {
        try await daemon.values.put(id, .text(text), for: ViewerRequest(), from: Caller(SessionID(0)))
    }

    /// The values that a restart after a crash would find.
    package var saved: [String: Value] {
        StateStore.load(path: Self.state, files: PowerLossFileSystem(memory.present), today: { WallTime.now }, tell: { _ in }).report.values
            .mapValues(\.value)
    }

    /// A parameter's current state.
    package func parameter(_ id: String) async throws -> ParameterResource {
        try await daemon.parameters.state(of: id, for: ViewerRequest())
    }

    /// The current states of several parameters, at one moment.
    package func parameters(_ ids: [String]) async throws -> [ParameterResource] {
        try await Task { @Owner in try ids.map { try daemon.parameters.state(of: $0, for: ViewerRequest()) } }.value
    }

    /// Declares a parameter, as the server does.
    @discardableResult
    package func declare(
        _ id: String, label: String? = nil, value: Value? = nil, keep: Bool = false, in session: SessionID
    ) async throws -> [ParameterResource] {
        var keys: [String: JSONValue] = ["min": .number(0), "max": .number(1)]
        keys["label"] = label.map { .text($0) }
        let request = DeclareRequest(id: id, parameter: keys, value: value, keep: keep, by: "test")
        return try await daemon.declarations.declare(request, body: try WireJSON.encode(request), for: ViewerRequest(), in: session)
    }

    /// Whether the daemon listens to controllers that belong to no surface.
    package var isListening: Bool { listener.ear.withLock { $0.heard != nil } }

    /// Sends a message from a controller that belongs to no surface; ignored unless the daemon listens.
    package func hear(_ message: ControllerMessage) { listener.ear.withLock { $0.heard }?(message) }

    /// Waits until a condition is true.
    package func until(_ what: String, _ isSo: () async throws -> Bool) async throws {
        // About 30 s, and longer on a busy machine.
        for _ in 0..<15_000 {
            if try await isSo() { return }
            try await Task.sleep(for: .milliseconds(2))
        }
        throw NeverCame(what: what)
    }

    /// A condition never became true.
    package struct NeverCame: Error { package let what: String }
}
