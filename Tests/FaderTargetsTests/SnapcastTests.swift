import FaderJSON
import FaderTesting
import Testing

@testable import FaderTargets

/// What badaix/snapcast, doc/json_rpc_api/control.md shows, in fewer members.
@Suite("Snapcast: what a server says of itself, and what it is asked")
struct SnapcastTests {
    private func json(_ text: String) throws -> JSONValue { try JSONValue.read(Array(text.utf8)) }

    private func client(_ id: String, _ name: String, _ volume: String = #"{"muted":false,"percent":48}"#) -> String {
        #"{"config":{"instance":2,"latency":6,"name":"\#(name)","volume":\#(volume)},"connected":true,"host":{"name":"T400"},"id":"\#(id)"}"#
    }

    private func status(_ clients: String, stream: String = "stream 2") -> String {
        #"{"server":{"groups":[{"clients":[\#(clients)],"id":"4dcc","muted":false,"name":"Down","stream_id":"\#(stream)"}],"#
            + #""server":{"host":{}},"streams":[{"id":"stream 1","status":"idle"},{"id":"stream 2","status":"idle"}]}}"#
    }

    private func state(_ clients: String) throws -> SnapcastState { try #require(SnapcastState(try json(status(clients)))) }

    @Test("a status has the clients by their ids, called by their names or else their machines")
    func reading() throws {
        let state = try state([client("a#2", "123 456"), client("b", "", #"{"muted":true,"percent":65535}"#)].joined(separator: ","))
        #expect(state.streams == ["stream 1", "stream 2"] && state.groups["4dcc"]?.stream == "stream 2")
        #expect(state.clients["a#2"]?.percent == 48 && state.clients["a#2"]?.shownName == "123 456")
        #expect(state.clients["b"]?.percent == 100 && state.clients["b"]?.shownName == "T400" && state.clients["b"]?.isMuted == true)
        #expect(state.client(named: "123 456") == "a#2" && state.client(named: "T400") == "b" && state.client(named: "b") == "b")
        #expect(state.client(named: "") == nil && state.group(named: "Down") == "4dcc" && state.group(named: "b") == nil)
    }

    @Test("an id counts before a name, and of clients with one name the first id, whatever the order in which they are told")
    func names() throws {
        let state = try state([client("c", "b"), client("d", "b"), client("b", "x")].joined(separator: ","))
        #expect(state.client(named: "b") == "b")
        let others = try self.state([client("d", "b"), client("c", "b")].joined(separator: ","))
        #expect(others.client(named: "b") == "c")
    }

    @Test(
        "what is no status of a Snapcast server is none",
        arguments: [
            "null", "[]", "{}", #"{"server":{"groups":[],"streams":0}}"#, #"{"server":{"groups":[{"id":1,"clients":[]}],"streams":[]}}"#,
            #"{"server":{"groups":[{"id":"a","clients":[{"id":"b"}]}],"streams":[]}}"#,
            #"{"server":{"groups":[{"id":"a","clients":[{"id":"b","config":{"volume":{"percent":-1,"muted":true}}}]}],"streams":[]}}"#,
        ])
    func nonsense(text: String) throws { #expect(SnapcastState(try json(text)) == nil) }

    @Test("each notification changes what it tells of, and one that cannot be understood has the server asked")
    func notifications() throws {
        var state = try state(client("a", "Kitchen"))
        func hear(_ method: String, _ data: String) throws -> Bool { state.handle(method, try json(data)) }
        #expect(try hear("Client.OnVolumeChanged", #"{"id":"a","volume":{"muted":true,"percent":74}}"#))
        #expect(state.clients["a"]?.percent == 74 && state.clients["a"]?.isMuted == true)
        #expect(try hear("Client.OnNameChanged", #"{"id":"a","name":"Pantry"}"#) && state.client(named: "Pantry") == "a")
        #expect(try hear("Client.OnDisconnect", #"{"id":"a","client":\#(client("a", "Pantry"))}"#) && state.clients["a"]?.percent == 48)
        #expect(try hear("Group.OnMute", #"{"id":"4dcc","mute":true}"#) && state.groups["4dcc"]?.isMuted == true)
        #expect(try hear("Group.OnStreamChanged", #"{"id":"4dcc","stream_id":"stream 1"}"#) && state.groups["4dcc"]?.stream == "stream 1")
        #expect(try hear("Group.OnNameChanged", #"{"id":"4dcc","name":"Up"}"#) && state.group(named: "Up") == "4dcc")
        #expect(try hear("Client.OnLatencyChanged", #"{"id":"a","latency":10}"#) && hear("Stream.OnProperties", #"{"id":"x"}"#))
        #expect(try hear("Stream.OnUpdate", #"{"id":"stream 1","stream":{}}"#) && !hear("Stream.OnUpdate", #"{"id":"stream 3"}"#))
        let known = state
        for (method, data) in [
            ("Client.OnVolumeChanged", #"{"id":"b","volume":{"muted":true,"percent":74}}"#), ("Client.OnVolumeChanged", #"{"id":"a"}"#),
            ("Client.OnVolumeChanged", #"{"id":"a","volume":{"muted":1,"percent":74}}"#), ("Client.OnConnect", #"{"id":"b","client":{}}"#),
            ("Group.OnMute", #"{"id":"4dcc","mute":"yes"}"#), ("Group.OnStreamChanged", "{}"), ("Server.OnUpdate", #"{"server":{}}"#),
        ] {
            #expect(try !hear(method, data) && state == known, "\(method) \(data)")
        }
        #expect(try hear("Server.OnUpdate", status(client("c", "Attic"))) && state.clients.keys.sorted() == ["c"])
    }

    @Test("what is asked is a line as in the document, and counts as told, because only the others are")
    func requests() throws {
        let requests: [(SnapcastRequest, String)] = [
            (.status, #"{"id":8,"jsonrpc":"2.0","method":"Server.GetStatus"}"#),
            (
                .volume("a", percent: 74, isMuted: true),
                #"{"id":8,"jsonrpc":"2.0","method":"Client.SetVolume","params":{"id":"a","volume":{"muted":true,"percent":74}}}"#
            ),
            (.mute("4dcc", true), #"{"id":8,"jsonrpc":"2.0","method":"Group.SetMute","params":{"id":"4dcc","mute":true}}"#),
            (
                .stream("4dcc", "stream \"1\"\n"),
                #"{"id":8,"jsonrpc":"2.0","method":"Group.SetStream","params":{"id":"4dcc","stream_id":"stream \"1\"\n"}}"#
            ),
        ]
        var state = try state(client("a", "Kitchen"))
        for (request, wanted) in requests {
            let line = request.line(id: 8)
            #expect(try json(line) == json(wanted) && line.filter(\.isNewline) == "\n")
            state.expect(request)
        }
        #expect(state.clients["a"]?.percent == 74 && state.clients["a"]?.isMuted == true && state.groups["4dcc"]?.isMuted == true)
        #expect(state.groups["4dcc"]?.stream == "stream \"1\"\n")
        state.expect(.volume("b", percent: 1, isMuted: false))
        #expect(state.clients["b"] == nil)
    }

    @Test("of a server that tells without end, only so much is kept")
    func limits() throws {
        let many = (0..<SnapcastState.most + 5).map { client("\($0)", "") }.joined(separator: ",")
        #expect(try state(many).clients.count == SnapcastState.most)
    }
}
