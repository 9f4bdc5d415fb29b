import FaderAPI
import FaderRig
import FaderTesting
import Testing

@testable import FaderServer

@Suite(.serialized) struct KeyTests {
    private static let key = "0123456789abcdef0123456789abcdef"
    private static let shown = "Authorization: Bearer \(key)\r\n"

    private static func body(_ name: String = "web", _ key: String = key) -> String {
        #"{"name":"\#(name)","key":"\#(key)","everything":true}"#
    }

    /// Registers a key on a connection of its own, which is returned.
    private func register(_ server: TestServer, _ body: String = body()) async throws -> (RawSocket, RawSocket.Answer) {
        try await blocking { [path = server.path] in
            let socket = try RawSocket(unix: path)
            try socket.send(TestServer.text("POST", "/v1/keys", body: body))
            return (socket, try socket.answer() ?? RawSocket.Answer())
        }
    }

    @Test(
        "every row says what a key may do: nothing about the config, import, export, token, keys, declarations, loans or the virtual surface"
    )
    func rows() async throws {
        let rig = try await Rig(.server())
        let rows = await Endpoints.all(of: rig.daemon, OwnPart(token: nil))
            .map(
                \.row)
        await rig.stop()
        let without = Set(rows.filter { $0.access > .everything }.map { "\($0.method.rawValue) \($0.template.dropFirst(4))" })
        #expect(
            without == [
                "GET status", "POST surfaces/{name}/reset", "POST surfaces/{name}/borrow", "POST learn", "POST surfaces/{name}/send",
                "GET virtual",
                "GET virtual-surface", "PUT virtual/{control}", "GET profiles", "GET controllers", "POST controllers/ask", "POST reload",
                "GET token", "POST token", "GET keys", "POST keys", "DELETE keys/{key}", "GET monitor", "GET export", "POST import",
                "GET declarations", "POST declarations", "DELETE declarations/{id}", "POST follow",
                "GET focus", "PUT focus",
            ])
        #expect(rows.filter { $0.access == .anybody }.map(\.template) == ["/v1/openapi.json"])
    }

    @Test("a key lives as long as its session, a connection or a named one; that connection is neither idle nor in anybody's way")
    func lifetime() async throws {
        try await TestServer.with(limits: ServerLimits(connections: 4, idleTime: 100)) { server async throws in
            let (owner, _) = try await register(server)
            let others = try await blocking { [path = server.path] in try (0..<12).map { _ in try RawSocket(unix: path) } }
            // The idle ones have gone.
            #expect(await eventually { (try? await server.json("GET", "/v1/status")["connections"]?["open"]?.number) == 2 })
            #expect(try await server.request("GET", "/v1/parameters/master", headers: Self.shown).status == 200)
            for socket in others { socket.close() }
            owner.close()
            #expect(await eventually { (try? await server.json("GET", "/v1/keys").list?.count) == 0 })
        }
    }

    @Test("revoking a key by its name ends its event streams and nothing else; a name that is not there gets no suggestion to end another")
    func revoked() async throws {
        try await TestServer.with { server async throws in
            let (owner, _) = try await register(server)
            defer { owner.close() }
            func stream(_ headers: String) async throws -> RawSocket {
                try await blocking { [port = server.port] () throws in
                    let socket = try RawSocket(port: port)
                    try socket.send(TestServer.text("GET", "/v1/events", headers: headers))
                    #expect(try socket.receive(until: "event: state").containsText("200 OK"))
                    return socket
                }
            }
            let withKey = try await stream(Self.shown)
            let withToken = try await stream("Authorization: Bearer \(server.token.text)\r\n")
            let list = try #require(try await server.json("GET", "/v1/keys").list)
            #expect(list.first?["name"]?.text == "web" && list.first?["allows"]?.text == "everything" && list.count == 1)
            #expect(list.first?["process"]?.number ?? 0 > 0 && list.first?["key"] == nil)
            let unknown = try await server.request("DELETE", "/v1/keys/wob")
            #expect(unknown.status == 404 && !unknown.text.contains("did you mean") && unknown.text.contains("faderctl token list"))
            #expect(try await server.request("DELETE", "/v1/keys/web").status == 200)
            try await blocking { _ = try withKey.receiveAll() }
            #expect(try await server.request("GET", "/v1/parameters", headers: Self.shown).status == 401)
            try await server.change("master", to: 2)
            try await blocking { () throws in #expect(try withToken.receive(until: "event: parameter").containsText("event: parameter")) }
            #expect(try await server.json("GET", "/v1/keys").list?.isEmpty == true)
        }
    }

    @Test("a name stands for one key, a key for one name; the same again moves to the new session; there are at most 64")
    func conflicts() async throws {
        try await TestServer.with { server async throws in
            let (first, _) = try await register(server)
            let other = String(Self.key.reversed())
            for (body, status) in [(Self.body("web", other), 409), (Self.body("more"), 409), (Self.body(), 201)] {
                let (socket, answer) = try await register(server, body)
                #expect(answer.status == status && !answer.text.contains(Self.key))
                if status == 201 {
                    first.close()
                    // The session that had it before has ended, and the key has not.
                    #expect(await eventually { (try? await server.json("GET", "/v1/status")["connections"]?["open"]?.number) == 2 })
                    #expect(try await server.request("GET", "/v1/parameters", headers: Self.shown).status == 200)
                }
                socket.close()
            }
            #expect(await eventually { (try? await server.json("GET", "/v1/keys").list?.count) == 0 })
            let statuses = try await blocking { [path = server.path] in
                let socket = try RawSocket(unix: path)
                return try (0..<66).map { number in
                    let key = String(repeating: "\(number % 10)", count: 20) + "-\(number)"
                    try socket.send(TestServer.text("POST", "/v1/keys", body: Self.body("key.\(number)", key + "____")))
                    return try socket.answer()?.status
                }
            }
            #expect(statuses.prefix(64).allSatisfy { $0 == 201 } && statuses.suffix(2) == [503, 503])
        }
    }

    @Test("a registration with a few bytes changed registers a key of the right form or is refused with 400; nothing traps")
    func fuzz() async throws {
        try await TestServer.with(limits: ServerLimits(requestTime: 200)) { server async throws in
            var dice = SeededGenerator(seed: 23)
            for round in 0..<300 {
                var bytes = Array(Self.body().utf8)
                for _ in 0...Int.random(in: 0...3, using: &dice) {
                    let place = Int.random(in: 0..<bytes.count, using: &dice)
                    switch Int.random(in: 0...2, using: &dice) {
                    case 0: bytes[place] = UInt8.random(in: 0...255, using: &dice)
                    case 1: bytes.remove(at: place)
                    default: bytes.insert(contentsOf: bytes[place...].prefix(Int.random(in: 1...40, using: &dice)), at: place)
                    }
                }
                let answer = try await blocking { [path = server.path, bytes] in
                    let socket = try RawSocket(unix: path)
                    try socket.send(
                        TestServer.text("POST", "/v1/keys", headers: "Content-Type: application/json\r\n").dropLast(2)
                            + "Content-Length: \(bytes.count)\r\n\r\n")
                    try socket.send(bytes)
                    return try socket.answer() ?? RawSocket.Answer()
                }
                #expect(answer.status == 400 || answer.status == 201, "round \(round): \(answer.text)")
            }
            #expect(await eventually { (try? await server.json("GET", "/v1/keys").list?.count) == 0 })
        }
    }
}
