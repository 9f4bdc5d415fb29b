import FaderAPI
import FaderLoops
import FaderRig
import FaderTesting
import Glibc
import Synchronization
import Testing

@testable import FaderServer

/// What the key of one page takes of what everybody shares: no more than its share, and nothing of what is kept for others.
@Suite(.serialized) struct ShareTests {
    private static let config = """
        version: 1
        parameters:
          drum: {min: -70, max: 6, unit: dB, default: -12, decimals: 1}
          bass: {min: -70, max: 6, unit: dB, default: -12, decimals: 1}
        web: {pages: {drums: [drum], basses: [bass]}}

        """

    private static func key(_ name: String) -> String { String((name + String(repeating: "0123456789", count: 4)).prefix(32)) }
    private static func shown(_ name: String) -> String { "Authorization: Bearer \(key(name))\r\n" }

    /// Runs a test with a daemon that has keys of these names: "desk" is for everything, one with "bass" in its name for that page, all others are
    /// for the page drums.
    private func with(_ names: [String], _ test: (TestServer, RawSocket) async throws -> Void) async throws {
        try await TestServer.with(limits: ServerLimits(sessionGrace: 60_000), setup: Rig.Setup(config: Self.config)) {
            server async throws in
            let owner = try await blocking { [path = server.path] in
                let socket = try RawSocket(unix: path)
                for name in names {
                    let allows = name == "desk" ? #""everything":true"# : #""page":"\#(name.contains("bass") ? "basses" : "drums")""#
                    let body = #"{"name":"\#(name)","key":"\#(Self.key(name))",\#(allows)}"#
                    try socket.send(TestServer.text("POST", "/v1/keys", body: body))
                    #expect(try socket.answer()?.status == 201)
                }
                return socket
            }
            defer { owner.close() }
            try await test(server, owner)
        }
    }

    /// Opens streams, and returns the status of each answer with the connection.
    private func streams(_ server: TestServer, _ headers: String, _ count: Int, query: String = "") async throws -> [(Int, RawSocket)] {
        try await blocking { [path = server.path] in
            try (0..<count).map { _ in
                let socket = try RawSocket(unix: path)
                try socket.send(TestServer.text("GET", "/v1/events\(query)", headers: headers))
                let head = try socket.receive(until: "\r\n\r\n")
                return (head.containsText(" 200 OK") ? 200 : head.containsText(" 429 ") ? 429 : 503, socket)
            }
        }
    }

    @Test("a page's key has 4 event streams, then 429; keys of pages together leave half of them to the desk's page and to programs")
    func streamShares() async throws {
        try await with(["lan-a", "desk"] + (0..<10).map { "lan-\($0)" }) { server, _ async throws in
            let own = try await streams(server, Self.shown("lan-a"), 6)
            #expect(own.map(\.0) == [200, 200, 200, 200, 429, 429])
            var others: [(Int, RawSocket)] = []
            for number in 0..<10 { others += try await streams(server, Self.shown("lan-\(number)"), 4) }
            #expect(others.count { $0.0 == 200 } == 28)
            let desk = try await streams(server, Self.shown("desk"), 16)
            #expect(desk.allSatisfy { $0.0 == 200 })
            let programs = try await streams(server, "", 16)
            #expect(programs.allSatisfy { $0.0 == 200 })
            for (_, socket) in own + others + desk + programs { socket.close() }
        }
    }

    @Test("a page's key has 8 sessions, then 429, also those whose streams are closed; others begin theirs")
    func sessionShares() async throws {
        try await with(["lan-a", "desk"]) { server, _ async throws in
            var statuses: [Int] = []
            for _ in 0..<12 {
                let (status, socket) = try await streams(server, Self.shown("lan-a"), 1, query: "?session=new")[0]
                if status == 200 { try await blocking { _ = try socket.receive(until: "event: session") } }
                statuses.append(status)
                socket.close()
                #expect(await eventually { (try? await server.json("GET", "/v1/status")["connections"]?["streams"]?.number) == 0 })
            }
            #expect(statuses == Array(repeating: 200, count: 8) + Array(repeating: 429, count: 4))
            let desk = try await streams(server, Self.shown("desk"), 4, query: "?session=new")
            #expect(desk.allSatisfy { $0.0 == 200 })
            for (_, socket) in desk { socket.close() }
        }
    }

