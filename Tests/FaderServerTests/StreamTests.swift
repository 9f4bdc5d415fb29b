import FaderAPI
import FaderServer
import Synchronization
import Testing

@Suite(.serialized) struct StreamTests {
    /// The data of the events of a name in a stream's bytes.
    static func data(_ bytes: [UInt8], of name: String) throws -> [JSON] {
        var isWanted = false
        var found: [JSON] = []
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            if line.hasPrefix("event: ") { isWanted = line.dropFirst(7) == name }
            if line.hasPrefix("data: "), isWanted { found.append(try JSON(line.dropFirst(6).utf8)) }
        }
        return found
    }

    private func open(_ server: TestServer, _ uri: String = "/v1/events", until: String = "event: state") async throws -> (
        RawSocket, [UInt8]
    ) {
        try await blocking { [path = server.path] in
            let socket = try RawSocket(unix: path)
            try socket.send(TestServer.text("GET", uri))
            let bytes = try socket.receive(until: until)
            return (
                socket, bytes.containsText("\"}\n\n") || until != "event: state" ? bytes : bytes + (try socket.receive(until: "\"}\n\n"))
            )
        }
    }

    @Test("an event stream begins with the whole state")
    func stateFirst() async throws {
        try await TestServer.with { server async throws in
            let (socket, bytes) = try await open(server)
            #expect(bytes.containsText("Content-Type: text/event-stream"))
            let states = try Self.data(bytes, of: "state")
            #expect(states.count == 1)
            #expect(states[0]["parameters"]?.list?.compactMap { $0["id"]?.text } == ["master", "synth.cutoff"])
            #expect(states[0]["surfaces"]?.list?.count == 2)
            #expect(states[0]["version"]?.text == faderdVersion)
            #expect(bytes.containsText("retry: 1000\n"))
            socket.close()
        }
    }

    @Test("an event that cannot be put into JSON ends the streams that would get it, and nothing else")
    func unencodable() async throws {
        try await TestServer.with { server async throws in
            let (socket, _) = try await open(server)
            let (other, _) = try await open(server, "/v1/events?prefix=master")
            server.service.state.withLock { $0.parameters[1].step = .nan }
            try server.service.change("synth.cutoff", to: 2_000, origin: "hand")
            try server.service.change("master", to: -3, origin: "hand")
            let rest = try await blocking { try socket.receiveAll() }
            #expect(!rest.containsText("synth.cutoff"))
            #expect(rest.containsText("0\r\n\r\n"))
            let told = try await blocking { try other.receive(until: "\"text\":\"-3.0 dB\"") }
            #expect(told.containsText("event: parameter"))
            other.close()
            let again = try await blocking { [path = server.path] in
                let socket = try RawSocket(unix: path)
                try socket.send(TestServer.text("GET", "/v1/events"))
                return try socket.receiveAll()
            }
            #expect(!again.containsText("event: state"))
            #expect(try await server.request("GET", "/v1/parameters/synth.cutoff").status == 500)
            #expect(try await server.request("GET", "/v1/parameters/master").status == 200)
        }
    }

    @Test("a reader that keeps up gets every change, in order")
    func everyChange() async throws {
        try await TestServer.with { server async throws in
            let (socket, _) = try await open(server)
            for step in 1...100 { try server.service.change("master", to: -Double(step) / 2, origin: "hand") }
            let bytes = try await blocking { try socket.receive(until: "\"text\":\"-50.0 dB\"") }
            let values = try Self.data(bytes, of: "parameter").compactMap { $0["value"]?.number }
            #expect(values == (1...100).map { -Double($0) / 2 })
            socket.close()
        }
    }

    @Test("a stream of a prefix tells of nothing else")
    func prefix() async throws {
        try await TestServer.with { server async throws in
            let (socket, bytes) = try await open(server, "/v1/events?prefix=synth.")
            #expect(try Self.data(bytes, of: "state")[0]["parameters"]?.list?.count == 1)
            try server.service.change("master", to: 1, origin: "hand")
            try server.service.change("synth.cutoff", to: 2_000, origin: "hand")
            let more = try await blocking { try socket.receive(until: "2000") }
            #expect(!more.containsText("master"))
            socket.close()
        }
    }

    @Test("after a reload the whole state is told again")
    func reload() async throws {
        try await TestServer.with { server async throws in
            let (socket, _) = try await open(server)
            server.service.state.withLock { $0.parameters[0].label = "Renamed" }
            #expect(try await server.request("POST", "/v1/reload").status == 200)
            let bytes = try await blocking { try socket.receive(until: "\"}\n\n") }
            #expect(try Self.data(bytes, of: "state").last?["parameters"]?.list?.first?["label"]?.text == "Renamed")
            socket.close()
        }
    }

    @Test("around a reload nothing is told of a configuration that is over, and nothing of the new one before its state")
    func configurations() async throws {
        try await TestServer.with { server async throws in
            let (socket, _) = try await open(server)
            let service = server.service
            func tell(_ value: Double, generation: UInt64) {
                var parameter = service.state.withLock { $0.parameters[0] }
                FakeService.set(&parameter, value)
                parameter.revision += UInt64(value)
                let told = parameter
                service.hub.publish(ChangedParameter(id: told.id, revision: told.revision, generation: generation) { _ in told })
            }
            tell(1, generation: 1)
            _ = try await blocking { try socket.receive(until: "\"text\":\"1.0 dB\"") }
            // The mirror has gone on, and the stream is told late: of the end of the old one, of the new one, then again of the old.
            service.state.withLock { $0.generation = 2 }
            tell(2, generation: 2)
            tell(3, generation: 1)
            service.hub.publishReload(2)
            tell(4, generation: 1)
            tell(5, generation: 2)
            let bytes = try await blocking { try socket.receive(until: "\"text\":\"5.0 dB\"") }
            #expect(try Self.data(bytes, of: "parameter").compactMap { $0["value"]?.number } == [2, 5])
            let first = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first { $0.hasPrefix("event: ") }
            #expect(first == "event: state")
            socket.close()
        }
    }

    @Test("a surface that comes or goes is told")
    func surfaces() async throws {
        try await TestServer.with { server async throws in
            let (socket, _) = try await open(server)
            server.service.hub.publish(
                News(EventName.surfaces, [SurfaceResource(name: "desk", match: "X*", state: .waiting)], generation: 1))
            let bytes = try await blocking { try socket.receive(until: "]\n\n") }
            #expect(try Self.data(bytes, of: "surfaces").last?.list?.first?["state"]?.text == "waiting")
            socket.close()
        }
    }

    @Test("a reader that never reads costs bounded memory, delays nobody, and gets the newest value of each parameter when it reads")
    func slowReader() async throws {
        try await TestServer.with(parameters: 50) { server async throws in
            let (socket, _) = try await open(server)
            let before = try Memory.resident()
            // Some 250 bytes each: 37 MB if everything were kept.
            for round in 1...3_000 {
                for index in 0..<50 { try server.service.change("many.\(index)", to: Double(round) / 10_000, origin: "hand") }
            }
            let started = ContinuousClock.now
            #expect(try await server.request("GET", "/v1/parameters/master").status == 200)
            #expect(ContinuousClock.now - started < .seconds(1))
            #expect(try Memory.resident() - before < 20_000_000)
            try server.service.change("master", to: 3, origin: "hand")
            let bytes = try await blocking { try socket.receive(until: "\"text\":\"3.0 dB\"") }
            var newest: [String: Double] = [:]
            for change in try Self.data(bytes, of: "parameter") { newest[change["id"]?.text ?? ""] = change["value"]?.number }
            for index in 0..<50 { #expect(newest["many.\(index)"] == 0.3, "many.\(index)") }
            #expect(bytes.count < 10_000_000)
            socket.close()
        }
    }

    @Test("sixteen streams may be open; the next is 503, until one closes")
    func streamLimit() async throws {
        try await TestServer.with { server async throws in
            var sockets: [RawSocket] = []
            for _ in 0..<16 { sockets.append(try await open(server).0) }
            #expect(try await server.request("GET", "/v1/events").status == 503)
            #expect(try await server.request("GET", "/v1/monitor").status == 503)
            #expect(try await server.json("GET", "/v1/status")["connections"]?["streams"]?.number == 16)
            sockets.removeLast().close()
            #expect(try await eventually { try await server.json("GET", "/v1/status")["connections"]?["streams"]?.number == 15 })
            _ = try await open(server).0
            for socket in sockets { socket.close() }
        }
    }

    @Test("the monitor stream tells every message while somebody reads it, and nothing is asked for when nobody does")
    func monitor() async throws {
        try await TestServer.with { server async throws in
            #expect(!server.service.hub.isMonitored)
            let (socket, _) = try await open(server, "/v1/monitor?surface=desk", until: ": connected")
            #expect(try await eventually { server.service.state.withLock(\.monitoring) == .surfaces && server.service.hub.isMonitored })
            for (surface, raw) in [("desk", 64), ("box", 65), ("desk", 66)] {
                server.service.hub.publish(
                    MonitorResource(
                        time: "2026-02-03T04:05:06.789Z", surface: surface, direction: .received, message: "cc 7 ch 1 = \(raw)", raw: raw,
                        control: "fader.1"))
            }
            let bytes = try await blocking { try socket.receive(until: "= 66") }
            #expect(try Self.data(bytes + Array("\n\n".utf8), of: "message").compactMap { $0["message"]?.text }.first == "cc 7 ch 1 = 64")
            #expect(!bytes.containsText("= 65"))
            socket.close()
            #expect(try await eventually { server.service.state.withLock(\.monitoring) == .off && !server.service.hub.isMonitored })
        }
    }

    @Test("who asks for all hears controllers without a surface, nobody else does, and they are listened to only as long")
    func monitorAll() async throws {
        try await TestServer.with { server async throws in
            func scope() -> MonitorScope { server.service.state.withLock(\.monitoring) }
            func tell(_ client: String?, _ raw: Int) {
                server.service.hub.publish(
                    MonitorResource(
                        time: "2026-02-03T04:05:06.789Z", surface: client == nil ? "desk" : nil, client: client, direction: .received,
                        message: "cc 7 ch 1 = \(raw)", raw: raw))
            }
            let (plain, _) = try await open(server, "/v1/monitor", until: ": connected")
            #expect(try await eventually { scope() == .surfaces })
            let (all, _) = try await open(server, "/v1/monitor?all=true", until: ": connected")
            #expect(try await eventually { scope() == .all })
            tell("nanoKONTROL2", 64)
            tell(nil, 65)
            let heard = try await blocking { (try all.receive(until: "= 65"), try plain.receive(until: "= 65")) }
            #expect(heard.0.containsText("\"client\":\"nanoKONTROL2\"") && heard.0.containsText("= 64"))
            #expect(!heard.1.containsText("= 64"))
            all.close()
            #expect(try await eventually { scope() == .surfaces })
            plain.close()
            #expect(try await eventually { scope() == .off })
            for query in ["all=yes", "all=true&surface=desk"] {
                #expect(try await server.request("GET", "/v1/monitor?\(query)").status == 400, "\(query)")
            }
        }
    }

    @Test("while nobody listens, nothing is kept")
    func nobodyListens() async throws {
        try await TestServer.with { server async throws in
            #expect(!server.service.hub.isWatched)
            let (socket, _) = try await open(server)
            #expect(server.service.hub.isWatched)
            socket.close()
            #expect(try await eventually { !server.service.hub.isWatched })
        }
    }

    @Test("a stop ends open streams in good order within a second, and the socket is gone")
    func stop() async throws {
        let server = try await TestServer.start()
        var sockets: [RawSocket] = []
        for _ in 0..<3 { sockets.append(try await open(server).0) }
        let idle = try await blocking { [path = server.path] in try RawSocket(unix: path) }
        let started = ContinuousClock.now
        await server.stop()
        #expect(ContinuousClock.now - started < .seconds(1))
        for socket in sockets { #expect(try await blocking { try socket.receiveAll() }.containsText("0\r\n\r\n")) }
        #expect(try await blocking { try idle.receiveAll() }.isEmpty)
        await #expect(throws: RawSocket.SystemFailure.self) { try await blocking { [path = server.path] in _ = try RawSocket(unix: path) } }
    }

    @Test("a stop lets an answer under way be given")
    func stopWhileAnswering() async throws {
        let server = try await TestServer.start()
        server.service.state.withLock { $0.hold = .milliseconds(300) }
        async let answer = server.request("PUT", "/v1/parameters/master", body: #"{"value":1}"#)
        try await Task.sleep(for: .milliseconds(100))
        await server.stop()
        #expect(try await answer.status == 200)
    }

    @Test("a stop waits for a disk that hangs no longer than a second")
    func stopWhileHanging() async throws {
        let server = try await TestServer.start()
        server.service.state.withLock { $0.hold = .seconds(4) }
        async let answer = server.request("PUT", "/v1/parameters/master", body: #"{"value":1}"#)
        try await Task.sleep(for: .milliseconds(150))
        let started = ContinuousClock.now
        await server.stop()
        #expect(ContinuousClock.now - started < .milliseconds(1_300))
        #expect(try await answer.status == 0)
    }

    @Test("a stop waits for a reader that never reads no longer than a second")
    func stopWithStuckReader() async throws {
        let server = try await TestServer.start(parameters: 50)
        let (socket, _) = try await open(server)
        for round in 1...200 {
            for index in 0..<50 { try server.service.change("many.\(index)", to: Double(round) / 10_000, origin: "hand") }
        }
        let started = ContinuousClock.now
        await server.stop()
        #expect(ContinuousClock.now - started < .milliseconds(1_300))
        socket.close()
    }

    @Test("a reader that leaves is forgotten")
    func leaving() async throws {
        try await TestServer.with { server async throws in
            for _ in 0..<50 {
                let (socket, _) = try await open(server)
                socket.close()
            }
            #expect(try await eventually { try await server.json("GET", "/v1/status")["connections"]?["open"]?.number == 1 })
            #expect(!server.service.hub.isWatched)
        }
    }

    @Test("a client of HTTP/1.0 gets a stream without chunks")
    func oldClient() async throws {
        try await TestServer.with { server async throws in
            let bytes = try await blocking { [path = server.path] in
                let socket = try RawSocket(unix: path)
                try socket.send("GET /v1/events HTTP/1.0\r\n\r\n")
                return try socket.receive(until: "\"}\n\n")
            }
            #expect(!String(decoding: bytes, as: UTF8.self).lowercased().contains("transfer-encoding"))
            #expect(bytes.containsText("\r\n\r\n: connected\nretry: 1000\n\nevent: state\ndata: {"))
        }
    }
}
