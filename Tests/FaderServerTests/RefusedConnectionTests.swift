import FaderAPI
import FaderRig
import FaderServer
import FaderTesting
import Testing

@testable import FaderAdmin
@testable import FaderClient

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
}
