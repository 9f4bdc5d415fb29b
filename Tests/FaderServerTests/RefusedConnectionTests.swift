import FaderAPI
import FaderRig
import FaderServer
import FaderTesting
import Testing

@testable import FaderCLI
@testable import FaderKit

struct RefusedConnectionTests {
    @Test("a client whose connection was refused before its first request is told that there is no room")
    func noRoomBeforeRequest() async throws {
        try await TestServer.with(limits: ServerLimits(connections: 1)) { server async throws in
            let disk = server.hangDisk()
            let busy = try await blocking { [path = server.path] in
                let socket = try RawSocket(unix: path)
                try socket.send(TestServer.text("PUT", "/v1/parameters/master", body: #"{"value": 1}"#))
                return socket
            }
            #expect(try await eventually { try await server.revision() == 1 })
            let kept = try await KeptConnection.open(server.path, timeout: 10_000)
            #expect(await eventually { !kept.isOpen })
            await #expect(throws: ClientError.busy(path: server.path)) {
                let client = DaemonClient(candidates: [server.path], timeout: 10_000)
                _ = try await client.ask(Routes.getStatus, "", NoBody(), on: kept)
            }
            disk.letGo()
            _ = try await blocking { try busy.answer()?.status }
        }
    }

    @Test("only some clients without a place are waited for, because each has a descriptor; the others are told, and closed at once")
    func lingering() async throws {
        try await TestServer.with(limits: ServerLimits(connections: 1)) { server async throws in
            let disk = server.hangDisk()
            let busy = try await blocking { [path = server.path] in
                let socket = try RawSocket(unix: path)
                try socket.send(TestServer.text("PUT", "/v1/parameters/master", body: #"{"value": 1}"#))
                return socket
            }
            #expect(try await eventually { try await server.revision() == 1 })
            // A client is waited for as long as what it sends arrives. That ends after a second, within which both have to come.
            let isSeen = try await eventually {
                try await blocking { [path = server.path] in
                    let two = try (0..<2).map { _ in
                        let socket = try RawSocket(unix: path)
                        #expect(try socket.receiveAll().containsText("no room for another connection"))
                        return socket
                    }
                    let arrives = two.map { (try? $0.send("x")) != nil }
                    for socket in two { socket.close() }
                    return arrives == [true, false]
                }
            }
            #expect(isSeen)
            disk.letGo()
            _ = try await blocking { try busy.answer()?.status }
        }
    }
}
