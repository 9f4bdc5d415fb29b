import FaderAPI
import FaderDaemon
import FaderRig
import FaderTesting
import Testing

@testable import FaderServer

@Suite(.serialized) struct BatchStreamTests {
    private static func open(_ server: TestServer, _ query: String) async throws -> RawSocket {
        try await blocking { [path = server.path] in
            let socket = try RawSocket(unix: path)
            try socket.send(TestServer.text("GET", "/v1/events?\(query)"))
            _ = try socket.receive(until: "\"}\n\n")
            return socket
        }
    }

    /// Everything received up to the end of the event, usually a batch, that contains a text.
    private static func batches(_ socket: RawSocket, until text: String, end: String = "]]\n\n") throws -> [UInt8] {
        let bytes = try socket.receive(until: text)
        let all = String(decoding: bytes, as: UTF8.self)
        let isWhole = all.ranges(of: text).last.map { all[$0.upperBound...].contains(end) } ?? false
        return isWhole ? bytes : bytes + (try socket.receive(until: end))
    }

    @Test("a batch has the newest values of all changes, in short form, with a limited number of batches a second")
    func newest() async throws {
        try await TestServer.with { server async throws in
            let socket = try await Self.open(server, "form=batch&rate=5")
            let started = ContinuousClock.now
            for step in 1...200 {
                try await server.change("master", to: -Double(step) / 4)
                try await server.change("synth.cutoff", to: 1_000 + Double(step))
                try await Task.sleep(for: .milliseconds(5))
            }
            let bytes = try await blocking { try Self.batches(socket, until: "\"-50.0 dB\"") }
            let batches = try StreamTests.data(bytes, of: "batch")
            let most = Int((ContinuousClock.now - started) / Duration.milliseconds(200)) + 2
            #expect((2...most).contains(batches.count))
            let last = try #require(batches.last?.list)
            #expect(last.map { $0.list?.first?.text } == ["master", "synth.cutoff"])
            #expect(last.first?.list?.count == 5)
            #expect(last.first?.list?[1].number == 200)
            #expect(!bytes.containsText("event: parameter"))
            socket.close()
        }
    }

    @Test("news of the history comes with the batches: once a tick at most, after the values, and the newest in the end")
    func history() async throws {
        try await TestServer.with { server async throws in
            let socket = try await Self.open(server, "form=batch&rate=5")
            let started = ContinuousClock.now
            for step in 1...60 { try await server.change("master", to: -Double(step) / 4) }
            let bytes = try await blocking { try Self.batches(socket, until: "\"newest\":60", end: "\n\n") }
            let most = Int((ContinuousClock.now - started) / Duration.milliseconds(200)) + 2
            let history = try StreamTests.data(bytes, of: "history")
            #expect((1...most).contains(history.count), "\(history.count)")
            #expect(bytes.containsText("\"-15.0 dB\""), "the value comes first")
            socket.close()
        }
    }

    @Test("a batch stream for a prefix has nothing else, and a wrong form or rate is 400")
    func queries() async throws {
        try await TestServer.with { server async throws in
            let socket = try await Self.open(server, "form=batch&prefix=synth.")
            try await server.change("master", to: -1)
            try await server.change("synth.cutoff", to: 2_000)
            #expect(!(try await blocking { try socket.receive(until: "2000") }).containsText("master"))
            socket.close()
            for query in [
                "form=short", "rate=10", "form=batch&rate=0", "form=batch&rate=101", "values=true", "form=batch&values=yes",
                "form=batch&rate=x", "form=parameter&rate=3",
            ] {
                #expect(try await server.request("GET", "/v1/events?\(query)").status == 400, "\(query)")
            }
        }
    }

    @Test("a slow reader of batches gets the newest values when it reads, and nothing is kept for it meanwhile")
    func slowReader() async throws {
        await #expect(processExitsWith: .success) {
            try await TestServer.with(setup: .server(parameters: 50)) { server async throws in
                let socket = try await Self.open(server, "form=batch")
                let before = try Memory.resident()
                let parameters = await server.daemon.parameters.all(for: ViewerRequest())().filter { $0.id.hasPrefix("many.") }
                let generation = await server.daemon.state(for: ViewerRequest())().generation
                for round in 1...1_500 {
                    for index in parameters.indices {
                        if round.isMultiple(of: 300) { try await server.drag("many.\(index)", to: Double(round) / 10_000) }
                        await server.tell(of: parameters[index], Double(round) / 10_000, generation: generation)
                    }
                }
                #expect(try Memory.resident() - before < 5_000_000)
                #expect(try await server.request("GET", "/v1/parameters/master").status == 200)
                try await server.change("master", to: 3)
                let bytes = try await blocking { try Self.batches(socket, until: "\"3.0 dB\"") }
                var newest: [String: Double] = [:]
                for entry in try StreamTests.data(bytes, of: "batch").flatMap({ $0.list ?? [] }) {
                    newest[entry.list?[0].text ?? ""] = entry.list?[1].number
                }
                for index in 0..<50 { #expect(newest["many.\(index)"] == 5, "many.\(index)") }
                socket.close()
            }
        }
    }

    @Test("an open stream of either form, and the monitor, gets signs of life")
    func heartbeat() async throws {
        try await TestServer.with(limits: ServerLimits(heartbeat: 50)) { server async throws in
            for path in ["/v1/events", "/v1/events?form=batch", "/v1/monitor"] {
                let bytes = try await blocking { [socketPath = server.path] in
                    let socket = try RawSocket(unix: socketPath)
                    defer { socket.close() }
                    try socket.send(TestServer.text("GET", path))
                    return try socket.receive(until: "\n:\n\n") + (try socket.receive(until: "\n:\n\n"))
                }
                #expect(bytes.containsText("retry: 1000"), "\(path)")
            }
        }
    }

    @Test("texts in a batch are valid JSON, whatever they contain")
    func quoting() throws {
        let text = "a\"b\\c\n\u{1}é\u{7F}"
        let entry = Batch.Entry(id: "a", revision: 1, position: nil, text: text, isTouched: true)
        let json = try JSON(Batch([entry, entry], stamp: 1).json())
        #expect(json.list?.count == 2)
        #expect(json.list?[1].list?[3].text == text)
        #expect(String(decoding: Batch([entry], stamp: 1).json(), as: UTF8.self).hasPrefix("[[\"a\",1,null,\"a\\\"b"))
    }
}