    @Test("a page's key has 8 edits over all its connections, then 429; the desk begins its own")
    func editShares() async throws {
        try await with(["lan-a", "lan-bass", "desk"]) { server, _ async throws in
            let statuses = try await blocking { [path = server.path] in
                let sockets = try (0..<4).map { _ in try RawSocket(unix: path) }
                func begin(_ socket: RawSocket, _ name: String, _ id: String) throws -> Int? {
                    try socket.send(TestServer.text("POST", "/v1/parameters/\(id)/edit", headers: Self.shown(name)))
                    return try socket.answer()?.status
                }
                let own = try (0..<12).map { try begin(sockets[$0 % 2], "lan-a", "drum") }
                let others = try [begin(sockets[2], "lan-bass", "bass"), begin(sockets[3], "desk", "drum")]
                // Room again once one has ended.
                try sockets[0].send(TestServer.text("POST", "/v1/edits/1/cancel", headers: Self.shown("lan-a")))
                let after = try [sockets[0].answer()?.status, begin(sockets[0], "lan-a", "drum")]
                for socket in sockets { socket.close() }
                return (own, others, after)
            }
            #expect(statuses.0 == Array(repeating: 201, count: 8) + Array(repeating: 429, count: 4))
            #expect(statuses.1 == [201, 201] && statuses.2 == [200, 201])
        }
    }

