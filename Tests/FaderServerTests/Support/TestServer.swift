import Dispatch
import FaderAPI
import FaderDaemon
import FaderDisks
import FaderMIDI
import FaderRig
import FaderSystem
import FaderTesting
import FaderValues
import Glibc
import Logging

@testable import FaderServer

/// A real server with a real daemon, in its own directory.
struct TestServer: Sendable {
    let rig: Rig
    let server: HTTPServer
    let token: AccessToken
    var daemon: Daemon { rig.daemon }
    var hub: EventHub { rig.hub }
    var directory: String { rig.directory }
    var path: String { directory + "/run/faderd.sock" }
    var port: Int { server.port ?? 0 }

    /// Starts both. `hub` is where the server gets its events; if nil, it is the daemon's own hub.
    static func start(
        limits: ServerLimits = ServerLimits(), setup: Rig.Setup = .server(), hub: EventHub? = nil
    ) async throws -> TestServer {
        let rig = try await Rig(setup)
        do {
            let claim = try SocketClaim(SocketPlace(path: rig.directory + "/run/faderd.sock"))
            let token = try AccessToken(path: rig.directory + "/token")
            let server = try await HTTPServer.start(
                claim: claim, listen: GuardedAddress(try AddressClaim(ListenAddress("127.0.0.1:0")), token: token), limits: limits,
                service: rig.daemon, hub: hub ?? rig.hub, logger: Logger(label: "test"))
            return TestServer(rig: rig, server: server, token: token)
        } catch {
            await rig.stop()
            throw error
        }
    }

    /// Runs a test with a server, which is always stopped.
    static func with<Answer>(
        limits: ServerLimits = ServerLimits(), setup: Rig.Setup = .server(), hub: EventHub? = nil,
        _ body: (TestServer) async throws -> Answer
    ) async throws -> Answer {
        let server = try await start(limits: limits, setup: setup, hub: hub)
        do {
            let answer = try await body(server)
            await server.stop()
            return answer
        } catch {
            await server.stop()
            throw error
        }
    }

    func stop() async {
        await server.stop()
        await rig.stop()
    }

    /// Waits until a client that opened a stream of changes gets every change from now on. The stream is known before its first state is
    /// fetched, and a change in between is part of that state; the state has been fetched once a later request is answered.
    func isFollowed() async throws -> Bool {
        guard await eventually({ await hub.isWatched }) else { return false }
        return try await request("GET", "/v1/status").status == 200
    }

    /// One request on a connection of its own.
    func request(
        _ method: String, _ uri: String, body: String? = nil, headers: String = "", overTCP: Bool = false
    ) async throws -> RawSocket.Answer {
        let isGuarded = overTCP && !headers.contains("Authorization:")
        let headers = isGuarded ? headers + "Authorization: Bearer \(token.text)\r\n" : headers
        return try await blocking { [path, port] in
            let socket = try overTCP ? RawSocket(port: port) : RawSocket(unix: path)
            try socket.send(Self.text(method, uri, body: body, headers: headers))
            return try socket.answer(hasBody: method != "HEAD") ?? RawSocket.Answer()
        }
    }

    /// The JSON that one request is answered with.
    func json(_ method: String, _ uri: String, body: String? = nil) async throws -> JSON {
        try JSON(try await request(method, uri, body: body).body)
    }

    static func text(_ method: String, _ uri: String, body: String? = nil, headers: String = "") -> String {
        var text = "\(method) \(uri) HTTP/1.1\r\n"
        if !"\n\(headers.lowercased())".contains("\nhost:") { text += "Host: localhost\r\n" }
        if let body {
            if !headers.lowercased().contains("content-type:") { text += "Content-Type: application/json\r\n" }
            text += "Content-Length: \(body.utf8.count)\r\n"
        }
        return text + headers + "\r\n" + (body ?? "")
    }
}

// MARK: Other events in the daemon

extension TestServer {
    /// Sets a value as another program; returns when it is durable.
    func change(_ id: String, to value: Double) async throws {
        _ = try await daemon.values.put(id, .value(.number(value)), for: ViewerRequest(), from: Caller(SessionID(0)))
    }

    /// Drags a parameter to a position as another program; this is not saved at once.
    func drag(_ id: String, to position: Double) async throws {
        _ = try await daemon.values.put(id, .position(position), for: ViewerRequest(), from: Caller(SessionID(0)))
    }

    /// Reports a change as the daemon does, but faster than hands and programs can make changes.
    @Owner
    func tell(of parameter: ParameterResource, _ value: Double, generation: UInt64) {
        var told = parameter
        (told.value, told.text, told.revision) = (.number(value), "\(value)", UInt64((value * 10_000).rounded()))
        let change = ChangedParameter(id: told.id, revision: told.revision, generation: generation) { [told] _ in told }
        hub.publish(change)
        hub.publishChanges()
    }

    /// Moves the first fader, which drives `master`, as a hand does.
    func moveFader(to position: Double) throws { try rig.surface.move(0, to: Position(position)) }

    /// How often a parameter has changed.
    func revision(_ id: String = "master") async throws -> UInt64 { try await rig.parameter(id).revision }

    /// The number of sessions that hold something that ends with them.
    @Owner
    func holders() -> Int {
        (1...300).count { number in
            [false, true].contains { daemon.holding(of: SessionID(number, isNamed: $0)) != .nothing }
        }
    }

    /// A config with an error in its third line.
    static let badConfig = "version: 1\nparameters: {master: {max: 1,\n    mn: 0}}\n"

    /// Makes every save fail from now on.
    func fillDisk() { rig.disk.fail { $0.name == "sync" ? ENOSPC : nil } }

    /// Makes every save hang from now on, until the disk is released.
    func hangDisk() -> HangingDisk {
        let hanging = HangingDisk()
        rig.disk.fail { call in
            if call.name == "sync" { hanging.wait() }
            return nil
        }
        return hanging
    }
}

/// A disk that hangs.
struct HangingDisk: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    /// Waits until it is released.
    func wait() {
        semaphore.wait()
        semaphore.signal()
    }

    /// Releases it: it works again.
    func letGo() { semaphore.signal() }
}

extension Rig.Setup {
    /// The usual setup: two parameters or more, the virtual surface, and another surface that is not connected.
    static func server(parameters count: Int = 0) -> Rig.Setup {
        let more = (0..<count).map { "  many.\($0): {label: Many \($0), min: 0, max: 1, decimals: 4}\n" }.joined()
        return Rig.Setup(
            config: """
                version: 1
                parameters:
                  master: {label: Master, min: -70, max: 6, unit: dB, default: -12, decimals: 1, step: 0.5}
                  synth.cutoff: {label: Cutoff, min: 20, max: 20000, unit: Hz, default: 1000, decimals: 0, step: 1}
                \(more)surfaces:
                  desk:
                    match: "faderd virtual"
                    controls:
                      fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}
                      fader.2: {input: "pitchbend ch 2", motor: true, touch: "note 105 ch 1"}
                    map: {fader.1: master}
                  box: {match: "nano*", controls: {knob.1: {input: "cc 7 ch 1"}}}

                """)
    }

    /// The same without a virtual surface.
    static var withoutVirtualSurface: Rig.Setup {
        var setup = server()
        setup.hasVirtualSurface = false
        return setup
    }
}
