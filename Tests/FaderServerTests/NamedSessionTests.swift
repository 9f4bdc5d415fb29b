import FaderAPI
import FaderRig
import FaderServer
import FaderTesting
import FaderValues
import Testing

@Suite(.serialized) struct NamedSessionTests {
    private static let limits = ServerLimits(connections: 8, sessions: 3, sessionGrace: 300, idleTime: 200)

    /// Opens a stream of a session, and returns it with the session's name.
    private static func open(
        _ server: TestServer, _ wish: String = "new", headers: String = ""
    ) async throws -> (socket: RawSocket, name: String) {
        try await blocking { [path = server.path] in
            let socket = try RawSocket(unix: path)
            try socket.send(TestServer.text("GET", "/v1/events?session=\(wish)", headers: headers))
            let bytes = try socket.receive(until: "event: state")
            let events = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).filter { $0.hasPrefix("event: ") }
            #expect(events.first == "event: session")
            return (socket, try StreamTests.data(bytes, of: "session").first?["session"]?.text ?? "?")
        }
    }

    private static func header(_ name: String) -> String { "Fader-Session: \(name)\r\n" }

    private static func ask(
        _ server: TestServer, _ name: String, _ method: String, _ uri: String, _ body: String? = nil
    ) async throws -> RawSocket.Answer {
        try await server.request(method, uri, body: body, headers: header(name))
    }

    private static func begin(_ server: TestServer, _ name: String) async throws -> String {
        let answer = try await ask(server, name, "POST", "/v1/parameters/master/edit")
        #expect(answer.status == 201, "\(answer.text)")
        return "/v1/edits/\(try JSON(answer.body)["edit"]?.text ?? "?")"
    }

    @Test("an edit of a named session can be used on every connection that names it, and on no other")
    func manyConnections() async throws {
        try await TestServer.with(limits: Self.limits) { server async throws in
            let (stream, name) = try await Self.open(server)
            #expect(name.utf8.count == 32 && name.allSatisfy(\.isHexDigit))
            let path = try await Self.begin(server, name)
            for text in ["-1", "-2", "-3"] {
                #expect(try await Self.ask(server, name, "PUT", path, #"{"draft":"\#(text)"}"#).status == 200)
            }
            #expect(try await server.request("GET", path).status == 404)
            let (other, otherName) = try await Self.open(server)
            #expect(otherName != name)
            #expect(try await Self.ask(server, otherName, "GET", path).status == 404)
            #expect(try await Self.ask(server, name, "POST", "\(path)/submit").status == 200)
            #expect(try await server.rig.parameter("master").value == .number(-3))
            stream.close()
            other.close()
        }
    }

    @Test("a stream that names a session in its header keeps it, like one that names it in its query; \"new\" is no name there")
    func streamWithHeader() async throws {
        try await TestServer.with(limits: Self.limits) { server async throws in
            let (first, name) = try await Self.open(server)
            let path = try await Self.begin(server, name)
            let second = try await blocking { [path = server.path] in
                let socket = try RawSocket(unix: path)
                try socket.send(TestServer.text("GET", "/v1/events", headers: Self.header(name)))
                _ = try socket.receive(until: "event: state")
                return socket
            }
            first.close()
            try await Task.sleep(for: .milliseconds(700))
            #expect(try await Self.ask(server, name, "GET", path).status == 200)
            second.close()
            #expect(try await Self.ask(server, "new", "GET", "/v1/events").status == 409)
        }
    }

    @Test(
        "a named session outlives its connections, closed or idle, and its last stream for a grace period; then all it holds ends"
    )
    func life() async throws {
        try await TestServer.with(limits: Self.limits) { server async throws in
            let (stream, name) = try await Self.open(server)
            let path = try await Self.begin(server, name)
            try await Task.sleep(for: .milliseconds(700))
            #expect(try await Self.ask(server, name, "GET", path).status == 200)
            let (second, _) = try await Self.open(server, name)
            stream.close()
            try await Task.sleep(for: .milliseconds(700))
            #expect(try await Self.ask(server, name, "GET", path).status == 200)
            second.close()
            let again = try await Self.open(server, name)
            #expect(again.name == name)
            #expect(try await Self.ask(server, name, "GET", path).status == 200)
            #expect(await server.holders() == 1)
            again.socket.close()
            #expect(await eventually { await server.holders() == 0 })
            let late = try await Self.ask(server, name, "GET", path)
            #expect(late.status == 409 && late.text.contains("urn:faderd:unknown-session") && late.text.contains("session=new"))
        }
    }

    @Test("a browser that reopens its stream by itself keeps its session: it sends the name as Last-Event-ID")
    func reopened() async throws {
        try await TestServer.with(limits: Self.limits) { server async throws in
            let (stream, name) = try await Self.open(server)
            stream.close()
            let again = try await Self.open(server, headers: "Last-Event-ID: \(name)\r\n")
            #expect(again.name == name)
            again.socket.close()
            #expect(try await eventually { try await Self.ask(server, name, "GET", "/v1/status").status == 409 })
            let new = try await Self.open(server, headers: "Last-Event-ID: \(name)\r\n")
            #expect(new.name != name)
            new.socket.close()
        }
    }

    @Test("a request in progress keeps its session from ending")
    func inProgress() async throws {
        try await TestServer.with(limits: Self.limits) { server async throws in
            let (stream, name) = try await Self.open(server)
            // An edit that ends with the session, and not before.
            _ = try await Self.begin(server, name)
            let disk = server.hangDisk()
            async let answer = server.request("PUT", "/v1/parameters/master", body: #"{"value":1}"#, headers: Self.header(name))
            #expect(try await eventually { try await server.revision() == 1 })
            stream.close()
            #expect(try await eventually { try await Self.ask(server, name, "GET", "/v1/status").status == 409 })
            #expect(await server.holders() == 1)
            disk.letGo()
            #expect(try await answer.status == 200)
            #expect(await eventually { await server.holders() == 0 })
        }
    }

    @Test("an unknown name, two names, and one session too many are refused; a HEAD request begins none")
    func refusals() async throws {
        try await TestServer.with(limits: Self.limits) { server async throws in
            #expect(try await Self.ask(server, "new", "GET", "/v1/status").status == 409)
            #expect(try await server.request("GET", "/v1/events?session=abc").status == 409)
            #expect(try await server.request("GET", "/v1/status", headers: Self.header("a") + Self.header("b")).status == 400)
            #expect(try await server.request("HEAD", "/v1/events?session=new").status == 200)
            var streams: [RawSocket] = []
            for _ in 0..<3 { streams.append(try await Self.open(server).socket) }
            let refused = try await server.request("GET", "/v1/events?session=new")
            #expect(refused.status == 503 && refused.text.contains("3 sessions"))
            for stream in streams { stream.close() }
            #expect(try await eventually { try await server.request("HEAD", "/v1/events").status == 200 })
        }
    }
}
