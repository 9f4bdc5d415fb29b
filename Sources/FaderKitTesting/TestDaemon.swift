internal import FaderAPI
public import FaderKit
internal import FaderMIDI
internal import FaderRig
internal import FaderServer
internal import FaderValues
internal import Logging
internal import Synchronization

/// A daemon in this process, for tests of programs that use FaderKit: a real one, with a motor fader surface and a disk in memory.
///
/// ```swift
/// try await TestDaemon.with { daemon in
///     let faders = try await daemon.faders(by: "synth")
///     let cutoff = try await faders.declare("synth.cutoff", .frequency(), default: 800)
///     try await daemon.move(fader: 1, to: 1)
///     #expect(cutoff.value == 20_000)
/// }
/// ```
///
/// Building it needs what faderd needs: `libasound2-dev` and `libyaml-dev` on Debian.
public final class TestDaemon: Sendable {
    /// Eight motor faders with touch sensors that serve what programs declare, and eight buttons.
    public static let config = """
        version: 1
        surfaces:
          virtual:
            match: "faderd virtual"
            auto: true
            controls:

        """ + (1...8).map { "      fader.\($0): {input: \"pitchbend ch \($0)\", motor: true, touch: \"note \(103 + $0) ch 1\"}\n" }.joined()
        + (1...8).map { "      select.\($0): {input: \"note \(23 + $0) ch 1\"}\n" }.joined()

    /// Its socket.
    public let socket: String
    private let directory: String
    private let running: Mutex<Running?>
    private let memory: Rig.Setup

    private struct Running {
        var rig: Rig
        var server: HTTPServer
    }

    /// Starts a daemon, which has to be stopped.
    ///
    /// - Parameter config: what would be in `faderd.yaml`. The surface that matches `faderd virtual` is there.
    public init(config: String = TestDaemon.config) async throws {
        directory = try TemporaryDirectory.make()
        socket = directory + "/run/faderd.sock"
        memory = Rig.Setup(config: config)
        running = Mutex(try await Self.start(memory, socket))
    }

    private static func start(_ setup: Rig.Setup, _ socket: String) async throws -> Running {
        let rig = try await Rig(setup)
        do {
            let server = try await HTTPServer.start(
                claim: SocketClaim(SocketPlace(path: socket)), service: rig.daemon, hub: rig.hub, logger: setup.log)
            return Running(rig: rig, server: server)
        } catch {
            await rig.stop()
            throw error
        }
    }

    /// Runs a test with a daemon, which is always stopped.
    public static func with<Result>(config: String = TestDaemon.config, _ test: (TestDaemon) async throws -> Result) async throws -> Result
    {
        let daemon = try await TestDaemon(config: config)
        do {
            let result = try await test(daemon)
            await daemon.remove()
            return result
        } catch {
            await daemon.remove()
            throw error
        }
    }

    /// Stops it; its clients lose their connection. It can be started again.
    public func stop() async {
        guard let running = running.withLock({ $0.take() }) else { return }
        await running.server.stop()
        await running.rig.stop()
    }

    /// Starts it again, with what it had saved.
    ///
    /// - Parameter config: another config; nil: that of before.
    public func start(config: String? = nil) async throws {
        var setup = memory
        if let config { setup.config = config }
        let new = try await Self.start(setup, socket)
        running.withLock { $0 = new }
    }

    /// Stops it and removes its files.
    public func remove() async {
        await stop()
        TemporaryDirectory.remove(directory)
    }

    /// A connection to it, which a test of a program uses in place of `Faders.shared`.
    public func faders(by name: String) async throws -> Faders { try await Faders(by: name, socket: socket) }

    /// Makes it read another config, as `faderctl reload` does.
    public func reload(_ config: String) async throws { try await rig().reload(config) }

    // MARK: What a hand does

    /// Moves a fader, from 1, by hand, as far as 0…1; a finger is on it meanwhile. Returns when the daemon has it.
    public func move(fader: Int, to position: Double) async throws {
        let rig = try rig()
        try rig.surface.move(try Self.index(fader), to: Position(position))
        try await rig.until("the daemon has read the surface") { rig.surface.isRead }
    }

    /// Lays a finger on a fader, from 1, or lifts it.
    public func touch(fader: Int, _ isTouched: Bool = true) throws { try rig().surface.hold(try Self.index(fader), isTouched) }

    /// Presses a button, from 1, and releases it.
    public func press(button: Int) throws {
        let surface = try rig().surface
        guard let select = surface.device.control(named: "select.\(button)") else { throw Failure.noSuchControl(button) }
        try surface.hold(select, true)
        try surface.hold(select, false)
    }

    /// Where the motor, or a hand, has put a fader, from 1: 0…1.
    public func position(ofFader fader: Int) throws -> Double { try rig().surface.device.position(of: try Self.index(fader)).fraction }

    /// Sets a parameter to a typed text.
    public func set(_ id: String, _ text: String) async throws { try await rig().set(id, text) }

    /// The value of a parameter as people read it.
    public func text(of id: String) async throws -> String { try await rig().parameter(id).text }

    /// Why it cannot do what a test asks for.
    public enum Failure: Error, Equatable {
        /// It is stopped.
        case stopped
        /// It has faders and buttons from 1 to 8.
        case noSuchControl(Int)
    }

    private func rig() throws(Failure) -> Rig {
        guard let rig = running.withLock({ $0?.rig }) else { throw .stopped }
        return rig
    }

    private static func index(_ number: Int) throws(Failure) -> Int {
        guard (1...8).contains(number) else { throw .noSuchControl(number) }
        return number - 1
    }
}