    @Test("359 changes by a page's key take 20 entries of the history, its own oldest go, and what the desk did can be undone")
    func historyShare() async throws {
        try await with(["lan-a", "lan-bass"]) { server, _ async throws in
            #expect(try await server.request("PUT", "/v1/parameters/bass", body: #"{"value":-20}"#).status == 200)
            let other = try await server.request("PUT", "/v1/parameters/bass", body: #"{"value":-30}"#, headers: Self.shown("lan-bass"))
            #expect(other.status == 200)
            for number in 0..<359 {
                let body = #"{"value":\#(-1 - number % 50)}"#
                #expect(try await server.request("PUT", "/v1/parameters/drum", body: body, headers: Self.shown("lan-a")).status == 200)
            }
            let entries = try #require(try await server.json("GET", "/v1/history").list)
            #expect(entries.count { $0["by"]?.text == "lan-a" } == 20 && entries.count == 22)
            #expect(try await server.request("POST", "/v1/undo", headers: Self.shown("lan-bass")).status == 200)
            #expect(try await server.request("POST", "/v1/undo").status == 200)
            #expect(try await server.json("GET", "/v1/parameters/bass")["value"]?.number == -12)
            for _ in 0..<20 { #expect(try await server.request("POST", "/v1/undo", headers: Self.shown("lan-a")).status == 200) }
            #expect(try await server.request("POST", "/v1/undo", headers: Self.shown("lan-a")).status == 409)
        }
    }

    @Test("a key for everything cannot write in the name of a page's key, and whoever does is not undone by that key")
    func imitation() async throws {
        try await with(["lan-drummer", "desk"]) { server, _ async throws in
            let imitating = "Fader-By: lan-drummer\r\n"
            let refused = try await server.request(
                "PUT", "/v1/parameters/drum", body: #"{"value":-3}"#, headers: Self.shown("desk") + imitating)
            #expect(refused.status == 403 && refused.text.contains("name of a key"))
            let named = try await server.request(
                "PUT", "/v1/parameters/drum", body: #"{"value":-3}"#, headers: Self.shown("desk") + "Fader-By: web page\r\n")
            #expect(named.status == 200)
            // A program with the token can be trusted, but what it did is not the drummer's.
            let owner = try await server.request("PUT", "/v1/parameters/drum", body: #"{"value":-5}"#, headers: imitating)
            #expect(owner.status == 200)
            #expect(try await server.request("POST", "/v1/undo", headers: Self.shown("lan-drummer")).status == 409)
        }
    }

    @Test("revoking a key leaves the other keys of its connection in force")
    func revocation() async throws {
        try await with(["lan-a", "lan-b"]) { server, owner async throws in
            #expect(try await server.request("DELETE", "/v1/keys/lan-a").status == 200)
            #expect(try await server.request("GET", "/v1/parameters", headers: Self.shown("lan-a")).status == 401)
            let status = try await blocking {
                try owner.send(TestServer.text("GET", "/v1/parameters/drum", headers: Self.shown("lan-b")))
                return try owner.answer()?.status
            }
            #expect(status == 200, "the connection that registered both is still open")
            #expect(try await server.request("GET", "/v1/parameters", headers: Self.shown("lan-b")).status == 200)
        }
    }
}

/// Answers that are being made until they are let go.
private final class Made: Sendable {
    struct Counts {
        var (now, most, all) = (0, 0, 0)
        var isOpen = false
    }

    private let state = Mutex(Counts())

    var counts: Counts { state.withLock { $0 } }
    func letGo() { state.withLock { $0.isOpen = true } }

    func make() -> Bool {
        state.withLock { counts in
            counts.now += 1
            counts.all += 1
            counts.most = max(counts.most, counts.now)
        }
        while !counts.isOpen { usleep(1_000) }
        state.withLock { $0.now -= 1 }
        return true
    }
}

@Suite struct LongAnswerTests {
    @Test("pages have two long answers made at a time and everybody together four; one whose reader has gone is not made")
    func queue() async {
        let (pages, others) = (Made(), Made())
        let answers = LongAnswers()
        let readers = (0..<180).map { _ in LongAnswers.Reader() }
        let ofPages = readers.map { reader in Owner.start { await answers.make(for: reader, isOfPage: true) { pages.make() } } }
        #expect(await eventually { pages.counts.now == 2 })
        let ofOthers = (0..<9).map { _ in Owner.start { await answers.make(isOfPage: false) { others.make() } } }
        #expect(await eventually { others.counts.now == 2 }, "pages leave two places to others")
        for reader in readers.dropFirst(2).dropLast(3) { await Owner.start { reader.leave() }.value }
        for made in [pages, others] { made.letGo() }
        var (whole, dropped) = (0, 0)
        for task in ofPages { if await task.value == true { whole += 1 } else { dropped += 1 } }
        for task in ofOthers { #expect(await task.value == true) }
        #expect(whole == 5 && dropped == 175)
        #expect(pages.counts.most == 2 && pages.counts.all == 5 && others.counts.most <= 4 && others.counts.all == 9)
    }

    @Test("a key waits for four long answers, a fifth is refused with 429; one that has gone does not count")
    func share() async throws {
        let answers = LongAnswers()
        try await Owner.start {
            Result {
                let readers = (0..<4).map { _ in LongAnswers.Reader(key: "lan-a") }
                for reader in readers { try answers.begin(reader) }
                do throws(ServiceError) {
                    try answers.begin(LongAnswers.Reader(key: "lan-a"))
                    Issue.record("a fifth has begun")
                } catch {
                    #expect(error.problem.status == 429)
                }
                try answers.begin(LongAnswers.Reader(key: "lan-b"))
                for _ in 0..<9 { try answers.begin(LongAnswers.Reader()) }
                readers[0].leave()
                try answers.begin(LongAnswers.Reader(key: "lan-a"))
                answers.end(readers[1])
                try answers.begin(LongAnswers.Reader(key: "lan-a"))
            }
        }.value.get()
    }
}
