import FaderAPI
import FaderKit
import FaderRig
import FaderServer
import FaderTesting
import Glibc
import Testing

@testable import FaderCLI

@Suite(.serialized) struct LimitTests {
    @Test("a thousand requests sent at once behind a slow one are all answered, in their order")
    func pipeline() async throws {
        try await TestServer.with { server async throws in
            let disk = server.hangDisk()
            let requests =
                TestServer.text("PUT", "/v1/parameters/master", body: #"{"text":"-3"}"#)
                + (0..<1_000).map { TestServer.text("GET", "/v1/parameters/\($0.isMultiple(of: 2) ? "master" : "synth.cutoff")") }.joined()
            let ids = try await blocking { [path = server.path] in
                let socket = try RawSocket(unix: path)
                try socket.send(requests)
                disk.letGo()
                return try (0...1_000).map { _ in try JSON(socket.answer()?.body ?? [])["id"]?.text }
            }
            #expect(ids == ["master"] + (0..<1_000).map { $0.isMultiple(of: 2) ? "master" : "synth.cutoff" })
        }
    }

    @Test("a body of 64 KiB is read, one byte more is 413")
    func bodyLimit() async throws {
        try await TestServer.with { server async throws in
            let filler = 64 * 1024 - #"{"text":""}"#.utf8.count
            for (extra, status) in [(0, 422), (1, 413)] {
                let body = #"{"text":"\#(String(repeating: "x", count: filler + extra))"}"#
                #expect(try await server.request("PUT", "/v1/parameters/master", body: body).status == status)
            }
        }
    }

    @Test("a body without a length is cut off at 64 KiB too, and the answer arrives while the client still sends")
    func chunkedBodyLimit() async throws {
        try await TestServer.with { server async throws in
            let status = try await blocking { [path = server.path] in
                let socket = try RawSocket(unix: path)
                try socket.send(
                    "PUT /v1/parameters/master HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
                let chunk = "4000\r\n" + String(repeating: "x", count: 0x4000) + "\r\n"
                for _ in 0..<8 { try? socket.send(chunk) }
                return try socket.answer()?.status
            }
            #expect(status == 413)
        }
    }

    @Test("a chunked body is accepted like one with a length")
    func chunkedBody() async throws {
        try await TestServer.with { server async throws in
            let status = try await blocking { [path = server.path] in
                let socket = try RawSocket(unix: path)
                try socket.send(
                    "PUT /v1/parameters/master HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + "5\r\n{\"val\r\n6\r\nue\":1}\r\n0\r\n\r\n")
                return try socket.answer()?.status
            }
            #expect(status == 200)
        }
    }

    @Test(
        "a request whose length, coding or header is none is refused with a problem, and changes nothing",
        arguments: [
            ("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
            ("Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", 400), ("Content-Length: -1\r\n\r\n", 400),
            ("Content-Length: 99999999999999999999\r\n\r\n", 400), ("X : y\r\nContent-Length: 2\r\n\r\n{}", 400),
            ("X: a\0b\r\nContent-Length: 2\r\n\r\n{}", 400), ("Expect: magic\r\nContent-Length: 2\r\n\r\n{}", 417),
            ("Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}", 415),
        ] as [(String, Int)])
    func malformed(rest: String, status: Int) async throws {
        try await TestServer.with { server async throws in
            let answer = try await blocking { [path = server.path] in
                let socket = try RawSocket(unix: path)
                try socket.send("PUT /v1/parameters/master HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" + rest)
                return try socket.answer()
            }
            #expect(answer?.status == status && answer?.header("content-type") == "application/problem+json", "\(answer?.text ?? "")")
            #expect(try await server.revision() == 0)
        }
    }

    @Test("headers over 16 KiB are 431, complete or not, in one or in many")
    func headLimit() async throws {
        try await TestServer.with { server async throws in
            let long = "X: \(String(repeating: "x", count: 17 * 1024))"
            let many = (0..<60).map { "X-\($0): \(String(repeating: "y", count: 300))\r\n" }.joined()
            #expect(try await server.request("GET", "/v1/status", headers: long + "\r\n").status == 431)
            #expect(try await server.request("GET", "/v1/status", headers: many).status == 431)
            #expect(try await server.request("GET", "/v1/" + String(repeating: "u", count: 17 * 1024)).status == 431)
            let endless = try await blocking { [path = server.path] in
                let socket = try RawSocket(unix: path)
                try? socket.send("GET /v1/status HTTP/1.1\r\n" + long)
                return try socket.answer()?.status
            }
            #expect(endless == 431)
        }
    }

    @Test(
        "a request that does not arrive in time is 408 and closed, wherever it stops",
        arguments: [
            "G", "GET /v1/status HTT", "GET /v1/status HTTP/1.1\r\nHost: x\r\n",
            "PUT /v1/parameters/master HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
            "PUT /v1/parameters/master HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5",
        ])
    func slowRequest(start: String) async throws {
        try await TestServer.with(limits: ServerLimits(requestTime: 150)) { server async throws in
            let (status, rest) = try await blocking { [path = server.path] in
                let socket = try RawSocket(unix: path)
                try socket.send(start)
                let status = try socket.answer()?.status
                return (status, try socket.receiveAll().count)
            }
            #expect(status == 408)
            #expect(rest == 0)
        }
    }

    @Test("of 200 connections at most as many are kept as there are places, and a new client is answered at once")
    func manyConnections() async throws {
        try await TestServer.with(limits: ServerLimits(connections: 64)) { server async throws in
            let sockets = try await blocking { [path = server.path] in try (0..<200).map { _ in try RawSocket(unix: path) } }
            let count = try await ticks { () async throws in #expect(try await server.request("GET", "/v1/parameters/master").status == 200)
            }
            #expect(count < 10)
            #expect(try await server.json("GET", "/v1/status")["connections"]?["open"]?.number ?? 99 <= 64)
            for socket in sockets { socket.close() }
            #expect(try await eventually { try await server.json("GET", "/v1/status")["connections"]?["open"]?.number == 1 })
        }
    }

    @Test("a client, and a browser behind faderctl web, are told that there is no room, not that the daemon does not answer")
    func noRoom() async throws {
        // One is the forwarder's own.
        try await TestServer.with(limits: ServerLimits(connections: 2)) { server async throws in
            let disk = server.hangDisk()
            let forwarder = try await WebForwarder.open(port: 0, candidates: [server.path])
            let (port, token) = (forwarder.port, forwarder.key)
            let busy = try await blocking { [path = server.path] in
                let socket = try RawSocket(unix: path)
                try socket.send(TestServer.text("PUT", "/v1/parameters/master", body: #"{"value": 1}"#))
                return socket
            }
            #expect(try await eventually { try await server.revision() == 1 })
            await #expect(throws: ClientError.busy(path: server.path)) {
                try await DaemonClient(candidates: [server.path]).parameters()
            }
            let answer = try await blocking {
                let socket = try RawSocket(port: port)
                try socket.send(
                    "GET /v1/status HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token)\r\nConnection: close\r\n\r\n")
                return try socket.receiveAll()
            }
            #expect(answer.containsText("503") && answer.containsText("has no room for another connection"))
            disk.letGo()
            _ = try await blocking { try busy.answer()?.status }
        }
    }

    @Test("a client that leaves before its answer keeps its place until the daemon is done")
    func leavingClients() async throws {
        try await TestServer.with(limits: ServerLimits(connections: 2)) { server async throws in
            let disk = server.hangDisk()
            try await blocking { [path = server.path] in
                for value in 1...2 {
                    let socket = try RawSocket(unix: path)
                    try socket.send(TestServer.text("PUT", "/v1/parameters/master", body: #"{"value":\#(value)}"#))
                }
            }
            #expect(try await eventually { try await server.revision() == 2 })
            // Give the server time to see that they have left.
            try await Task.sleep(for: .milliseconds(100))
            #expect(try await server.request("GET", "/v1/status").status == 503)
            disk.letGo()
            #expect(try await eventually { try await server.request("GET", "/v1/status").status == 200 })
        }
    }

    @Test("the answers to a client that never reads do not grow in memory without bound")
    func pipeliningWithoutReading() async throws {
        await #expect(processExitsWith: .success) {
            try await TestServer.with(setup: .server(parameters: 400)) { server async throws in
                let before = try Memory.resident()
                let sent = try await blocking { [path = server.path] in
                    let socket = try RawSocket(unix: path)
                    socket.setTimeout(seconds: 1)
                    let requests = Array(String(repeating: TestServer.text("GET", "/v1/parameters"), count: 100).utf8)
                    var sent = 0
                    // Each is answered with about 100 KB: 2,000 answers would be 200 MB.
                    for _ in 0..<20 {
                        do { try socket.send(requests) } catch { break }
                        sent += 1
                    }
                    return sent
                }
                #expect(try Memory.resident() - before < 40_000_000, "\(sent)")
                #expect(try await server.request("GET", "/v1/parameters/master").status == 200)
            }
        }
    }

    @Test("a client that closes its sending side is still answered, then closed")
    func halfClosed() async throws {
        try await TestServer.with { server async throws in
            let (status, rest) = try await blocking { [path = server.path] in
                let socket = try RawSocket(unix: path)
                try socket.send(TestServer.text("GET", "/v1/parameters/master"))
                socket.shutdownWriting()
                let status = try socket.answer()?.status
                return (status, try socket.receiveAll().count)
            }
            #expect((status, rest) == (200, 0))
            let isGone = try await eventually { try await server.json("GET", "/v1/status")["connections"]?["open"]?.number == 1 }
            #expect(isGone)
        }
    }

    @Test(
        "anything but HTTP/1.1 is refused, however its first line arrives",
        arguments: ["HTTP/1.0", "RTSP/1.0", "ICE/1.0", "HTTP/0.9", "HTTP/2.0", "XHTTP/1.1"])
    func otherProtocols(version: String) async throws {
        try await TestServer.with { server async throws in
            for pieces in [
                ["GET /v1/status \(version)\r\nHost: x\r\n\r\n"], ["\r\nGET /v1/status", " ", "\(version)\r", "\nHost: x\r\n\r\n"],
            ] {
                let status = try await blocking { [path = server.path] in
                    let socket = try RawSocket(unix: path)
                    for piece in pieces { try socket.send(piece) }
                    return try socket.answer()?.status
                }
                #expect(status == 505 || status == 400, "\(pieces)")
            }
        }
    }

    @Test("a connection that began with HTTP/1.1 cannot change to another protocol")
    func changedProtocol() async throws {
        try await TestServer.with { server async throws in
            let (first, second) = try await blocking { [path = server.path] in
                let socket = try RawSocket(unix: path)
                try socket.send(TestServer.text("GET", "/v1/parameters/master") + "GET /v1/status RTSP/1.0\r\nHost: x\r\n\r\n")
                return (try socket.answer()?.status, try socket.answer()?.status)
            }
            #expect(first == 200)
            #expect(second == 505)
        }
    }

    @Test("blanks around the value of a header are ignored")
    func blanks() async throws {
        try await TestServer.with { server async throws in
            let body = #"{"value":-3}"#
            let status = try await blocking { [path = server.path] in
                let socket = try RawSocket(unix: path)
                try socket.send(
                    "PUT /v1/parameters/master HTTP/1.1\r\nHost: \t x \t\r\nContent-Type:\tapplication/json \r\n"
                        + "Content-Encoding: identity \t\r\nExpect:  100-continue \r\nContent-Length: \(body.utf8.count) \r\n\r\n")
                guard try socket.answer(hasBody: false)?.status == 100 else { return nil as Int? }
                try socket.send(body)
                return try socket.answer()?.status
            }
            #expect(status == 200)
        }
    }

    @Test("HTTP/1.0 is refused with what a proxy has to be told, by faderctl web, too; HTTP/2 is not understood")
    func versions() async throws {
        try await TestServer.with { server async throws in
            let forwarder = try await WebForwarder.open(port: 0, candidates: [server.path])
            let (old, forwarded, new) = try await blocking { [path = server.path, port = forwarder.port] in
                let socket = try RawSocket(unix: path)
                try socket.send("GET /v1/parameters/master HTTP/1.0\r\n\r\n")
                let page = try RawSocket(port: port)
                try page.send("GET / HTTP/1.0\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
                let other = try RawSocket(unix: path)
                try other.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
                return (try socket.receiveAll(), try page.receiveAll(), try other.answer()?.status)
            }
            for answer in [old, forwarded] {
                #expect(answer.containsText("HTTP/1.1 505 ") && answer.containsText("nginx: proxy_http_version 1.1"))
            }
            #expect([400, 405, 505, nil].contains(new))
        }
    }
}
