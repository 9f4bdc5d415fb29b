import FaderAPI
import FaderRig
import FaderServer
import FaderTesting
import FaderValues
import Testing

@Suite(.serialized) struct EditTests {
    /// One connection, on which requests follow each other.
    private final class Line: Sendable {
        private let socket: RawSocket

        init(_ server: TestServer) throws { socket = try RawSocket(unix: server.path) }

        func ask(_ method: String, _ uri: String, _ body: String? = nil, headers: String = "") async throws -> RawSocket.Answer {
            try await blocking { [socket] in
                try socket.send(TestServer.text(method, uri, body: body, headers: headers))
                return try socket.answer() ?? RawSocket.Answer()
            }
        }

        func json(_ method: String, _ uri: String, _ body: String? = nil) async throws -> JSON {
            let answer = try await ask(method, uri, body)
            #expect(answer.status == 200 || answer.status == 201, "\(answer.text)")
            return try JSON(answer.body)
        }

        /// Begins an edit and returns its path.
        func begin(_ id: String = "master") async throws -> String {
            "/v1/edits/\(try await json("POST", "/v1/parameters/\(id)/edit")["edit"]?.text ?? "?")"
        }

        func close() { socket.close() }

        func shutdownWriting() { socket.shutdownWriting() }
    }

    @Test("an edit ends with its connection, however that ends", arguments: ["close", "half-close", "last request", "garbage"])
    func connectionEnds(way: String) async throws {
        try await TestServer.with { server async throws in
            let line = try Line(server)
            let path = try await line.begin()
            #expect(await server.holders() == 1)
            switch way {
            case "close": line.close()
            case "half-close": line.shutdownWriting()
            case "last request": _ = try await line.ask("GET", path, headers: "Connection: close\r\n")
            default: _ = try await line.ask("NONSENSE\r\n\r\n", path)
            }
            #expect(await eventually { await server.holders() == 0 })
        }
    }

    @Test("a client that leaves before its edit has begun leaves no edit behind")
    func leavingEarly() async throws {
        try await TestServer.with { server async throws in
            try await blocking { [path = server.path] in
                for _ in 0..<20 {
                    let socket = try RawSocket(unix: path)
                    try socket.send(TestServer.text("POST", "/v1/parameters/master/edit"))
                }
            }
            #expect(try await eventually { try await server.json("GET", "/v1/status")["connections"]?["open"]?.number == 1 })
            #expect(await eventually { await server.holders() == 0 })
        }
    }

    @Test("a connection with an edit is not closed for being idle; after the edit has ended it is")
    func idle() async throws {
        try await TestServer.with(limits: ServerLimits(idleTime: 150)) { server async throws in
            let line = try Line(server)
            let path = try await line.begin()
            try await Task.sleep(for: .milliseconds(500))
            #expect(try await line.json("GET", path)["id"]?.text == "master")
            try await Task.sleep(for: .milliseconds(500))
            _ = try await line.json("POST", "\(path)/cancel")
            #expect(try await eventually { try await server.json("GET", "/v1/status")["connections"]?["open"]?.number == 1 })
        }
    }

    @Test("an idle connection has to make room for others, one with an edit does not; the limit stays")
    func room() async throws {
        try await TestServer.with(limits: ServerLimits(connections: 3)) { server async throws in
            let line = try Line(server)
            let path = try await line.begin()
            for _ in 0..<10 { #expect(try await server.request("GET", "/v1/parameters/master").status == 200) }
            let idle = try (0..<10).map { _ in try Line(server) }
            #expect(try await eventually { try await line.json("GET", "/v1/status")["connections"]?["open"]?.number ?? 9 <= 3 })
            #expect(try await line.json("GET", path)["id"]?.text == "master")
            for one in idle { one.close() }
            let others = try (0..<2).map { _ in try Line(server) }
            for other in others { _ = try await other.begin() }
            #expect(try await server.request("GET", "/v1/status").status == 503)
        }
    }

    @Test("too many edits of one connection are 409, too many in all 503, each with a sentence")
    func limits() async throws {
        try await TestServer.with { server async throws in
            var lines: [Line] = []
            let (line, other) = (try Line(server), try Line(server))
            for _ in 0..<16 { _ = try await line.begin() }
            let one = try await line.ask("POST", "/v1/parameters/master/edit")
            #expect(one.status == 409)
            #expect(try JSON(one.body)["detail"]?.text?.contains("16 edits open") == true)
            for _ in 1..<16 {
                let more = try Line(server)
                for _ in 0..<16 { _ = try await more.begin() }
                lines.append(more)
            }
            let all = try await other.ask("POST", "/v1/parameters/master/edit")
            #expect(all.status == 503)
            line.close()
            #expect(try await eventually { try await other.ask("POST", "/v1/parameters/master/edit").status == 201 })
            for more in lines { more.close() }
        }
    }
}
