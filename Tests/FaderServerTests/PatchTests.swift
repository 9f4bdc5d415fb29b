import FaderAPI
import FaderRig
import FaderValues
import Testing

@testable import FaderServer

/// `PATCH /v1/parameters`, and the writer's name.
@Suite(.serialized) struct PatchTests {
    /// Each time with a disk of its own.
    private static var setup: Rig.Setup {
        Rig.Setup(
            config: Rig.config.replacing(
                "surfaces:",
                with: """
                      strict: {min: 0, max: 10, out-of-range: reject}
                      gain: {min: -inf, max: 10, taper: audio, unit: dB}
                      on: {kind: toggle, words: [off, on]}
                      tint: {kind: color}
                    surfaces:
                    """))
    }
    private static let uri = "/v1/parameters"

    private static func texts(_ answer: RawSocket.Answer) throws -> [String: String] {
        let list = try JSON(answer.body).list ?? []
        return Dictionary(uniqueKeysWithValues: list.map { ($0["id"]?.text ?? "", $0["text"]?.text ?? "") })
    }

    @Test("several parameters are set as one act: one entry, durable, each kind by its text or value, in the order of the config")
    func together() async throws {
        try await TestServer.with(setup: Self.setup) { server async throws in
            let body = """
                {"tint": {"value": "tomato"}, "pan": {"text": "+=5"}, "master": {"value": -6}, "side": {"value": "right"}, "on": {"value": true},
                 "name": {"value": "tomato"}, "price.high": {"value": 50}, "price.low": {"text": "20"}, "gain": {"value": "-inf"}}
                """
            let answer = try await server.request("PATCH", Self.uri, body: body)
            #expect(answer.status == 200, "\(answer.text)")
            let texts = try Self.texts(answer)
            #expect(texts["master"] == "-6.0 dB" && texts["pan"] == "5" && texts["side"] == "right" && texts["name"] == "tomato")
            #expect(texts["price.low"] == "20" && texts["price.high"] == "50" && texts["on"] == "on" && texts["tint"] == "#ff6347")
            let ids = try JSON(answer.body).list?.compactMap { $0["id"]?.text }
            #expect(ids == ["master", "pan", "side", "name", "price.low", "price.high", "gain", "on", "tint"])
            #expect(try await server.rig.parameter("price").text == "20…50")
            let history = try await server.json("GET", "/v1/history").list ?? []
            #expect(history.count == 1 && (history.first?["changes"]?.list?.count ?? 0) > 9)
            #expect(server.rig.saved["master"] == .number(-6) && server.rig.saved["name"] == .word("tomato"))
            #expect(try await server.request("POST", "/v1/undo", body: "{}").status == 200)
            #expect(try await server.rig.parameters(["price", "name"]).map(\.text) == ["0…1000", "desk"])
            #expect(try await server.request("PATCH", Self.uri, body: "{}").text.hasSuffix("[]"))
            #expect(try await server.json("GET", "/v1/history").list?.count == 1)
        }
    }

