import FaderAPI
import FaderServer
import FaderTesting
import Testing

@Suite(.serialized) struct FuzzTests {
    @Test("any bytes are answered with a clear error or a closed connection, and the next client is served")
    func garbage() async throws {
        try await TestServer.with(limits: ServerLimits(requestTime: 300)) { server async throws in
            var dice = SeededGenerator(seed: 7)
            for round in 0..<150 {
                let bytes = (0..<Int.random(in: 1...600, using: &dice)).map { _ in UInt8.random(in: 0...255, using: &dice) }
                let status = try await blocking { [path = server.path] in
                    let socket = try RawSocket(unix: path)
                    try? socket.send(bytes)
                    socket.shutdownWriting()
                    return try socket.answer()?.status
                }
                #expect(status == nil || (400..<600).contains(status ?? 0), "round \(round)")
            }
            #expect(try await server.request("GET", "/v1/parameters/master").status == 200)
            #expect(try await eventually { try await server.json("GET", "/v1/status")["connections"]?["open"]?.number == 1 })
        }
    }

    @Test("a good request with a few bytes changed never traps the server")
    func mutations() async throws {
        let seeds = [
            TestServer.text("PUT", "/v1/parameters/master", body: #"{"text":"-6 dB"}"#),
            TestServer.text("POST", "/v1/parameters/master/step", body: #"{"by":-2}"#),
            TestServer.text("GET", "/v1/parameters?prefix=%73ynth"),
            TestServer.text("PUT", "/v1/virtual/fader.1", body: #"{"position":0.5}"#),
        ]
        try await TestServer.with(limits: ServerLimits(requestTime: 200)) { server async throws in
            var dice = SeededGenerator(seed: 11)
            for round in 0..<400 {
                var bytes = Array(seeds[round % seeds.count].utf8)
                for _ in 0...Int.random(in: 0...3, using: &dice) {
                    let place = Int.random(in: 0..<bytes.count, using: &dice)
                    switch Int.random(in: 0...2, using: &dice) {
                    case 0: bytes[place] = UInt8.random(in: 0...255, using: &dice)
                    case 1: bytes.remove(at: place)
                    default: bytes.insert(contentsOf: bytes[place...].prefix(Int.random(in: 1...40, using: &dice)), at: place)
                    }
                }
                _ = try await blocking { [path = server.path, bytes] in
                    let socket = try RawSocket(unix: path)
                    try? socket.send(bytes)
                    socket.shutdownWriting()
                    return try socket.receiveAll().count
                }
            }
            #expect(try await server.request("GET", "/v1/parameters/master").status == 200)
        }
    }
}
