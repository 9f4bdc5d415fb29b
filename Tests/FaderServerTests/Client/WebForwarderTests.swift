import FaderKit
import FaderServer
import FaderTesting
import Glibc
import Synchronization
import Testing

@testable import FaderCLI

@Suite("The forwarder of faderctl web") struct WebForwarderTests {
    @Test("a connection whose first request does not come in time is closed, even if bytes come; headers over 16 KiB are refused in words")
    func slow() async throws {
        try await TestServer.with { server async throws in
            let forwarder = try await WebForwarder.open(port: 0, candidates: [server.path], firstTime: 300)
            let port = forwarder.port
            let isClosed = try await blocking {
                let socket = try RawSocket(port: port)
                try socket.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nX: ")
                for _ in 0..<100 {
                    do { try socket.send("x") } catch { return true }
                    usleep(50_000)
                }
                return false
            }
            #expect(isClosed)
            let answer = try await blocking {
                let socket = try RawSocket(port: port)
                try socket.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nX: \(String(repeating: "x", count: 20_000))\r\n\r\n")
                return try socket.answer()
            }
            #expect(answer?.status == 400 && answer?.text.contains("its line and headers are larger than 16384 bytes") ?? false)
        }
    }

    @Test("a connection without a complete request is closed; a quiet stream is not")
    func idle() async throws {
        try await TestServer.with { server async throws in
            let forwarder = try await WebForwarder.open(port: 0, candidates: [server.path], idleTime: 200)
            let (port, token) = (forwarder.port, forwarder.key)
            let stream = try await blocking {
                let socket = try RawSocket(port: port)
                try socket.send("GET /v1/events HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token)\r\n\r\n")
                #expect(try socket.receive(until: "event: state").containsText("200 OK"))
                return socket
            }
            for beginning in [
                "", "GET / HT", "PUT /v1/parameters/master HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: 9\r\n\r\n{",
            ] {
                let answer = try await blocking {
                    let socket = try RawSocket(port: port)
                    try socket.send(beginning)
                    return try socket.receiveAll()
                }
                #expect(answer == [])
            }
            try await blocking { [path = server.path] in
                try RawSocket(unix: path).send(TestServer.text("PUT", "/v1/parameters/master", body: #"{"text": "-3"}"#))
                #expect(try stream.receive(until: "event: parameter").containsText("event: parameter"))
            }
        }
    }

    private static func ask(_ port: Int, _ uri: String, _ headers: String = "", method: String = "GET") async throws -> RawSocket.Answer {
        try await blocking {
            let socket = try RawSocket(port: port)
            try socket.send("\(method) \(uri) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(headers)\r\n")
            return try socket.answer(hasBody: method != "HEAD") ?? RawSocket.Answer()
        }
    }

    @Test("without the key only the page is answered; anything else is 401 here, and the daemon never hears of it")
    func strangers() async throws {
        try await TestServer.with { server async throws in
            let forwarder = try await WebForwarder.open(port: 0, candidates: [server.path])
            let shown = "Authorization: Bearer \(forwarder.key)\r\n"
            #expect(forwarder.key.utf8.count == 32)
            #expect(try await Self.ask(forwarder.port, "/v1/parameters", shown).status == 200)
            #expect(try await Self.ask(forwarder.port, "/v1/openapi.json", shown).status == 200)
            for uri in ["/v1/parameters", "/v1/openapi.json", "/nothing", "/v1/token"] {
                for header in ["", "Authorization: Bearer \(String(forwarder.key.reversed()))\r\n"] {
                    let answer = try await Self.ask(forwarder.port, uri, header)
                    #expect(answer.status == 401 && answer.text.contains("the key is the part after the #"), "\(uri)")
                }
            }
            let page = try await Self.ask(forwarder.port, "/")
            #expect(page.status == 200 && page.header("content-security-policy") != nil && page.text.contains("<html"))
            let head = try await Self.ask(forwarder.port, "/", method: "HEAD")
            #expect(head.header("etag") == page.header("etag") && head.header("content-length") == page.header("content-length"))
            let tag = "If-None-Match: \(page.header("etag") ?? "")\r\n"
            #expect(try await Self.ask(forwarder.port, "/", tag).status == 304)
            #expect(try await Self.ask(forwarder.port, "/web/x/y.js").status == 404)
            #expect(try await Self.ask(forwarder.port, "/", method: "DELETE").status == 405)
            // The daemon judges what the key allows.
            #expect(try await Self.ask(forwarder.port, "/v1/export", shown).status == 403)
            #expect(try await Self.ask(forwarder.port, "/v1/token", shown).status == 403)
            // The connection of the key, and the one that asks.
            #expect(await eventually { (try? await server.json("GET", "/v1/status")["connections"]?["open"]?.number) == 2 })
        }
    }

    @Test("however many strangers loop here, they occupy one place of the daemon, and every request with the key is answered")
    func flooded() async throws {
        try await TestServer.with { server async throws in
            let forwarder = try await WebForwarder.open(port: 0, candidates: [server.path])
            let (port, shown) = (forwarder.port, "Authorization: Bearer \(forwarder.key)\r\n")
            let silent = try await blocking { try (0..<200).map { _ in try RawSocket(port: port) } }
            let flood = Task {
                await withTaskGroup(of: Void.self) { group in
                    for number in 0..<16 {
                        group.addTask {
                            // A stranger may be cut off at any time.
                            while !Task.isCancelled { _ = try? await Self.ask(port, ["/", "/v1/openapi.json", "/web/x/y.js"][number % 3]) }
                        }
                    }
                }
            }
            for _ in 0..<30 {
                #expect(try await Self.ask(port, "/v1/parameters/master", shown).status == 200)
                #expect(try await server.request("GET", "/v1/parameters/master").status == 200)
                #expect(try await server.json("GET", "/v1/status")["connections"]?["open"]?.number ?? 99 <= 3)
            }
            flood.cancel()
            await flood.value
            for socket in silent { socket.close() }
        }
    }

    @Test("a connection for which there is no room is told so with 503; one that makes room for another is closed")
    func noRoom() async throws {
        try await TestServer.with(limits: ServerLimits(streams: 88)) { server async throws in
            let forwarder = try await WebForwarder.open(port: 0, candidates: [server.path])
            let port = forwarder.port
            let (first, told) = try await blocking { () throws in
                let first = try RawSocket(port: port)
                let others = try (0..<32).map { _ in try RawSocket(port: port) }
                defer { for socket in others { socket.close() } }
                return (first, String(decoding: try first.receiveAll(), as: UTF8.self))
            }
            first.close()
            #expect(told.isEmpty)
            let (streams, refused) = try await blocking { () throws in
                let streams = try (0..<64).map { _ in
                    let socket = try RawSocket(port: port)
                    try socket.send("GET /v1/events HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(forwarder.key)\r\n\r\n")
                    _ = try socket.receive(until: "event: state")
                    return socket
                }
                let more = try RawSocket(port: port)
                try more.send("PUT /v1/parameters/master HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: 2\r\n\r\n{}")
                return (streams, String(decoding: try more.receiveAll(), as: UTF8.self))
            }
            #expect(refused.hasPrefix("HTTP/1.1 503 ") && refused.contains("urn:faderd:too-many-connections"))
            #expect(refused.contains("no room for another connection"))
            for socket in streams { socket.close() }
        }
    }

    @Test("a daemon that comes later gets the same key; a revoked one it never gets again, and the page is told")
    func anotherDaemon() async throws {
        try await TestServer.with { second async throws in
            let first = try await TestServer.start()
            let revocations = Counter()
            let forwarder = try await WebForwarder.open(
                port: 0, candidates: [first.path, second.path], revoked: { _ in revocations.add() })
            let (port, shown) = (forwarder.port, "Authorization: Bearer \(forwarder.key)\r\n")
            #expect(try await first.json("GET", "/v1/keys").list?.first?["name"]?.text == "web-\(port)")
            #expect(try await Self.ask(port, "/v1/parameters", shown).status == 200)
            await first.stop()
            #expect(try await second.json("GET", "/v1/keys").list?.isEmpty == true)
            #expect(try await Self.ask(port, "/v1/parameters", shown).status == 200)
            #expect(try await second.json("GET", "/v1/keys").list?.first?["name"]?.text == "web-\(port)")
            #expect(try await second.request("DELETE", "/v1/keys/web-\(port)").status == 200)
            for _ in 0..<2 { #expect(try await Self.ask(port, "/v1/parameters", shown).status == 401) }
            #expect(revocations.count == 1)
            #expect(try await second.json("GET", "/v1/keys").list?.isEmpty == true)
            #expect(try await Self.ask(port, "/").status == 200)
        }
    }

    @Test("without a daemon it does not open, and leaves the port free; a daemon that ends is answered for with 503")
    func noDaemon() async throws {
        await #expect(throws: ClientError.notRunning(tried: ["/nowhere/faderd.sock"])) {
            try await WebForwarder.open(port: 0, candidates: ["/nowhere/faderd.sock"])
        }
        let server = try await TestServer.start()
        let forwarder = try await WebForwarder.open(port: 0, candidates: [server.path])
        await server.stop()
        for header in ["", "Authorization: Bearer \(forwarder.key)\r\n"] {
            let answer = try await Self.ask(forwarder.port, header.isEmpty ? "/" : "/v1/parameters", header)
            #expect(answer.status == 503 && answer.text.contains("urn:faderd:unavailable"))
        }
    }
}

/// Counts calls from any thread.
private final class Counter: Sendable {
    private let calls = Mutex(0)
    var count: Int { calls.withLock { $0 } }
    func add() { calls.withLock { $0 += 1 } }
}
