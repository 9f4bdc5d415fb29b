import FaderAPI
import FaderJSON
import FaderKit
import FaderRig
import FaderServer
import FaderTesting
import FaderValues
import Testing

@testable import FaderCLI

@Suite(.serialized) struct DeclareTests {
    private static let number: [String: JSONValue] = ["min": .number(0), "max": .number(1)]

    @Test("a declaration is answered with 201, the parameter and its place, and is listed")
    func declares() async throws {
        try await TestServer.with { server async throws in
            let answers = try await blocking { [path = server.path] in
                let socket = try RawSocket(unix: path)
                return try [
                    ("POST", "/v1/declarations", #"{"id":"app.volume","parameter":{"label":"Volume","min":0,"max":1},"by":"mixer"}"#),
                    ("GET", "/v1/declarations", nil), ("DELETE", "/v1/declarations/app.volume", nil), ("GET", "/v1/declarations", nil),
                ].map { method, uri, body in
                    try socket.send(TestServer.text(method, uri, body: body))
                    return try socket.answer() ?? RawSocket.Answer()
                }
            }
            #expect(answers.map(\.status) == [201, 200, 200, 200])
            #expect(answers[0].header("location") == "/v1/declarations/app.volume")
            #expect(try JSON(answers[0].body).list?.first?["declaredBy"]?.list?.compactMap(\.text) == ["mixer"])
            let listed = try JSON(answers[1].body).list?.first
            #expect(listed?["id"]?.text == "app.volume")
            #expect(listed?["by"]?.list?.compactMap(\.text) == ["mixer"])
            #expect(listed?["connections"]?.number == 1)
            #expect(listed?["keep"] == .truth(false))
            #expect(try JSON(answers[2].body)["by"]?.list?.isEmpty == true)
            #expect(try JSON(answers[3].body).list?.isEmpty == true)
        }
    }

    @Test("a body that is not a declaration is 400, wrong keys are 422 with every place, conflicts are 409, unknown ids 404")
    func refusals() async throws {
        try await TestServer.with { server async throws in
            for body in [
                "{}", "[]", "{", #"{"id":5}"#, #"{"id":"a","parameter":[]}"#, #"{"id":"a","keep":1}"#, #"{"id":"a","by":""}"#,
                #"{"id":"a","by":"\n"}"#, #"{"id":"a","more":1}"#, #"{"id":"a","value":{}}"#,
            ] { #expect(try await server.request("POST", "/v1/declarations", body: body).status == 400, "\(body)") }
            let wrong = try await server.request("POST", "/v1/declarations", body: #"{"id":"a","parameter":{"mn":0}}"#)
            #expect(wrong.status == 422)
            let problem = try JSON(wrong.body)
            #expect(problem["type"]?.text == "urn:faderd:refused-value")
            #expect(problem["detail"]?.text == "a is not declared: unknown key \"mn\" in a parameter (did you mean \"min\"?)")
            #expect(problem["diagnostics"]?.list?.first?["suggestion"]?.text == "min")
            #expect(try await server.request("POST", "/v1/declarations", body: #"{"id":"master"}"#).status == 409)
            #expect(try await server.request("DELETE", "/v1/declarations/none").status == 404)
        }
    }

    @Test("the client passes on keys with any JSON unchanged")
    func keys() async throws {
        let parameter: [String: JSONValue] = [
            "options": .list([.text("heads"), .object(["id": .text("tails"), "label": .null])]), "max": .number(0.1),
            "grouping": .flag(true),
        ]
        let request = DeclareRequest(id: "a", parameter: parameter, value: .pair(1, 2), keep: true, by: "app")
        #expect(try WireJSON.decode(DeclareRequest.self, from: try WireJSON.encode(request)) == request)
    }
}
