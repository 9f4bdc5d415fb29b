import FaderAPI
import FaderRig
import Testing

@testable import FaderServer

@Suite struct RouteTests {
    @Test("a parameter is shown in every documented form")
    func parameter() async throws {
        try await TestServer.with { server async throws in
            let answer = try await server.request("GET", "/v1/parameters/master")
            #expect(answer.status == 200)
            #expect(answer.header("content-type") == "application/json")
            let json = try JSON(answer.body)
            for key in [
                "id", "label", "value", "text", "editText", "position", "min", "max", "default", "step", "decimals", "unit", "taper",
                "origin",
                "revision",
            ] { #expect(json[key] != nil, "\(key)") }
            #expect(json["text"]?.text == "-12.0 dB")
            #expect(json["default"]?.number == -12)
        }
    }

    @Test("a value of another kind is refused, and changes nothing", arguments: [#""1""#, "true", "[1,2]"])
    func otherKinds(value: String) async throws {
        try await TestServer.with { server async throws in
            let answer = try await server.request("PUT", "/v1/parameters/master", body: #"{"value":\#(value)}"#)
            #expect(answer.status == 422)
            #expect(try await server.revision() == 0)
        }
    }

    @Test("a viewer's format can be given in the query and in Accept-Language, and invalid ones are refused")
    func viewers() async throws {
        try await TestServer.with { server async throws in
            let decimals = try await server.json("GET", "/v1/parameters/master?decimals=2&locale=sv_SE")
            #expect(decimals["text"]?.text == "−12,00 dB")
            for (query, status) in [("decimals=16", 400), ("decimals=x", 400), ("locale=xx", 422), ("colour=1", 400)] {
                let answer = try await server.request("GET", "/v1/parameters/master?\(query)")
                #expect(answer.status == status, "\(query)")
                #expect(try await server.request("GET", "/v1/parameters?\(query)").status == status, "the list with \(query)")
                #expect(try await server.request("GET", "/v1/events?\(query)").status == status, "the stream with \(query)")
            }
        }
    }

    @Test("a flag of the query is true, false or without a value, and anything else is refused with a message")
    func flags() async throws {
        try await TestServer.with { server async throws in
            let body = #"{"faderd-export":1,"parameters":{},"snapshots":{}}"#
            for (query, isDryRun) in [
                ("?dry-run", true), ("?dry-run=", true), ("?dry-run=true", true), ("?dry-run=false", false), ("", false),
            ] {
                let json = try await server.json("POST", "/v1/import\(query)", body: body)
                #expect(json["dryRun"] == .truth(isDryRun), "\(query)")
            }
            for query in ["no", "0", "1", "True", "null", "yes", "true%20"] {
                let answer = try await server.request("POST", "/v1/import?dry-run=\(query)", body: body)
                #expect(answer.status == 400, "\(query)")
                #expect(try JSON(answer.body)["detail"]?.text == "\"dry-run\" must be true or false, for example ?dry-run=true")
            }
        }
    }

    @Test("a body without exactly one kind of change is malformed, and changes nothing")
    func malformedBodies() async throws {
        try await TestServer.with { server async throws in
            for body in [
                "", "{", "[]", "null", "7", #"{"text":1}"#, #"{"value":{}}"#, #"{"value":[1]}"#, #"{"value":NaN}"#, #"{"value":1e999}"#,
                #"{"text":"1","value":1}"#, "{}", #"{"txt":"1"}"#, #"{"value":1} x"#, #"{"value":null}"#, "\u{0}", #"{"text":"\ud800"}"#,
            ] {
                let answer = try await server.request("PUT", "/v1/parameters/master", body: body)
                #expect(answer.status == 400 || (body.isEmpty && answer.status == 400), "\(body)")
                #expect(answer.header("content-type") == "application/problem+json")
                #expect(try JSON(answer.body)["detail"]?.text?.isEmpty == false)
            }
            #expect(try await server.revision() == 0)
        }
    }

    @Test("an unknown id is 404 with the nearest one")
    func unknown() async throws {
        try await TestServer.with { server async throws in
            let answer = try await server.request("GET", "/v1/parameters/mastr")
            #expect(answer.status == 404)
            let json = try JSON(answer.body)
            #expect(json["suggestion"]?.text == "master")
            #expect(json["type"]?.text == "urn:faderd:unknown-id")
            #expect(json["detail"]?.text == "there is no parameter \"mastr\"; did you mean \"master\"?")
            for uri in ["/v1/parameters/x/step", "/v1/parameters/x/reset", "/v1/parameters/x/check"] {
                let body = uri.hasSuffix("step") ? #"{"by":1}"# : uri.hasSuffix("check") ? #"{"text":"1"}"# : nil
                #expect(try await server.request("POST", uri, body: body).status == 404, "\(uri)")
            }
        }
    }

    @Test("step and reset return the parameter")
    func stepAndReset() async throws {
        try await TestServer.with { server async throws in
            let stepped = try await server.json("POST", "/v1/parameters/master/step", body: #"{"by":-2}"#)
            #expect(stepped["value"]?.number == -13)
            #expect(try await server.json("POST", "/v1/parameters/master/reset")["value"]?.number == -12)
            #expect(try await server.request("POST", "/v1/parameters/master/step", body: #"{"by":1.5}"#).status == 400)
            #expect(try await server.request("POST", "/v1/parameters/master/step", body: #"{"by":99999999999999999999}"#).status == 400)
        }
    }

    @Test("the virtual surface moves; a daemon without one says so with 409")
    func virtual() async throws {
        try await TestServer.with { server async throws in
            let moved = try await server.request("PUT", "/v1/virtual/fader.2", body: #"{"position":0.25}"#)
            #expect(abs(try #require(JSON(moved.body)["position"]?.number) - 0.25) < 0.001)
            #expect(try await server.json("GET", "/v1/virtual").list?[1]["position"] == JSON(moved.body)["position"])
            #expect(try await server.request("PUT", "/v1/virtual/fader.10", body: #"{"touched":true}"#).status == 404)
        }
        try await TestServer.with(setup: .withoutVirtualSurface) { server async throws in
            #expect(try await server.request("GET", "/v1/virtual").status == 409)
        }
    }

    @Test("GET changes nothing: no route that makes changes accepts it")
    func getChangesNothing() async throws {
        try await TestServer.with { server async throws in
            for uri in ["/v1/reload", "/v1/parameters/master/step", "/v1/parameters/master/reset", "/v1/parameters/master/check"] {
                let answer = try await server.request("GET", uri)
                #expect(answer.status == 405, "\(uri)")
                #expect(answer.header("allow") == "POST")
            }
            let delete = try await server.request("DELETE", "/v1/parameters/master")
            #expect(delete.status == 405)
            #expect(delete.header("allow") == "GET, HEAD, PUT")
        }
    }

    @Test("HEAD is answered like GET, without a body")
    func head() async throws {
        try await TestServer.with { server async throws in
            let get = try await server.request("GET", "/v1/parameters/master")
            let head = try await server.request("HEAD", "/v1/parameters/master")
            #expect(head.status == 200)
            #expect(head.header("content-length") == get.header("content-length"))
            #expect(try await server.request("HEAD", "/v1/events").status == 200)
            #expect(try await server.request("HEAD", "/v1/nothing").status == 404)
        }
    }

    @Test("ids may be percent-encoded; other encodings than UTF-8 are malformed")
    func percentEncoding() async throws {
        try await TestServer.with { server async throws in
            #expect(try await server.request("GET", "/v1/parameters/%6d%61ster").status == 200)
            #expect(try await server.request("GET", "/v1/parameters/master%2Fstep").status == 404)
            for uri in ["/v1/parameters/%", "/v1/parameters/%4", "/v1/parameters/%zz", "/v1/parameters/%ff"] {
                #expect(try await server.request("GET", uri).status == 400, "\(uri)")
            }
            for uri in [
                "/v1", "/page", "/web", "/v1/parameters/", "/v1/snapshots/", "/v1//parameters", "/v1/parameters/master/", "/v2/status",
            ] {
                #expect(try await server.request("GET", uri).status == 404, "\(uri)")
            }
        }
    }

    @Test("an unknown query key is an error, a known one selects")
    func query() async throws {
        try await TestServer.with { server async throws in
            #expect(try await server.request("GET", "/v1/parameters?perfix=x").status == 400)
            #expect(try await server.request("GET", "/v1/status?x=1").status == 400)
            let some = try await server.json("GET", "/v1/parameters?prefix=synth.")
            #expect(some.list?.compactMap { $0["id"]?.text } == ["synth.cutoff"])
        }
    }
}
