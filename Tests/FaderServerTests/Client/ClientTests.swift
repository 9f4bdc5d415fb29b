import FaderAPI
import FaderRig
import FaderServer
import FaderTesting
import FaderValues
import Glibc
import Synchronization
import Testing

@testable import FaderCLI
@testable import FaderKit

@Suite(.serialized) struct ClientTests {
    private func client(_ paths: String..., timeout: Int64 = 2_000) -> DaemonClient { DaemonClient(candidates: paths, timeout: timeout) }

    @Test("every call of the client library reaches its route")
    func calls() async throws {
        try await TestServer.with { server async throws in
            let client = client(server.path, timeout: 60_000)
            #expect(try await client.ask(Routes.getStatus).version == faderdVersion)
            #expect(try await client.ask(Routes.listSurfaces).map(\.name) == ["desk", "box"])
            #expect(try await client.parameters(prefix: "synth").map(\.id) == ["synth.cutoff"])
            #expect(try await client.ask(Routes.getParameter, "master").text == "-12.0 dB")
            #expect(try await client.ask(Routes.setParameter, "master", .text("-6 dB")).text == "-6.0 dB")
            #expect(try await client.ask(Routes.setParameter, "master", .value(.number(99))).clamped == true)
            #expect(try await client.ask(Routes.setParameter, "master", .position(0)).value == .number(-70))
            #expect(try await client.ask(Routes.stepParameter, "master", StepRequest(by: 2)).value == .number(-69))
            #expect(try await client.ask(Routes.resetParameter, "master").value == .number(-12))
            #expect(try await client.ask(Routes.checkText, "master", CheckRequest(text: "x")).valid == false)
            #expect(try await client.ask(Routes.explainParameter, "master").decisions.last?.text == "-12.0 dB")
            #expect(try await client.reload().config == "\(server.directory)/faderd.yaml")
            #expect(abs(try await client.ask(Routes.useVirtualControl, "fader.1", .move(0.5)).position! - 0.5) < 0.001)
            #expect(try await client.ask(Routes.useVirtualControl, "mute.1", .press(true)).pressed == true)
            #expect(try await client.ask(Routes.listVirtualFaders).count == 8)
            #expect(try await client.ask(Routes.getVirtualSurface).controls.first { $0.control == "mute.1" }?.pressed == true)
        }
    }

