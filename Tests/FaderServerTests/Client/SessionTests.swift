import FaderAPI
import FaderServer
import FaderTesting
import FaderValues
import Testing

@testable import FaderCLI
@testable import FaderKit

@Suite(.serialized) struct SessionTests {
    private func session(_ server: TestServer, timeout: Int64 = 2_000) -> DaemonSession {
        DaemonClient(candidates: [server.path], timeout: timeout).session()
    }

    @Test("an edit uses one connection from its beginning to its end")
    func edit() async throws {
        try await TestServer.with { server async throws in
            let session = session(server)
            let edit = try await session.beginEdit("master")
            #expect(edit.editText == "-12.0")
            #expect(try await session.ask(Routes.draft, edit.edit, DraftRequest(draft: "l")).valid == false)
            #expect(try await session.ask(Routes.draft, edit.edit, DraftRequest(draft: "3")).text == "3.0 dB")
            #expect(try await session.ask(Routes.getEdit, edit.edit).draft == "3")
            #expect(try await session.ask(Routes.submitEdit, edit.edit).outcome == .committed)
            let second = try await session.beginEdit("master")
            _ = try await session.ask(Routes.draft, second.edit, DraftRequest(draft: "x"))
            #expect(try await session.ask(Routes.submitEdit, second.edit).outcome == .refused)
            #expect(try await session.ask(Routes.blurEdit, second.edit).outcome == .restored)
            let third = try await session.beginEdit("master")
            #expect(try await session.ask(Routes.cancelEdit, third.edit).outcome == .restored)
            #expect(try await server.json("GET", "/v1/status")["connections"]?["open"]?.number == 2)
        }
    }

    @Test("an edit is begun in the locale of its client")
    func locale() async throws {
        try await TestServer.with { server async throws in
            let session = DaemonClient(candidates: [server.path], locale: "sv_SE").session()
            #expect(try await session.beginEdit("master").text == "−12,0 dB")
        }
    }

    @Test("it runs beside an event stream of the same client")
    func besideEvents() async throws {
        try await TestServer.with { server async throws in
            let client = DaemonClient(candidates: [server.path])
            let session = client.session()
            let edit = try await session.beginEdit("master")
            var seen: [String] = []
            try await client.watch { event in
                switch event {
                case .state:
                    // Others only see an edit once it is written.
                    do {
                        _ = try await session.ask(Routes.draft, edit.edit, DraftRequest(draft: "1"))
                        _ = try await session.ask(Routes.draft, edit.edit, DraftRequest(draft: "2"))
                        _ = try await session.ask(Routes.submitEdit, edit.edit)
                    } catch { return false }
                    return true
                case .pressed, .ended: return true
                case .parameter(let parameter):
                    seen.append(parameter.text)
                    return false
                }
            }
            #expect(seen == ["2.0 dB"])
        }
    }

    @Test("closing it ends its edits, and so does releasing it")
    func closing() async throws {
        try await TestServer.with { server async throws in
            let closed = session(server)
            _ = try await closed.beginEdit("master")
            closed.close()
            #expect(await eventually { await server.holders() == 0 })
            do {
                let forgotten = session(server)
                #expect(try await forgotten.beginEdit("master").edit == "2")
            }
            #expect(await eventually { await server.holders() == 0 })
        }
    }

    @Test("a connection that was closed for being idle is opened again")
    func idle() async throws {
        try await TestServer.with(limits: ServerLimits(idleTime: 100)) { server async throws in
            let session = session(server)
            let edit = try await session.beginEdit("master")
            _ = try await session.ask(Routes.cancelEdit, edit.edit)
            #expect(try await eventually { try await server.json("GET", "/v1/status")["connections"]?["open"]?.number == 1 })
            #expect(try await session.beginEdit("master").edit != edit.edit)
        }
    }

    @Test("a problem leaves the connection and its edits as they are")
    func problems() async throws {
        try await TestServer.with { server async throws in
            let session = session(server)
            let edit = try await session.beginEdit("master")
            let unknown = await #expect(throws: ClientError.self) { try await session.beginEdit("mastr") }
            #expect(unknown?.exitCode == 65)
            let foreign = await #expect(throws: ClientError.self) { try await session.ask(Routes.draft, "999", DraftRequest(draft: "1")) }
            #expect(foreign?.exitCode == 65)
            #expect(try await session.ask(Routes.draft, edit.edit, DraftRequest(draft: "1")).valid)
        }
    }

    @Test("a request waits for a disk as long as the daemon answers others; a daemon that has ended is another error")
    func failures() async throws {
        let server = try await TestServer.start()
        let session = session(server, timeout: 1_000)
        let edit = try await session.beginEdit("master")
        _ = try await session.ask(Routes.draft, edit.edit, DraftRequest(draft: "1"))
        let disk = server.hangDisk()
        Task {
            try await Task.sleep(for: .milliseconds(1_500))
            disk.letGo()
        }
        #expect(try await session.ask(Routes.submitEdit, edit.edit).parameter.text == "1.0 dB")
        await server.stop()
        let gone = await #expect(throws: ClientError.self) { try await session.beginEdit("master") }
        #expect(gone == .notRunning(tried: [server.path]))
    }
}
