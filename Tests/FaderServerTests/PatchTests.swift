import FaderAPI
import FaderRig
import FaderValues
import Testing

@testable import FaderServer

/// `PATCH /v1/parameters`, and the writer's name.
@Suite(.serialized) struct PatchTests {
    private static let uri = "/v1/parameters"

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

    @Test(
        "a name chosen by somebody hostile is refused, and changes nothing",
        arguments: [
            "", " ", "a\u{1}b", "\u{1B}[31mred", "a\u{202E}b", "\u{2028}", String(repeating: "x", count: 65), "a\r\nFader-By: b",
            "\u{FFFD}",
        ])
    func hostile(name: String) async throws {
        try await TestServer.with(setup: Rig.Setup()) { server async throws in
            let answer = try await server.request("PUT", "\(Self.uri)/master", body: #"{"value": -3}"#, headers: "Fader-By: \(name)\r\n")
            #expect(answer.status == 400, "\(answer.text)")
            #expect(try await server.rig.parameter("master").text == "-12.0 dB")
        }
    }

    @Test("the longest name is taken, and bytes that are no UTF-8 are refused")
    func bytes() async throws {
        try await TestServer.with(setup: Rig.Setup()) { server async throws in
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
