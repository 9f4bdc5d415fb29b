import FaderAPI
import FaderValues
import Testing

@Suite(.serialized) struct ConditionTests {
    @Test("every answer about one parameter has its revision as ETag, a failed condition too")
    func tags() async throws {
        try await TestServer.with { server async throws in
            let uri = "/v1/parameters/master"
            try await server.change("master", to: -6)
            let first = try await server.request("GET", uri)
            #expect(first.header("etag") == "\"1\"")
            #expect(try await server.request("HEAD", uri).header("etag") == "\"1\"")
            #expect(try await server.request("PUT", uri, body: #"{"text":"-3"}"#).header("etag") == "\"2\"")
            #expect(try await server.request("POST", "\(uri)/step", body: #"{"by":1}"#).header("etag") == "\"3\"")
            #expect(try await server.request("POST", "\(uri)/reset").header("etag") == "\"4\"")
            let refused = try await server.request("PUT", uri, body: #"{"text":"-9"}"#, headers: "If-Match: \"3\"\r\n")
            #expect(refused.status == 412 && refused.header("etag") == "\"4\"")
            let problem = try JSON(refused.body)
            #expect(problem["type"]?.text == "urn:faderd:outdated")
            #expect(problem["parameter"]?["text"]?.text == "-12.0 dB")
            #expect(try await server.request("GET", "/v1/parameters").header("etag") == nil)
        }
    }

    @Test(
        "conditions: one revision, several, any; unknown or weak ones never match; malformed ones are refused",
        arguments: [
            (#""1""#, 200), (#""7", "1""#, 200), (#""7","1" ,"#, 200), ("*", 200), (#""2""#, 412), (#""01""#, 412), (#"W/"1""#, 412),
            (#""a,b""#, 412), (#""""#, 412), ("1", 400), (#""1"#, 400), ("", 400), (#""1" "2""#, 400), (#"*, "1""#, 400), (",", 400),
        ])
    func conditions(header: String, status: Int) async throws {
        try await TestServer.with { server async throws in
            try await server.change("master", to: -6)
            try await server.change("synth.cutoff", to: 500)
            for (method, uri, body) in [
                ("PUT", "/v1/parameters/master", #"{"position":0.5}"#), ("POST", "/v1/parameters/synth.cutoff/step", #"{"by":1}"#),
            ] {
                let answer = try await server.request(method, uri, body: body, headers: "If-Match: \(header)\r\n")
                #expect(answer.status == status, "\(header): \(answer.text)")
            }
        }
    }

    @Test("several headers are one list; a request that does not change exactly one parameter accepts none")
    func elsewhere() async throws {
        try await TestServer.with { server async throws in
            try await server.change("master", to: -6)
            let two = "If-Match: \"9\"\r\nIf-Match: \"1\"\r\n"
            #expect(try await server.request("POST", "/v1/parameters/master/reset", headers: two).status == 200)
            for (method, uri) in [("DELETE", "/v1/snapshots/a"), ("POST", "/v1/undo"), ("GET", "/v1/parameters/master")] {
                #expect(try await server.request(method, uri, headers: "If-Match: \"1\"\r\n").status == 400)
            }
        }
    }

    @Test(
        "the mark of a gesture is refused where it has no meaning",
        arguments: [
            #"{"text":"1","gesture":"a"}"#, #"{"position":0.5,"end":true}"#, #"{"position":0.5,"gesture":""}"#, #"{"positions":{}}"#,
            #"{"position":0.5,"positions":{"low":0}}"#, #"{"position":0.5,"gesture":"a","end":1}"#, #"{"gesture":"a","end":true}"#,
        ])
    func marks(body: String) async throws {
        try await TestServer.with { server async throws in
            let answer = try await server.request("PUT", "/v1/parameters/master", body: body)
            #expect(answer.status == 400, "\(answer.text)")
        }
    }
}
