import FaderClient
import Testing

@Suite("The forwarder of faderctl web") struct WebForwarderTests {
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
