import FaderAPI
import FaderConfig
import FaderConsole
import FaderDaemon
import FaderDisks
import FaderEngine
import FaderJSON
import FaderModel
import FaderServer
import FaderState
import FoundationEssentials
import Logging
import Testing

/// A real daemon on the virtual surface, with its state on a disk in memory and its config in a directory of its own.
final class Rig: Sendable {
    static let config = """
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
    static let state = "/var/state.json"

    let daemon: Daemon
    let surface: VirtualSurface
    /// What is on the disk, and what of it is safe.
    let memory: PowerLossFileSystem
    /// The same disk, which fails as a test wants it.
    let disk: FaultyFileSystem
    let directory: String

    private init(_ memory: PowerLossFileSystem, _ directory: String) throws {
        (self.memory, self.directory) = (memory, directory)
        let (disk, surface) = (FaultyFileSystem(memory), try VirtualSurface())
        (self.disk, self.surface) = (disk, surface)
        let paths = Paths(config: directory + "/faderd.yaml", state: Self.state, socket: directory + "/socket")
        let (result, declarations) = ConfigReader(profileDirectories: []).readAll(path: paths.config)
        guard case .success(let configuration, _) = result else { throw Unreadable(diagnostics: result.diagnostics.map(\.rendered)) }
        let (store, report) = StateStore.load(path: Self.state, files: disk, today: { Date() }, tell: { _ in })
        surface.attach(to: "virtual")
        daemon = try Daemon(
            configuration: configuration, declarations: declarations,
            port: VirtualPort(surface, surfaces: configuration.surfaces.map(\.name)), store: store, stored: report.values, paths: paths,
            isBuiltIn: false,
            surroundings: Daemon.Surroundings(
                virtualSurface: surface, pause: { _ = try? await Task.sleep(for: $0) },
                configure: { surface.attach(to: surface.surface(in: $0)?.name) }, devices: { [] }),
            hub: EventHub(), log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    struct Unreadable: Error { let diagnostics: [String] }

    /// Runs a test with a daemon, which is stopped in any case. Another one on the same memory is a restart.
    static func with(
        _ memory: PowerLossFileSystem = PowerLossFileSystem(), config: String = config, endsSilentGestures: Bool = false,
        _ test: (Rig) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.path + "/faderd-daemon-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }  // The system cleans what is left there.
        try Data(config.utf8).write(to: URL(filePath: directory + "/faderd.yaml"))
        let rig = try Rig(memory, directory)
        // Only where a test is about it: on a busy machine two seconds are soon over.
        let gestures = Task {
            guard endsSilentGestures else { return }
            await rig.daemon.endSilentGestures { (try? await Task.sleep(for: $0)) != nil }
        }
        defer { gestures.cancel() }
        do {
            try await test(rig)
            await rig.daemon.stop()
        } catch {
            await rig.daemon.stop()
            throw error
        }
    }

    /// Writes another config and has the daemon read it.
    @discardableResult
    func reload(_ config: String) async throws -> ReloadResource {
        try Data(config.utf8).write(to: URL(filePath: directory + "/faderd.yaml"))
        return try await daemon.reload()
    }

    /// Types a text into a parameter.
    @discardableResult
    func set(_ id: String, _ text: String) async throws -> ParameterResource {
        try await daemon.put(id, .text(text), for: ViewerWish(), from: Caller(SessionID(0)))
    }

    /// How a parameter stands.
    func parameter(_ id: String) throws -> ParameterResource { try daemon.parameter(id, for: ViewerWish()) }

    /// Declares a parameter, as the server does.
    @discardableResult
    func declare(_ id: String, value: Value? = nil, keep: Bool = false, in session: SessionID) async throws -> [ParameterResource] {
        let request = DeclareRequest(id: id, parameter: ["min": .number(0), "max": .number(1)], value: value, keep: keep, by: "test")
        return try await daemon.declare(request, body: try WireJSON.encode(request), for: ViewerWish(), in: session)
    }

    /// Waits until something is so.
    func until(_ what: String, _ isSo: () async throws -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(30)
        while try await !isSo() {
            guard ContinuousClock.now < end else {
                Issue.record("it never came to be that \(what)")
                return
            }
            try await Task.sleep(for: .milliseconds(2))
        }
    }
}

/// Does something that has to be refused, and returns the refusal.
func refusal<Answer>(_ act: () async throws -> Answer) async throws -> Problem? {
    do {
        _ = try await act()
        Issue.record("it was not refused")
        return nil
    } catch let error as ServiceError {
        return error.problem
    }
}
