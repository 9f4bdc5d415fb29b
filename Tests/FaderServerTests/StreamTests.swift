import FaderAPI
import FaderConsole
import FaderDaemon
import FaderMIDI
import FaderRig
import FaderSystem
import FaderTesting
import FaderValues
import NIOCore
import NIOHTTP1
import Testing

@testable import FaderServer
@testable import struct FaderServer.Response

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

    private static func open(_ server: TestServer, _ uri: String = "/v1/events", until: String = "event: state") async throws -> (
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
            let (socket, bytes) = try await Self.open(server)
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

    @Test("an event that cannot be encoded as JSON ends the streams that would get it, and nothing else")
    func unencodable() async throws {
        try await TestServer.with { server async throws in
            let (socket, _) = try await Self.open(server)
            let (other, _) = try await Self.open(server, "/v1/events?prefix=master")
            let odd = try await Self.unencodable(server)
            let generation = await server.daemon.state(for: ViewerRequest())().generation
            await server.hub.publish(ChangedParameter(id: odd.id, revision: 1, generation: generation) { _ in odd })
            try await server.change("master", to: -3)
            let rest = try await blocking { try socket.receiveAll() }
            #expect(!rest.containsText("synth.cutoff"))
            #expect(rest.containsText("0\r\n\r\n"))
            let told = try await blocking { try other.receive(until: "\"text\":\"-3.0 dB\"") }
            #expect(told.containsText("event: parameter"))
            other.close()
            #expect(try await server.request("GET", "/v1/parameters/master").status == 200)
        }
    }

    /// A parameter that JSON cannot hold; the daemon has none.
    private static func unencodable(_ server: TestServer) async throws -> ParameterResource {
        var odd = try await server.rig.parameter("synth.cutoff")
        odd.step = .nan
        return odd
    }

    /// Where a stream writes to.
    private final class Outlet: EventStream.Outlet {
        var written: [UInt8] = []
        var failures: [String] = []
        var isWritable: Bool { true }
        func write(_ bytes: [UInt8]) { written += bytes }
        func flush() {}
        func requestState(for target: StreamTarget) {}
        func batch(since stamp: UInt64, generation: UInt64, of filter: StreamFilter, for viewer: ViewerRequest) -> Batch? { nil }
        func tick(at moment: NIODeadline) {}
        func fail(_ reason: String) { failures.append(reason) }
    }

    @Test("a state that cannot be encoded as JSON ends its stream, an answer that cannot is 500")
    func unencodableAnswers() async throws {
        try await TestServer.with { server async throws in
            let odd = try await Self.unencodable(server)
            let outlet = Outlet()
            let stream = EventStream(.changes(prefix: "", viewer: ViewerRequest(), form: .long), outlet: outlet)
            stream.start()
            stream.take(RenderedState(StatePicture(StateEvent(parameters: [odd], surfaces: []), generation: 1), of: ""))
            #expect(outlet.failures.count == 1)
            #expect(!outlet.written.containsText("event: state"))
            #expect(Response(odd).status == .internalServerError)
        }
    }

    @Test("a reader that keeps up gets every change, in order")
    func everyChange() async throws {
        try await TestServer.with { server async throws in
            let (socket, _) = try await Self.open(server)
            for step in 1...100 { try await server.change("master", to: -Double(step) / 2) }
            let bytes = try await blocking { try socket.receive(until: "\"text\":\"-50.0 dB\"") }
            let values = try Self.data(bytes, of: "parameter").compactMap { $0["value"]?.number }
            #expect(values == (1...100).map { -Double($0) / 2 })
            socket.close()
        }
    }

    @Test("after a reload the whole state is sent again")
    func reload() async throws {
        try await TestServer.with { server async throws in
            let (socket, _) = try await Self.open(server)
            try server.rig.write(config: Rig.Setup.server().config.replacing("label: Master", with: "label: Renamed"))
            #expect(try await server.request("POST", "/v1/reload").status == 200)
            let bytes = try await blocking { try socket.receive(until: "Renamed", then: "\"}\n\n") }
            #expect(try Self.data(bytes, of: "state").last?["parameters"]?.list?.first?["label"]?.text == "Renamed")
            socket.close()
        }
    }

    @Test("around a reload nothing is sent about the old configuration, and nothing about the new one before its state")
    func configurations() async throws {
        let hub = EventHub()
        try await TestServer.with(hub: hub) { server async throws in
            let (socket, _) = try await Self.open(server)
            let parameter = try await server.rig.parameter("master")
            @Owner func tell(_ value: Double, generation: UInt64) {
                var told = parameter
                (told.value, told.text, told.revision) = (.number(value), "\(value) dB", parameter.revision + UInt64(value))
                hub.publish(ChangedParameter(id: told.id, revision: told.revision, generation: generation) { [told] _ in told })
            }
            let old = await server.daemon.state(for: ViewerRequest())().generation
            await tell(1, generation: old)
            _ = try await blocking { try socket.receive(until: "\"text\":\"1.0 dB\"") }
            try server.rig.write(config: Rig.Setup.server().config.replacing("label: Master, min: -70", with: "label: Master, min: -80"))
            // The daemon has reloaded; now the stream gets late events of the old configuration, of the new one, then of the old one again.
            _ = try await server.daemon.configurations.reload()
            let new = await server.daemon.state(for: ViewerRequest())().generation
            #expect(new > old)
            await tell(2, generation: new)
            await tell(3, generation: old)
            await hub.publishReload(new)
            await tell(4, generation: old)
            await tell(5, generation: new)
            let bytes = try await blocking { try socket.receive(until: "\"text\":\"5.0 dB\"") }
            #expect(try Self.data(bytes, of: "parameter").compactMap { $0["value"]?.number } == [2, 5])
            let first = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first { $0.hasPrefix("event: ") }
            #expect(first == "event: state")
            socket.close()
        }
    }

    @Test("a surface that appears or disappears is reported")
    func surfaces() async throws {
        try await TestServer.with { server async throws in
            let (socket, _) = try await Self.open(server)
            server.rig.surface.attach(to: nil)
            let bytes = try await blocking { try socket.receive(until: "]\n\n") }
            #expect(try Self.data(bytes, of: "surfaces").last?.list?.first?["state"]?.text == "waiting")
            socket.close()
        }
    }

    @Test("a slow reader costs limited memory, delays nothing, and gets the newest value of each parameter when it reads")
    func slowReader() async throws {
        await #expect(processExitsWith: .success) {
            try await TestServer.with(setup: .server(parameters: 50)) { server async throws in
                let (socket, _) = try await Self.open(server)
                let before = try Memory.resident()
                // About 250 bytes each: 19 MB if everything were kept.
                let parameters = await server.daemon.parameters.all(for: ViewerRequest())().filter { $0.id.hasPrefix("many.") }
                let generation = await server.daemon.state(for: ViewerRequest())().generation
                for round in 1...1_500 {
                    for parameter in parameters { await server.tell(of: parameter, Double(round) / 10_000, generation: generation) }
                }
                let count = try await ticks { () async throws in
                    #expect(try await server.request("GET", "/v1/parameters/master").status == 200)
                }
                #expect(count < 10)
                #expect(try Memory.resident() - before < 10_000_000)
                try await server.change("master", to: 3)
                let bytes = try await blocking { try socket.receive(until: "\"text\":\"3.0 dB\"") }
                var newest: [String: Double] = [:]
                for change in try Self.data(bytes, of: "parameter") { newest[change["id"]?.text ?? ""] = change["value"]?.number }
                for index in 0..<50 { #expect(newest["many.\(index)"] == 0.15, "many.\(index)") }
                #expect(bytes.count < 5_000_000)
                socket.close()
            }
        }
    }

    @Test("64 streams may be open; the next is 503, until one closes")
    func streamLimit() async throws {
        try await TestServer.with { server async throws in
            var sockets: [RawSocket] = []
            for _ in 0..<64 { sockets.append(try await Self.open(server).0) }
            #expect(try await server.request("GET", "/v1/events").status == 503)
            #expect(try await server.request("GET", "/v1/monitor").status == 503)
            #expect(try await server.json("GET", "/v1/status")["connections"]?["streams"]?.number == 64)
            sockets.removeLast().close()
            #expect(try await eventually { try await server.json("GET", "/v1/status")["connections"]?["streams"]?.number == 63 })
            _ = try await Self.open(server).0
            for socket in sockets { socket.close() }
        }
    }

    @Test("the monitor stream has every message while it is open, and nothing is monitored otherwise")
    func monitor() async throws {
        try await TestServer.with { server async throws in
            #expect(!(await server.hub.isMonitored))
            let (socket, _) = try await Self.open(server, "/v1/monitor?surface=desk", until: ": connected")
            try await isMonitoring(server)
            for raw in 1...20 {
                try server.moveFader(to: Double(raw) / 16_383)
                await server.hub.publish(
                    MonitorResource(
                        time: "2026-02-03T04:05:06.789Z", surface: "box", direction: .received, message: "cc 7 ch 1 = \(raw)", raw: raw,
                        control: "knob.1", missed: raw == 3 ? 7 : 0))
            }
            let bytes = try await blocking { try socket.receive(until: "pitchbend ch 1 = 20", then: "\n\n") }
            let heard = try Self.data(bytes, of: "message").filter { $0["direction"]?.text == "in" }.compactMap { $0["message"]?.text }
            #expect(heard.filter { $0.hasPrefix("pitchbend") } == (1...20).map { "pitchbend ch 1 = \($0)" })
            #expect(heard.count { $0.hasPrefix("note") } >= 39, "a finger comes and leaves")
            #expect(!bytes.containsText("cc 7"))
            #expect(bytes.containsText("\"missed\":7"), "what is missing before a message of another surface may have been of this one")
            socket.close()
            #expect(await eventually { !(await server.hub.isMonitored) })
        }
    }

    /// Waits until the daemon reports messages for a stream that was opened: once it answers this request, it knows about the stream.
    private func isMonitoring(_ server: TestServer) async throws {
        #expect(await eventually { await server.hub.isMonitored })
        #expect(try await server.request("GET", "/v1/status").status == 200)
    }

    @Test("the daemon reports messages only as long as they are read")
    func reporting() async throws {
        try await TestServer.with(hub: EventHub()) { server async throws in
            // In place of the server, which is not connected to the daemon's hub here.
            let hub = server.rig.hub
            await hub.listen(watched: false, followed: false, monitored: true, wake: nil)
            func isReported() async throws -> Bool {
                _ = await hub.take()
                let before = try await server.revision()
                try server.moveFader(to: before.isMultiple(of: 2) ? 0.25 : 0.75)
                try await server.rig.until("the fader has moved it") { try await server.revision() > before }
                return await hub.take().contains { if case .message = $0 { true } else { false } }
            }
            #expect(try await !isReported())
            let (socket, _) = try await Self.open(server, "/v1/monitor", until: ": connected")
            #expect(try await eventually { try await isReported() })
            socket.close()
            #expect(try await eventually { try await !isReported() })
        }
    }

    @Test("only a monitor with all=true shows controllers without a surface, which are listened to only as long")
    func monitorAll() async throws {
        try await TestServer.with { server async throws in
            let (plain, _) = try await Self.open(server, "/v1/monitor", until: ": connected")
            try await isMonitoring(server)
            #expect(!server.rig.isListening)
            let (all, _) = try await Self.open(server, "/v1/monitor?all=true", until: ": connected")
            #expect(await eventually { server.rig.isListening })
            let content = MessageContent.message(MIDIMessage(MessageAddress(.cc, number: 7), raw: 64))
            server.rig.hear(ControllerMessage(client: "nanoKONTROL2", port: nil, content: content, missed: 0))
            try server.moveFader(to: 65 / 16_383)
            let heard = try await blocking { (try all.receive(until: "= 65"), try plain.receive(until: "= 65")) }
            #expect(heard.0.containsText("\"client\":\"nanoKONTROL2\"") && heard.0.containsText("cc 7 ch 1 = 64"))
            #expect(!heard.1.containsText("= 64"))
            all.close()
            #expect(await eventually { !server.rig.isListening })
            plain.close()
            #expect(await eventually { !(await server.hub.isMonitored) })
            for query in ["all=yes", "all=true&surface=desk"] {
                #expect(try await server.request("GET", "/v1/monitor?\(query)").status == 400, "\(query)")
            }
        }
    }

    @Test("a stop ends open streams properly within a second, and removes the socket")
    func stop() async throws {
        let server = try await TestServer.start()
        var sockets: [RawSocket] = []
        for _ in 0..<3 { sockets.append(try await Self.open(server).0) }
        let idle = try await blocking { [path = server.path] in try RawSocket(unix: path) }
        #expect(try await ticks { await server.server.stop() } < 10)
        await server.rig.stop()
        for socket in sockets { #expect(try await blocking { try socket.receiveAll() }.containsText("0\r\n\r\n")) }
        #expect(try await blocking { try idle.receiveAll() }.isEmpty)
        await #expect(throws: RawSocket.SystemFailure.self) { try await blocking { [path = server.path] in _ = try RawSocket(unix: path) } }
    }

    @Test("a stop waits for an answer in progress")
    func stopWhileAnswering() async throws {
        let server = try await TestServer.start()
        let disk = server.hangDisk()
        async let answer = server.request("PUT", "/v1/parameters/master", body: #"{"value":1}"#)
        #expect(try await eventually { try await server.revision() == 1 })
        async let stopped: Void = server.server.stop()
        try await Task.sleep(for: .milliseconds(100))
        disk.letGo()
        await stopped
        #expect(try await answer.status == 200)
        await server.rig.stop()
    }

    @Test("a stop waits at most a second for a disk that hangs")
    func stopWhileHanging() async throws {
        let server = try await TestServer.start()
        let disk = server.hangDisk()
        async let answer = server.request("PUT", "/v1/parameters/master", body: #"{"value":1}"#)
        #expect(try await eventually { try await server.revision() == 1 })
        #expect(try await ticks { await server.server.stop() } < 13)
        #expect(try await answer.status == 0)
        disk.letGo()
        await server.rig.stop()
    }

    @Test("a stop waits at most a second for a reader that never reads")
    func stopWithStuckReader() async throws {
        let server = try await TestServer.start(setup: .server(parameters: 50))
        let (socket, _) = try await Self.open(server)
        let parameters = await server.daemon.parameters.all(for: ViewerRequest())().filter { $0.id.hasPrefix("many.") }
        let generation = await server.daemon.state(for: ViewerRequest())().generation
        for round in 1...200 {
            for parameter in parameters { await server.tell(of: parameter, Double(round) / 10_000, generation: generation) }
        }
        #expect(try await ticks { await server.server.stop() } < 13)
        socket.close()
        await server.rig.stop()
    }

    @Test("a reader that leaves is forgotten")
    func leaving() async throws {
        try await TestServer.with { server async throws in
            for _ in 0..<50 {
                let (socket, _) = try await Self.open(server)
                socket.close()
            }
            #expect(try await eventually { try await server.json("GET", "/v1/status")["connections"]?["open"]?.number == 1 })
            #expect(!(await server.hub.isWatched))
        }
    }
}