    @Test("all are judged before any is set: unknown ids, then revisions, then values, each with its sentence, and nothing changes")
    func whole() async throws {
        try await TestServer.with(setup: Self.setup) { server async throws in
            try await server.change("master", to: -20)
            let cases: [(String, Int, [String])] = [
                (
                    #"{"master": {"value": -3}, "mastr": {"value": 1}, "strict": {"value": 11}, "pan": {"value": 1, "revision": 9}}"#, 404,
                    ["mastr", "pan", "strict"]
                ),
                (#"{"master": {"value": -3, "revision": 0}, "strict": {"text": "11"}}"#, 412, ["master", "strict"]),
                (#"{"master": {"value": -3, "revision": 1}, "strict": {"text": "11"}, "side": {"value": "up"}}"#, 422, ["side", "strict"]),
                (#"{"master": {"value": -3}, "price": {"text": "1..500"}, "price.low": {"value": 4}}"#, 422, ["price.low"]),
                (#"{"master": {"value": -3}, "price.high": {"value": 10}, "price.low": {"value": 40}}"#, 422, ["price.low"]),
                (
                    #"{"master": {"value": -3}, "on": {"value": "tomato"}, "gain": {"value": true}, "name": {"value": 5}}"#, 422,
                    ["gain", "name", "on"]
                ),
            ]
            for (body, status, ids) in cases {
                let answer = try await server.request("PATCH", Self.uri, body: body)
                let problem = try JSON(answer.body)
                #expect(answer.status == status, "\(body): \(answer.text)")
                #expect(problem["problems"]?.list?.compactMap { $0["id"]?.text } == ids, "\(body): \(answer.text)")
                #expect(problem["problems"]?.list?.allSatisfy { ($0["detail"]?.text ?? "").contains($0["id"]?.text ?? "?") } == true)
            }
            #expect(try await server.rig.parameter("master").text == "-20.0 dB")
            #expect(try await server.json("GET", "/v1/history").list?.count == 1)
            let good = #"{"master": {"value": -3, "revision": 1}, "price.low": {"value": 40}, "price.high": {"value": 41}}"#
            let answer = try await server.request("PATCH", Self.uri, body: good)
            #expect(answer.status == 200, "\(answer.text)")
            #expect(try await server.rig.parameter("price").text == "40…50", "the gap moves the other end")
            #expect(try JSON(answer.body).list?.first { $0["id"]?.text == "price.low" }?["clamped"] == .truth(true))
        }
    }

    @Test(
        "what is no such request is malformed",
        arguments: [
            #"[]"#, #"{"master": -6}"#, #"{"master": {}}"#, #"{"master": {"position": 0.5}}"#, #"{"price": {"positions": {"low": 0}}}"#,
            #"{"master": {"text": "1", "value": 1}}"#, #"{"master": {"value": 1, "revision": -1}}"#,
            #"{"master": {"value": 1, "gesture": "a"}}"#,
            #"{"master": {"value": 1}, "master": {"value": 2}}"#, #"{"master": {"value": null}}"#,
        ])
    func malformed(body: String) async throws {
        try await TestServer.with(setup: Self.setup) { server async throws in
            let answer = try await server.request("PATCH", Self.uri, body: body)
            #expect(answer.status == 400, "\(answer.text)")
            #expect(try await server.rig.parameter("master").text == "-12.0 dB")
        }
    }

    @Test("a thousand parameters are one act with one entry; one more is refused")
    func thousand() async throws {
        try await TestServer.with(setup: .server(parameters: 1_001)) { server async throws in
            func body(_ count: Int) -> String { "{" + (0..<count).map { "\"many.\($0)\":{\"value\":0.5}" }.joined(separator: ",") + "}" }
            #expect(try await server.request("PATCH", Self.uri, body: body(1_001)).status == 400)
            let answer = try await server.request("PATCH", Self.uri, body: body(1_000))
            #expect(answer.status == 200, "\(answer.text.prefix(300))")
            #expect(try JSON(answer.body).list?.count == 1_000)
            #expect(try await server.rig.parameters(["many.999", "many.1000"]).map(\.value) == [.number(0.5), .number(0)])
            #expect(try await server.json("GET", "/v1/history").list?.count == 1)
        }
    }

    @Test("a clamped value says so, and -5 says how to take away")
    func clamped() async throws {
        try await TestServer.with(setup: Self.setup) { server async throws in
            let answer = try await server.request("PATCH", Self.uri, body: #"{"master": {"value": 60}, "pan": {"text": "-300"}}"#)
            let list = try JSON(answer.body).list ?? []
            #expect(
                list.compactMap { $0["notice"]?.text } == ["clamped to 6.0 dB (range -70.0…6.0 dB)", "clamped to -100 (range -100…100)"])
        }
    }

    // MARK: The writer

    @Test("Fader-By names the writer of every kind of change, in the history, explain and the file; without it there is none")
    func writer() async throws {
        try await TestServer.with(setup: Self.setup) { server async throws in
            func write(_ method: String, _ uri: String, _ body: String?, by name: String? = "stage \"left\" Ünïcode") async throws {
                let header = name.map { "Fader-By: \($0)\r\n" } ?? ""
                let answer = try await server.request(method, uri, body: body, headers: header)
                #expect(answer.status == 200, "\(method) \(uri): \(answer.text)")
            }
            try await write("PUT", "\(Self.uri)/master", #"{"text": "-6"}"#)
            try await write("PUT", "\(Self.uri)/master", #"{"value": -7}"#)
            try await write("PUT", "\(Self.uri)/master", #"{"position": 0.5}"#)
            try await write("PUT", "\(Self.uri)/master", #"{"position": 0.6, "gesture": "a", "end": true}"#)
            try await write("POST", "\(Self.uri)/master/step", #"{"by": 1}"#)
            try await write("POST", "\(Self.uri)/master/reset", nil)
            try await write("PATCH", Self.uri, #"{"master": {"value": -9}, "pan": {"value": 3}}"#)
            try await write("PUT", "/v1/snapshots/a", nil)
            try await write("PUT", "\(Self.uri)/master", #"{"text": "-1"}"#, by: nil)
            try await write("POST", "/v1/snapshots/a/recall", "{}")
            let writers = try await server.json("GET", "/v1/history").list?.map { $0["by"]?.text } ?? []
            let name = "stage \"left\" Ünïcode"
            #expect(writers == [name, name, name, name, name, name, name, nil, name])
            let refused = try await server.request("PUT", "\(Self.uri)/master", body: #"{"text": "x"}"#, headers: "Fader-By: other\r\n")
            #expect(refused.status == 422)
            let decisions = try await server.json("GET", "\(Self.uri)/master/explain")["decisions"]?.list ?? []
            #expect(decisions.contains { $0["by"] == nil && $0["decision"]?.text == "refused" })
            #expect(decisions.contains { $0["by"]?.text == name && $0["decision"]?.text == "changed" })
            #expect(decisions.contains { $0["by"] == nil && $0["decision"]?.text == "changed" })
        }
    }

    @Test(
        "a name chosen by somebody hostile is refused, and changes nothing",
        arguments: [
            "", " ", "a\u{1}b", "\u{1B}[31mred", "a\u{202E}b", "\u{2028}", String(repeating: "x", count: 65), "a\r\nFader-By: b",
            "\u{FFFD}",
        ])
    func hostile(name: String) async throws {
        try await TestServer.with(setup: Self.setup) { server async throws in
            let answer = try await server.request("PUT", "\(Self.uri)/master", body: #"{"value": -3}"#, headers: "Fader-By: \(name)\r\n")
            #expect(answer.status == 400, "\(answer.text)")
            #expect(try await server.rig.parameter("master").text == "-12.0 dB")
        }
    }

    @Test("the longest name is taken, and bytes that are no UTF-8 are refused")
    func bytes() async throws {
        try await TestServer.with(setup: Self.setup) { server async throws in
            let longest = String(repeating: "é", count: 64)
            let good = try await server.request("PUT", "\(Self.uri)/master", body: #"{"value": -3}"#, headers: "Fader-By: \(longest)\r\n")
            #expect(good.status == 200, "\(good.text)")
            #expect(try await server.json("GET", "/v1/history").list?.first?["by"]?.text == longest)
            let answer = try await blocking { [path = server.path] in
                let socket = try RawSocket(unix: path)
                let head =
                    "PUT /v1/parameters/master HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 13\r\nFader-By: "
                try socket.send(Array(head.utf8) + [0x61, 0xFF, 0xFE] + Array("\r\n\r\n{\"value\": -1}".utf8))
                return try socket.answer(hasBody: true)
            }
            #expect(answer?.status == 400)
        }
    }
}
