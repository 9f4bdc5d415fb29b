import FaderAPI
import FaderRig
import FaderServer
import FaderTesting
import Testing

@testable import class FaderServer.AccessToken
@testable import struct FaderServer.DoorPlaces

@Suite(.serialized) struct PlacesTests {
    private let places = DoorPlaces(16)

    private func owner(_ number: UInt64, overTCP: Bool, canLeave: Bool = true) -> DoorPlaces.Guest {
        DoorPlaces.Guest(arrival: number, lastTurn: 100 - number, isOverTCP: overTCP, canLeave: canLeave)
    }

    private func stranger(_ number: UInt64) -> DoorPlaces.Guest {
        DoorPlaces.Guest(arrival: number, lastTurn: 100 - number, isOverTCP: true, isStranger: true)
    }

    @Test("of the promised places, a quarter is kept for the Unix socket, and strangers have another quarter")
    func promised() {
        #expect((DoorPlaces(256).all, DoorPlaces(256).tcp, DoorPlaces(256).strangers) == (256, 192, 64))
        #expect((DoorPlaces(1).all, DoorPlaces(1).tcp, DoorPlaces(1).strangers) == (1, 1, 1))
        #expect((ServerLimits().connections, ServerLimits().streams) == (256, 64))
    }

    @Test("a stranger too many replaces the stranger that came first, however busy that is, and nobody else")
    func strangers() {
        let guests = [owner(1, overTCP: true), owner(2, overTCP: false)] + (3...6).map(stranger)
        #expect(places.answer(over: true, beside: guests) == .placeOf(2))
        #expect(places.answer(over: false, beside: guests) == .place)
        #expect(places.answer(over: true, beside: Array(guests.dropLast())) == .place)
    }

    @Test("whoever comes over TCP gets no place that is kept for the Unix socket, and closes no connection there")
    func overTCP() {
        let twelve = (1...12).map { owner($0, overTCP: true) }
        #expect(places.answer(over: true, beside: twelve) == .placeOf(11))
        #expect(places.answer(over: true, beside: twelve + [stranger(13)]) == .placeOf(12))
        #expect(places.answer(over: true, beside: (1...12).map { owner($0, overTCP: true, canLeave: false) }) == .none)
        #expect(places.answer(over: true, beside: (1...16).map { owner($0, overTCP: false) }) == .none)
        #expect(places.answer(over: false, beside: twelve) == .place)
    }

    @Test("on the Unix socket all places may be taken; for one more a stranger leaves first, then whoever was unused longest")
    func overUnix() {
        let owners = (1...15).map { owner($0, overTCP: $0 > 8) }
        #expect(places.answer(over: false, beside: owners) == .place)
        #expect(places.answer(over: false, beside: owners + [stranger(16)]) == .placeOf(15))
        #expect(places.answer(over: false, beside: owners + [owner(16, overTCP: false)]) == .placeOf(15))
        #expect(places.answer(over: false, beside: (1...16).map { owner($0, overTCP: false, canLeave: false) }) == .none)
    }

    /// Strangers that request something over and over, and connect again when they are closed, until the task is cancelled.
    private static func flood(_ count: Int, _ port: Int, _ requests: [String]) async {
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                group.addTask {
                    while !Task.isCancelled {
                        // A stranger may be refused or cut off at any time.
                        try? await blocking {
                            let socket = try RawSocket(port: port)
                            for _ in 0..<20 {
                                try socket.send(requests[number % requests.count])
                                guard try socket.answer() != nil else { return }
                            }
                        }
                    }
                }
            }
        }
    }

    @Test("while strangers fill their places over TCP, every request on the Unix socket and every one with the token is answered")
    func flooded() async throws {
        try await TestServer.with { server async throws in
            let port = server.port
            let requests = [
                TestServer.text("GET", "/v1/openapi.json"), TestServer.text("GET", "/"), TestServer.text("GET", "/v1/status"),
                TestServer.text("GET", "/v1/openapi.json", headers: "Authorization: Bearer \(String(repeating: "0", count: 64))\r\n"),
            ]
            let silent = try await blocking { try (0..<200).map { _ in try RawSocket(port: port) } }
            let half = try await blocking {
                try (0..<50).map { _ in
                    let socket = try RawSocket(port: port)
                    // The daemon may have closed it already.
                    try? socket.send("GET / HTTP/1.1\r\nHost: ")
                    return socket
                }
            }
            let flood = Task { await Self.flood(16, port, requests) }
            for _ in 0..<100 {
                #expect(try await server.request("GET", "/v1/parameters/master").status == 200)
                #expect(try await server.request("GET", "/v1/parameters/master", overTCP: true).status == 200)
            }
            let connections = try await server.json("GET", "/v1/status")["connections"]
            #expect(connections?["open"]?.number ?? 999 <= 66)
            flood.cancel()
            await flood.value
            for socket in silent + half { socket.close() }
        }
    }

    @Test("event streams over TCP leave a quarter to the Unix socket, and strangers get none")
    func streams() async throws {
        try await TestServer.with(limits: ServerLimits(streams: 4)) { server async throws in
            let shown = "Authorization: Bearer \(server.token.text)\r\n"
            func open(_ headers: String? = nil) async throws -> (RawSocket, Int) {
                try await blocking { [path = server.path, port = server.port] in
                    let socket = try headers == nil ? RawSocket(unix: path) : RawSocket(port: port)
                    try socket.send(TestServer.text("GET", "/v1/monitor", headers: headers ?? ""))
                    let begun = String(decoding: try socket.receive(), as: UTF8.self)
                    return (socket, Int(begun.split(separator: " ").dropFirst().first ?? "") ?? 0)
                }
            }
            var kept: [RawSocket] = []
            for _ in 0..<3 {
                let (socket, status) = try await open(shown)
                #expect(status == 200)
                kept.append(socket)
            }
            #expect(try await open(shown).1 == 503)
            #expect(try await open("").1 == 401)
            let (last, status) = try await open()
            #expect(status == 200)
            #expect(try await open().1 == 503)
            for socket in kept + [last] { socket.close() }
        }
    }
}
