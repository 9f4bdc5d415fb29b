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

    @Test("an edit begins with the value, receives drafts, and is written by submit")
    func submit() async throws {
        try await TestServer.with { server async throws in
            let line = try Line(server)
            let begun = try await line.ask("POST", "/v1/parameters/master/edit")
            #expect(begun.status == 201)
            let edit = try JSON(begun.body)
            let path = "/v1/edits/\(edit["edit"]?.text ?? "?")"
            #expect(begun.header("location") == path)
            #expect(edit["text"]?.text == "-12.0 dB")
            #expect(edit["editText"]?.text == "-12.0")
            let invalid = try await line.json("PUT", path, #"{"draft":"l"}"#)
            #expect(invalid["valid"] == .truth(false))
            #expect(invalid["message"]?.text?.contains("-70.0…6.0 dB") == true)
            let valid = try await line.json("PUT", path, #"{"draft":"-3"}"#)
            #expect(valid["valid"] == .truth(true))
            #expect(valid["text"]?.text == "-3.0 dB")
            #expect(valid["message"] == nil)
            #expect(try await line.json("GET", path)["draft"]?.text == "-3")
            #expect(try await server.rig.parameter("master").value == .number(-12))
            let outcome = try await line.json("POST", "\(path)/submit")
            #expect(outcome["outcome"]?.text == "committed")
            #expect(outcome["parameter"]?["text"]?.text == "-3.0 dB")
            #expect(try await line.ask("GET", path).status == 404)
        }
    }

    @Test("a fader that moves during an edit wins, and the client gets the new text of its field")
    func dropped() async throws {
        try await TestServer.with { server async throws in
            let line = try Line(server)
            let path = try await line.begin()
            _ = try await line.json("PUT", path, #"{"draft":"3"}"#)
            try server.moveFader(to: 50.0 / 76)
            #expect(try await eventually { try await server.rig.parameter("master").value == .number(-20) })
            let edit = try await line.json("GET", path)
            #expect(edit["dropped"] == .truth(true))
            #expect(edit["editText"]?.text == "-20.0")
            #expect(edit["draft"] == nil)
            let draft = try await line.json("PUT", path, #"{"draft":"31"}"#)
            #expect(draft["dropped"] == .truth(true))
            #expect(draft["editText"]?.text == "-20.0")
            let outcome = try await line.json("POST", "\(path)/submit")
            #expect(outcome["outcome"]?.text == "dropped")
            #expect(outcome["parameter"]?["value"]?.number == -20)
        }
    }

    @Test("only the connection that began an edit can use it, and no other client sees it")
    func privacy() async throws {
        try await TestServer.with { server async throws in
            let (line, other) = (try Line(server), try Line(server))
            let path = try await line.begin()
            _ = try await line.json("PUT", path, #"{"draft":"3"}"#)
            for (method, uri, body) in [
                ("GET", path, nil), ("PUT", path, #"{"draft":"1"}"#), ("POST", "\(path)/submit", nil), ("POST", "\(path)/blur", nil),
                ("POST", "\(path)/cancel", nil), ("GET", "/v1/edits/999", nil), ("GET", "/v1/edits/x", nil),
            ] {
                let answer = try await other.ask(method, uri, body)
                #expect(answer.status == 404, "\(method) \(uri)")
                #expect(try JSON(answer.body)["type"]?.text == "urn:faderd:unknown-id")
            }
            #expect(try await other.json("GET", "/v1/parameters/master")["revision"]?.number == 0)
            #expect(try await line.json("GET", path)["draft"]?.text == "3")
        }
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

    @Test("a malformed draft and an unknown parameter are client errors")
    func malformed() async throws {
        try await TestServer.with { server async throws in
            let line = try Line(server)
            let path = try await line.begin()
            for body in ["{}", #"{"draft":1}"#, #"{"text":"1"}"#, #"{"draft":"1","more":1}"#] {
                #expect(try await line.ask("PUT", path, body).status == 400)
            }
            #expect(try await line.ask("POST", "/v1/parameters/mastr/edit").status == 404)
            #expect(try await line.json("GET", path)["draft"] == nil)
        }
    }
}
