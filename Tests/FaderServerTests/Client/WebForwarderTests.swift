import FaderClient
import Glibc
import Testing

@Suite("The forwarder of faderctl web") struct WebForwarderTests {
    @Test("a connection whose first request does not come in time is closed, even if bytes keep coming; headers over 16 KiB are refused")
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
            let status = try await blocking {
                let socket = try RawSocket(port: port)
                try socket.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nX: \(String(repeating: "x", count: 20_000))\r\n\r\n")
                return try socket.answer()?.status
            }
            #expect(status == 400)
        }
    }

    @Test("a connection without a complete request is closed; a quiet stream is not")
    func idle() async throws {
        try await TestServer.with { server async throws in
            let forwarder = try await WebForwarder.open(port: 0, candidates: [server.path], idleTime: 200)
            let (port, token) = (forwarder.port, forwarder.token)
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
}