    @Test("a problem is passed on in full, with its exit code")
    func problems() async throws {
        try await TestServer.with(setup: .withoutVirtualSurface) { server async throws in
            let client = client(server.path)
            let unknown = await #expect(throws: ClientError.self) { try await client.ask(Routes.getParameter, "mastr") }
            guard case .problem(let problem) = unknown else { return #expect(Bool(false), "\(String(describing: unknown))") }
            #expect(problem.suggestion == "master")
            #expect(problem.kind == .unknownID)
            #expect(unknown?.exitCode == 65)
            server.fillDisk()
            try server.rig.write(config: TestServer.badConfig)
            #expect(
                await #expect(throws: ClientError.self) { try await client.ask(Routes.setParameter, "master", .text("x")) }?.exitCode == 65)
            #expect(
                await #expect(throws: ClientError.self) { try await client.ask(Routes.setParameter, "master", .text("1")) }?.exitCode == 74)
            #expect(await #expect(throws: ClientError.self) { try await client.reload() }?.exitCode == 78)
            #expect(await #expect(throws: ClientError.self) { try await client.ask(Routes.listVirtualFaders) }?.exitCode == 65)
            #expect(try await server.request("GET", "/v1/virtual").status == 409)
        }
    }

    @Test("any id is one segment of the path")
    func ids() async throws {
        try await TestServer.with { server async throws in
            for id in ["../status", "a/b", "a?b=c", "ä ö", "%", "#", "\u{0}"] {
                let error = await #expect(throws: ClientError.self) { try await client(server.path).ask(Routes.getParameter, id) }
                guard case .problem(let problem) = error else { return #expect(Bool(false), "\(id): \(String(describing: error))") }
                #expect(problem.status == 404)
            }
        }
    }

    @Test("without a daemon the error names the paths that were tried")
    func notRunning() async throws {
        let error = await #expect(throws: ClientError.self) { try await client("/nowhere/a.sock", "/nowhere/b.sock").ask(Routes.getStatus) }
        #expect(error == .notRunning(tried: ["/nowhere/a.sock", "/nowhere/b.sock"]))
        #expect(error?.exitCode == 69)
        #expect(
            await #expect(throws: ClientError.self) { try await client("/etc/passwd").ask(Routes.getStatus) }
                == .notRunning(tried: ["/etc/passwd"]))
    }

    @Test("the first daemon that answers is used: a dead or hanging one before it does not hide it")
    func firstThatAnswers() async throws {
        let directory = try TemporaryDirectory.make()
        defer { for name in ["dead", "hangs"] { unsafe unlink("\(directory)/\(name)") }; TemporaryDirectory.remove(directory) }
        let hanging = try Listener(directory + "/hangs")
        try Listener(directory + "/dead").close()
        try await TestServer.with { server async throws in
            let client = client(directory + "/missing", directory + "/dead", directory + "/hangs", server.path)
            let count = try await ticks { () async throws in #expect(try await client.ask(Routes.getStatus).version == faderdVersion) }
            #expect(count < 20)
        }
        hanging.close()
    }

    @Test("a daemon that hangs is given up after two seconds, by requests and by streams")
    func hanging() async throws {
        let directory = try TemporaryDirectory.make()
        let path = directory + "/hangs"
        defer { unsafe unlink(path); TemporaryDirectory.remove(directory) }
        let hanging = try Listener(path)
        let count = try await ticks {
            async let get = #expect(throws: ClientError.self) { try await client(path).ask(Routes.getStatus) }
            async let watch = #expect(throws: ClientError.self) { try await client(path).watch { _ in true } }
            async let monitor = #expect(throws: ClientError.self) { try await client(path).monitor { _ in true } }
            for error in await [get, watch, monitor] { #expect(error == .notAnswering(path: path)) }
        }
        #expect(count < 26)
        hanging.close()
    }

    @Test("a stream may last longer than a request")
    func longStream() async throws {
        try await TestServer.with { server async throws in
            let seen = Mutex<[String]>([])
            let watching = Task {
                try await client(server.path, timeout: 300).watch(prefix: "master") { event in
                    switch event {
                    case .state(let state): seen.withLock { $0.append("state \(state.parameters.count)") }
                    case .parameter(let parameter): seen.withLock { $0.append(parameter.text) }
                    case .pressed, .ended: break
                    }
                    return seen.withLock { $0.count } < 2
                }
            }
            #expect(await eventually { seen.withLock { $0.count } == 1 })
            try await Task.sleep(for: .milliseconds(600))
            try await server.change("master", to: -1)
            try await watching.value
            #expect(seen.withLock { $0 } == ["state 1", "-1.0 dB"])
        }
    }

    @Test("a stream that the daemon ends is an error, not silence")
    func endedStream() async throws {
        let server = try await TestServer.start()
        let watching = Task { try await client(server.path).watch { _ in true } }
        #expect(await eventually { await server.hub.isWatched })
        await server.stop()
        let error = await #expect(throws: ClientError.self) { try await watching.value }
        #expect(error == .closed(path: server.path))
    }

    @Test("an answer from another program is an internal error")
    func foreignAnswer() async throws {
        #expect(DaemonClient.problem(status: 500, body: Array("<html>".utf8)).exitCode == 70)
        let problem = Problem(title: "x", status: 500, detail: "y")
        #expect(DaemonClient.problem(status: 500, body: try WireJSON.encode(problem)) == .problem(problem))
    }
}
